// Counts the discs that the last disc of a game turns, without making the flipped board.
//
// With every other square of a line filled, what a disc on a place of it turns depends on the own
// discs alone, and so does what the opponent's disc there would turn: tables answer both at once.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#ifdef __BMI2__
#include <immintrin.h>
#endif

#include "engines/othello/board.hpp"

namespace trilith::othello {

// Twice the number of discs that either side would turn on the last empty square.
struct LastTurns {
  int own;
  int opponent;
};

// Twice the number of discs turned on `place` of a line of `length` squares by the side that has
// the discs `own` on it.
constexpr int turned_on_line(int length, int place, int own) {
  int up = place + 1;
  while (up < length && (own >> up & 1) == 0) ++up;
  int down = place - 1;
  while (down >= 0 && (own >> down & 1) == 0) --down;
  return 2 * ((up < length ? up - place - 1 : 0) + (down >= 0 ? place - down - 1 : 0));
}

// The lines through every square: [0] the row, [1] the column, [2] the diagonal a1-h8, [3] h1-a8.
using Lines = std::array<std::array<Mask, 4>, kSquares>;

constexpr Lines make_lines() {
  Lines table{};
  for (int square = 0; square < kSquares; ++square) {
    for (int other = 0; other < kSquares; ++other) {
      const int rows = other / 8 - square / 8;
      const int columns = other % 8 - square % 8;
      if (rows == 0) table[square][0] |= bit(other);
      if (columns == 0) table[square][1] |= bit(other);
      if (rows == columns) table[square][2] |= bit(other);
      if (rows == -columns) table[square][3] |= bit(other);
    }
  }
  return table;
}

inline constexpr Lines kLines = make_lines();

// Per length of a line and place on it, by own discs in the order of the line: twice what own
// turns, plus 256 times what the opponent turns.
struct LineTurns {
  static constexpr std::size_t kEntries = 3586;  // sum of length * 2^length

  std::array<std::uint16_t, kEntries> turns{};
  std::array<std::array<std::uint16_t, 4>, kSquares> first{};  // of a square's four lines
  std::array<std::uint16_t, kSquares> first_by_column{};  // of the line h1-a8 read from its a8 end
};

constexpr LineTurns make_line_turns() {
  LineTurns table;
  std::array<std::array<std::size_t, 8>, 9> start{};
  std::size_t next = 0;
  for (int length = 1; length <= 8; ++length) {
    for (int place = 0; place < length; ++place) {
      start[length][place] = next;
      for (int own = 0; own < 1 << length; ++own, ++next) {
        if (own >> place & 1) continue;  // never asked: the place is empty
        const int opponent = ((1 << length) - 1) ^ own ^ (1 << place);
        table.turns[next] = static_cast<std::uint16_t>(
            turned_on_line(length, place, own) + 256 * turned_on_line(length, place, opponent));
      }
    }
  }
  for (int square = 0; square < kSquares; ++square) {
    for (std::size_t line = 0; line < 4; ++line) {
      const Mask squares = kLines[square][line];
      table.first[square][line] = static_cast<std::uint16_t>(
          start[std::popcount(squares)][std::popcount(squares & (bit(square) - 1))]);
    }
    const Mask squares = kLines[square][3];
    table.first_by_column[square] = static_cast<std::uint16_t>(
        start[std::popcount(squares)][std::popcount(squares & ~(bit(square) - 1)) - 1]);
  }
  return table;
}

inline constexpr LineTurns kLineTurns = make_line_turns();

template <class Level>
struct LastFlips {
  // `square` is the only empty one.
  static inline LastTurns turns(Mask own, int square) {
    const auto& first = kLineTurns.first[square];
    const auto& lines = kLines[square];
    const auto on = [&](std::size_t begin, auto discs) -> unsigned {
      return kLineTurns.turns[begin + static_cast<std::size_t>(discs)];
    };
#ifdef __BMI2__
    const unsigned sum =
        on(first[0], _pext_u64(own, lines[0])) + on(first[1], _pext_u64(own, lines[1])) +
        on(first[2], _pext_u64(own, lines[2])) + on(first[3], _pext_u64(own, lines[3]));
#else
    const int row = square >> 3;
    const int column = square & 7;
    // All rows of a diagonal added up: no column holds two discs.
    const auto diagonal = [&](Mask line, int first_column) {
      return ((own & line) * kColumnA >> 56) >> first_column;
    };
    const unsigned sum = on(first[0], own >> (8 * row) & 0xff) +
                         on(first[1], (own >> column & kColumnA) * 0x0102040810204080u >> 56) +
                         on(first[2], diagonal(lines[2], column > row ? column - row : 0)) +
                         on(kLineTurns.first_by_column[square],
                            diagonal(lines[3], column + row > 7 ? column + row - 7 : 0));
#endif
    return {static_cast<int>(sum & 0xff), static_cast<int>(sum >> 8)};
  }
};

}  // namespace trilith::othello
