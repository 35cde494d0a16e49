// Counts the discs that the last disc of a game turns, without making the flipped board.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#ifdef __BMI2__
#include <immintrin.h>
#endif

#include "engines/othello/board.hpp"

namespace trilith::othello {

// With every other square of a line filled, what a disc on place `i` turns depends on the own discs
// alone: line_flips[i][own] = twice the number of discs turned.
using LineFlips = std::array<std::array<std::uint8_t, 256>, 8>;

constexpr LineFlips make_line_flips() {
  LineFlips table{};
  for (int place = 0; place < 8; ++place) {
    for (int own = 0; own < 256; ++own) {
      int up = place + 1;
      while (up < 8 && (own >> up & 1) == 0) ++up;
      int down = place - 1;
      while (down >= 0 && (own >> down & 1) == 0) --down;
      const int turned = (up < 8 ? up - place - 1 : 0) + (down >= 0 ? place - down - 1 : 0);
      table[place][own] = static_cast<std::uint8_t>(2 * turned);
    }
  }
  return table;
}

inline constexpr LineFlips kLineFlips = make_line_flips();
static_assert(kLineFlips[0][0x80] == 12 && kLineFlips[3][0x81] == 10);

// The two diagonals through a square: [0] a1-h8, [1] h1-a8. Squares of a diagonal lie in different
// columns, so their columns number them.
using Diagonals = std::array<std::array<Mask, 2>, kSquares>;

constexpr Diagonals make_diagonals() {
  Diagonals table{};
  for (int square = 0; square < kSquares; ++square) {
    for (int other = 0; other < kSquares; ++other) {
      const int rows = other / 8 - square / 8;
      const int columns = other % 8 - square % 8;
      if (rows == columns) table[square][0] |= bit(other);
      if (rows == -columns) table[square][1] |= bit(other);
    }
  }
  return table;
}

inline constexpr Diagonals kDiagonals = make_diagonals();

template <class Level>
struct LastFlips {
  // Twice the number of discs that `own` turns with a disc on `square`, the only empty one.
  static inline int twice(Mask own, int square) {
    const int row = square >> 3;
    const int column = square & 7;
    const auto& of_column = kLineFlips[column];
    return of_column[own >> (8 * row) & 0xff] + kLineFlips[row][gather_column(own, column)] +
           of_column[gather_diagonal(own & kDiagonals[square][0])] +
           of_column[gather_diagonal(own & kDiagonals[square][1])];
  }

 private:
  static inline unsigned gather_column(Mask own, int column) {
#ifdef __BMI2__
    return static_cast<unsigned>(_pext_u64(own, kColumnA << column));
#else
    return static_cast<unsigned>((own >> column & kColumnA) * 0x0102040810204080u >> 56);
#endif
  }
  // All rows added up: no column holds two discs.
  static inline unsigned gather_diagonal(Mask discs) {
    return static_cast<unsigned>(discs * kColumnA >> 56);
  }
};

}  // namespace trilith::othello
