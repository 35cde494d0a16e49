// The body of every kernels_PATH.cpp: the engine's hot functions for one code path.
//
// Whatever is emitted here must carry the path in its name (the template argument Level), or the
// linker might choose this file's encoding of a function that other files share. A test looks for
// such symbols.
#pragma once

#include <bit>

#include "engines/othello/kernels.hpp"

namespace trilith::othello {

// Leaves `depth` >= 1 plies below. A pass costs no depth; a finished game is one leaf.
template <class Level>
std::uint64_t count_pass_free(Board board, int depth) {
  Mask moves = Level::legal_moves(board);
  if (moves == 0) {
    board = board.passed();
    moves = Level::legal_moves(board);
    if (moves == 0) return 1;
  }
  if (depth == 1) return static_cast<std::uint64_t>(std::popcount(moves));
  std::uint64_t total = 0;
  for (; moves != 0; moves &= moves - 1) {
    const int square = std::countr_zero(moves);
    total += count_pass_free<Level>(after(board, square, Level::flips(board, square)), depth - 1);
  }
  return total;
}

template <class Level>
PerftCount count_leaves(Board board, Mask moves, int depth);

// The side to move has no move: here the two ways to count part.
template <class Level>
[[gnu::noinline]] PerftCount count_after_pass(Board board, int depth) {
  const Board passed = board.passed();
  const Mask moves = Level::legal_moves(passed);
  if (moves == 0) return {1, 1};
  const std::uint64_t pass_free = count_pass_free<Level>(passed, depth);
  if (depth == 1) return {1, pass_free};
  return {count_leaves<Level>(passed, moves, depth - 1).perft, pass_free};
}

// Leaves `depth` >= 1 plies below, both ways at once; the last ply is counted by popcounts.
// `moves` holds the legal moves, at least one.
template <class Level>
PerftCount count_leaves(Board board, Mask moves, int depth) {
  if (depth == 1) {
    const auto count = static_cast<std::uint64_t>(std::popcount(moves));
    return {count, count};
  }
  PerftCount total;
  for (; moves != 0; moves &= moves - 1) {
    const int square = std::countr_zero(moves);
    const Board child = after(board, square, Level::flips(board, square));
    const Mask replies = Level::legal_moves(child);
    if (depth == 2 && replies != 0) [[likely]] {
      const auto count = static_cast<std::uint64_t>(std::popcount(replies));
      total.perft += count;
      total.pass_free += count;
      continue;
    }
    const PerftCount part = replies != 0 ? count_leaves<Level>(child, replies, depth - 1)
                                         : count_after_pass<Level>(child, depth - 1);
    total.perft += part.perft;
    total.pass_free += part.pass_free;
  }
  return total;
}

template <class Level>
const Kernels& kernels_of() {
  static constexpr Kernels kKernels = {
      [](Board board) { return Level::legal_moves(board); },
      [](Board board, int square) { return Level::flips(board, square); },
      [](Board board, int depth) -> PerftCount {
        if (depth == 0) return {1, 1};
        const Mask moves = Level::legal_moves(board);
        return moves != 0 ? count_leaves<Level>(board, moves, depth)
                          : count_after_pass<Level>(board, depth);
      },
  };
  return kKernels;
}

}  // namespace trilith::othello
