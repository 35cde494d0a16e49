// Boards for tests: random ones of every density and those of random games.
#pragma once

#include <vector>

#include "engines/othello/portable.hpp"
#include "engines/random.hpp"

namespace trilith::othello {

// Any three-coloured board, reachable or not.
inline Board random_board(RandomStream& random) {
  const std::uint32_t empty_of_16 = random.below(16);
  Board board;
  for (int square = 0; square < kSquares; ++square) {
    if (random.below(16) < empty_of_16) continue;
    (random.below(2) == 0 ? board.own : board.opponent) |= bit(square);
  }
  return board;
}

// A board of a random game with the given number of empties, and a legal move for the side due.
inline Board random_game_board(RandomStream& random, int empties) {
  while (true) {
    Board board = kStart;
    while (true) {
      Mask moves = Portable::legal_moves(board);
      if (moves == 0) {
        board = board.passed();
        moves = Portable::legal_moves(board);
        if (moves == 0) break;
      }
      if (board.empty_count() == empties) return board;
      for (std::uint32_t skip = random.below(static_cast<std::uint32_t>(std::popcount(moves)));
           skip > 0; --skip) {
        moves &= moves - 1;
      }
      const int square = std::countr_zero(moves);
      board = after(board, square, Portable::flips(board, square));
    }
  }
}

}  // namespace trilith::othello
