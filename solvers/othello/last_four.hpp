// The last four empty squares: unrolled null-window search without lists or a board for the last
// disc.
//
// All functions: contract of a null window (alpha, alpha + 1), fail-soft: a result above alpha is a
// lower bound of the score for the side to move, another one an upper bound.
#pragma once

#include <array>
#include <cstdint>

#include "engines/othello/board.hpp"
#include "solvers/othello/last_flips.hpp"

namespace trilith::othello {

inline constexpr int kScoreInfinity = 99;  // beyond every score

constexpr std::array<Mask, kSquares> make_neighbours() {
  std::array<Mask, kSquares> table{};
  for (int square = 0; square < kSquares; ++square) {
    for (int other = 0; other < kSquares; ++other) {
      const int rows = other / 8 - square / 8;
      const int columns = other % 8 - square % 8;
      if (other != square && rows * rows <= 1 && columns * columns <= 1) {
        table[square] |= bit(other);
      }
    }
  }
  return table;
}

// Squares next to each square: a move without an opponent disc there turns nothing.
inline constexpr std::array<Mask, kSquares> kNeighbours = make_neighbours();

template <class Level>
struct LastFour {
  std::uint64_t nodes = 0;

  // One empty square.
  inline int solve_1(Mask own, int alpha, int x) {
    ++nodes;
    const int if_placed = 2 * std::popcount(own) - 62;  // and nothing turned
    const int turned = LastFlips<Level>::twice(own, x);
    if (turned != 0) return if_placed + turned;
    // Own must pass. If the opponent cannot place either, the empty square counts for the winner;
    // otherwise the score is less.
    const int unplaced = if_placed <= 0 ? if_placed - 2 : if_placed;
    if (unplaced <= alpha) return unplaced;
    const int lost = LastFlips<Level>::twice(~(own | bit(x)), x);
    return lost != 0 ? if_placed - 2 - lost : unplaced;
  }

  inline int solve_2(Mask own, Mask opponent, int alpha, int x1, int x2) {
    ++nodes;
    int best = -kScoreInfinity;
    if (const Mask turned = flips(own, opponent, x1)) {
      best = -solve_1(opponent ^ turned, -alpha - 1, x2);
      if (best > alpha) return best;
    }
    if (const Mask turned = flips(own, opponent, x2)) {
      const int value = -solve_1(opponent ^ turned, -alpha - 1, x1);
      if (value > best) best = value;
    }
    if (best != -kScoreInfinity) return best;
    // Pass: the opponent's best move is own's least score.
    best = kScoreInfinity;
    if (const Mask turned = flips(opponent, own, x1)) {
      best = solve_1(own ^ turned, alpha, x2);
      if (best <= alpha) return best;
    }
    if (const Mask turned = flips(opponent, own, x2)) {
      const int value = solve_1(own ^ turned, alpha, x1);
      if (value < best) best = value;
    }
    return best != kScoreInfinity ? best : final_score({own, opponent});
  }

  int solve_3(Mask own, Mask opponent, int alpha, int x1, int x2, int x3) {
    ++nodes;
    for (int sign = 1;; sign = -1) {
      int best = -kScoreInfinity;
      if (const Mask turned = flips(own, opponent, x1)) {
        best = -solve_2(opponent ^ turned, own ^ turned ^ bit(x1), -alpha - 1, x2, x3);
        if (best > alpha) return sign * best;
      }
      if (const Mask turned = flips(own, opponent, x2)) {
        const int value = -solve_2(opponent ^ turned, own ^ turned ^ bit(x2), -alpha - 1, x1, x3);
        if (value > alpha) return sign * value;
        if (value > best) best = value;
      }
      if (const Mask turned = flips(own, opponent, x3)) {
        const int value = -solve_2(opponent ^ turned, own ^ turned ^ bit(x3), -alpha - 1, x1, x2);
        if (value > best) best = value;
      }
      if (best != -kScoreInfinity) return sign * best;
      if (sign < 0) return final_score({opponent, own});  // nobody can move; seen by the caller
      std::swap(own, opponent);
      alpha = -alpha - 1;
    }
  }

  // `odd`: squares of the quadrants with an odd number of empty squares. Squares of such quadrants
  // come first, single ones before others (parity: who moves last in a region gains).
  int solve_4(Mask own, Mask opponent, int alpha, Mask odd) {
    ++nodes;
    const Mask empties = ~(own | opponent);
    const Mask first = empties & odd;
    std::array<int, 4> x;
    int after_third = 2;  // which square is tried first once the third has been filled
    if (first == 0 || first == empties) {
      for (Mask rest = empties; int& square : x) {
        square = std::countr_zero(rest);
        rest &= rest - 1;
      }
      if (first == 0) {
        // Four in one quadrant or two pairs; of pairs, 0 and the first square of another quadrant.
        if (!same_quadrant(x[0], x[1])) {
          if (same_quadrant(x[0], x[2])) {
            std::swap(x[1], x[2]);
          } else {
            std::swap(x[1], x[3]);
          }
        }
        after_third = 3;
      } else {
        // One and three, or four single ones: bring the single one to the front.
        for (int i = 0; i < 4; ++i) {
          if (!same_quadrant(x[i], x[(i + 1) & 3]) && !same_quadrant(x[i], x[(i + 2) & 3])) {
            std::swap(x[0], x[i]);
            break;
          }
        }
      }
    } else {
      const Mask second = empties & ~odd;
      x = {std::countr_zero(first), 63 - std::countl_zero(first), std::countr_zero(second),
           63 - std::countl_zero(second)};
    }
    for (int sign = 1;; sign = -1) {
      int best = -kScoreInfinity;
      const auto try_square = [&](int square, int a, int b, int c) {
        const Mask turned = flips(own, opponent, square);
        if (turned == 0) return false;
        const int value =
            -solve_3(opponent ^ turned, own ^ turned ^ bit(square), -alpha - 1, a, b, c);
        if (value > best) best = value;
        return value > alpha;
      };
      if (try_square(x[0], x[1], x[2], x[3])) return sign * best;
      if (try_square(x[1], x[0], x[2], x[3])) return sign * best;
      if (after_third == 3 ? try_square(x[2], x[3], x[0], x[1])
                           : try_square(x[2], x[0], x[1], x[3])) {
        return sign * best;
      }
      if (after_third == 3 ? try_square(x[3], x[2], x[0], x[1])
                           : try_square(x[3], x[0], x[1], x[2])) {
        return sign * best;
      }
      if (best != -kScoreInfinity) return sign * best;
      if (sign < 0) return final_score({opponent, own});
      std::swap(own, opponent);
      alpha = -alpha - 1;
    }
  }

 private:
  static inline Mask flips(Mask own, Mask opponent, int square) {
    return (kNeighbours[square] & opponent) != 0 ? Level::flips({own, opponent}, square) : 0;
  }
  static constexpr bool same_quadrant(int a, int b) { return ((a ^ b) & 0x24) == 0; }
};

}  // namespace trilith::othello
