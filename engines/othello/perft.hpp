// Perft for Othello: how many sequences of plies there are from the start.
#pragma once

#include <atomic>

#include "engines/othello/cpu.hpp"
#include "engines/othello/kernels.hpp"

namespace trilith::othello {

// Counts from the start with `threads` threads; depth >= 0. Once `interrupt` (may be null) is set
// it returns soon and the counts mean nothing.
PerftCount perft(int depth, CpuPath path, int threads = 1,
                 const std::atomic<bool>* interrupt = nullptr);

}  // namespace trilith::othello
