// The endgame's hot functions for each code path, reached through pointers (as engines' kernels).
#pragma once

#include <cstdint>

#include "engines/othello/board.hpp"
#include "engines/othello/cpu.hpp"

namespace trilith::othello {

struct EndgameKernels {
  // Twice the discs that `own` turns on `square`, the board's only empty one.
  int (*last_flips)(Mask own, int square);
  // Discs of board.own that are known to be stable.
  Mask (*stable_discs)(Board board);
  // The leaf solver alone, from a cold table: the score within (alpha, beta); adds to `nodes`.
  int (*leaf)(Board board, int alpha, int beta, std::uint64_t& nodes);
};

// `path` is one of cpu_paths().
const EndgameKernels& endgame_kernels(CpuPath path);

template <class Level>
const EndgameKernels& endgame_kernels_of();

}  // namespace trilith::othello
