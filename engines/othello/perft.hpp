// Perft for Othello: how many sequences of plies there are from the start.
#pragma once

#include "engines/othello/cpu.hpp"
#include "engines/othello/kernels.hpp"

namespace trilith::othello {

// Counts from the start with `threads` threads; depth >= 0.
PerftCount perft(int depth, CpuPath path, int threads = 1);

}  // namespace trilith::othello
