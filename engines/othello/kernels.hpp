// The engine's hot functions for each code path, reached through pointers.
//
// Each path is one translation unit compiled for its processors (kernels_PATH.cpp). Searchers do
// not go through these pointers at every node: they are compiled once per path as well.
#pragma once

#include <cstdint>

#include "engines/othello/board.hpp"
#include "engines/othello/cpu.hpp"

namespace trilith::othello {

// perft      a pass is one ply; a game that ends before the depth counts as one leaf
// pass_free  a pass costs no depth
struct PerftCount {
  std::uint64_t perft = 0;
  std::uint64_t pass_free = 0;
};

struct Kernels {
  Mask (*legal_moves)(Board);
  Mask (*flips)(Board, int square);
  PerftCount (*perft)(Board, int depth);
};

// `path` is one of cpu_paths().
const Kernels& kernels(CpuPath path);

template <class Level>
const Kernels& kernels_of();

}  // namespace trilith::othello
