// The body of every playout_PATH.cpp: a uniformly random game.
//
// As in engines/othello/kernels_of_level.hpp, whatever is emitted carries the path in its name.
#pragma once

#include <bit>
#include <cstdint>

#include "engines/othello/board.hpp"
#include "engines/random.hpp"

#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace trilith::othello {

// The number of the r-th set bit of `mask`, r below its count.
template <class Level>
inline int nth_square(Mask mask, std::uint32_t r) {
#ifdef __BMI2__
  return std::countr_zero(_pdep_u64(bit(static_cast<int>(r)), mask));
#else
  for (; r > 0; --r) mask &= mask - 1;
  return std::countr_zero(mask);
#endif
}

template <class Level>
int random_game_of(Board board, PlayoutStream& random) {
  PlayoutStream draws = random;  // in a register for the whole game
  int sign = 1;
  for (;;) {
    Mask moves = Level::legal_moves(board);
    if (moves == 0) [[unlikely]] {
      board = board.passed();
      sign = -sign;
      moves = Level::legal_moves(board);
      if (moves == 0) break;
    }
    const int square =
        nth_square<Level>(moves, draws.below(static_cast<std::uint32_t>(std::popcount(moves))));
    board = after(board, square, Level::flips(board, square));
    sign = -sign;
  }
  random = draws;
  return sign * final_score(board);
}

}  // namespace trilith::othello
