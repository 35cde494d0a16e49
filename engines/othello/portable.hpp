// Othello's moves and flips in plain 64-bit arithmetic, without a branch: the path that runs
// everywhere.
#pragma once

#include <bit>

#include "engines/othello/board.hpp"
#include "engines/othello/rays.hpp"

namespace trilith::othello {

struct Portable {
  // Squares on which the side to move may place.
  static constexpr Mask legal_moves(Board board) {
    // A run of opponent discs grows by parallel prefix: 1, 2, 4, 6 discs (Kogge and Stone). The
    // outer columns can be flanked only by lines that do not change column.
    constexpr Mask kInner = 0x7e7e7e7e7e7e7e7eu;
    const Mask opponent = board.opponent;
    const Mask inner = opponent & kInner;
    return (along(board.own, inner, 1) | along(board.own, opponent, 8) |
            along(board.own, inner, 7) | along(board.own, inner, 9)) &
           board.empties();
  }

  // Opponent discs that a disc on the empty `square` turns; 0 when the move is not legal.
  static constexpr Mask flips(Board board, int square) {
    Mask result = 0;
    for (int d = 0; d < 4; ++d) {
      // Upwards: adding 1 below a row of ones carries to the first square that is no opponent disc.
      const Mask up = kRays.up[square][d];
      const Mask first = ((board.opponent | ~up) + 1) & up & board.own;
      result |= (first - (first != 0)) & up;
      // Downwards: the highest square that is no opponent disc; bit 0 stands in for none.
      const Mask down = kRays.down[square][d];
      const Mask highest = bit(63) >> std::countl_zero((down & ~board.opponent) | 1);
      const Mask last = highest & down & board.own;
      result |= (0 - (last << 1)) & down;
    }
    return result;
  }

  // As in avx512.hpp; here a mask stays a mask.
  using Lanes = Mask;
  static constexpr Lanes spread(Mask mask) { return mask; }
  static constexpr Mask mask(Lanes spread) { return spread; }
  static constexpr bool none(Lanes lanes) { return lanes == 0; }
  static constexpr Lanes join(Lanes lanes) { return lanes; }
  static constexpr Lanes line_flips(Lanes own, Lanes opponent, int square) {
    return flips({own, opponent}, square);
  }

 private:
  static constexpr Mask along(Mask own, Mask opponent, int step) {
    Mask left = opponent & (own << step);
    Mask right = opponent & (own >> step);
    left |= opponent & (left << step);
    right |= opponent & (right >> step);
    const Mask pairs_left = opponent & (opponent << step);
    const Mask pairs_right = pairs_left >> step;
    left |= pairs_left & (left << (2 * step));
    right |= pairs_right & (right >> (2 * step));
    left |= pairs_left & (left << (2 * step));
    right |= pairs_right & (right >> (2 * step));
    return (left << step) | (right >> step);
  }
};

}  // namespace trilith::othello
