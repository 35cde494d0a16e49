// Rays of the Othello board: for every square the squares in each of the eight directions.
#pragma once

#include <array>

#include "engines/othello/board.hpp"

namespace trilith::othello {

// up[s][d] holds the squares of larger number than s in direction d, down[s][d] those of smaller
// number on the same line; d: 0 along the row, 1 the column, 2 the diagonal a1-h8, 3 h1-a8. Four
// masks of 64 bits each, so that a 256-bit register takes one half of a star.
struct Rays {
  alignas(64) std::array<std::array<Mask, 4>, kSquares> up{};
  alignas(64) std::array<std::array<Mask, 4>, kSquares> down{};
};

constexpr Rays make_rays() {
  constexpr std::array<int, 4> kRowStep = {0, 1, 1, 1};
  constexpr std::array<int, 4> kColumnStep = {1, 0, 1, -1};
  Rays rays;
  for (int square = 0; square < kSquares; ++square) {
    for (int d = 0; d < 4; ++d) {
      for (int sign = -1; sign <= 1; sign += 2) {
        Mask ray = 0;
        int row = square / 8 + sign * kRowStep[d];
        int column = square % 8 + sign * kColumnStep[d];
        while (row >= 0 && row < 8 && column >= 0 && column < 8) {
          ray |= bit(8 * row + column);
          row += sign * kRowStep[d];
          column += sign * kColumnStep[d];
        }
        (sign > 0 ? rays.up : rays.down)[square][d] = ray;
      }
    }
  }
  return rays;
}

inline constexpr Rays kRays = make_rays();
static_assert(kRays.up[0][2] == 0x8040201008040200u && kRays.down[63][1] == 0x0080808080808080u);

}  // namespace trilith::othello
