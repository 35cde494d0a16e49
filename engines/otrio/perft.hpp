// Perft for Otrio: how many sequences of plies a rule set allows.
#pragma once

#include <atomic>
#include <cstdint>

#include "engines/otrio/rules.hpp"

namespace trilith::otrio {

struct PerftCount {
  std::uint64_t sequences =
      0;                   // of exactly `depth` plies; a won game is not continued, a pass is a ply
  std::uint64_t wins = 0;  // those whose last ply wins
};

// Counts from the empty board with `threads` threads; depth >= 0. Ends early, with too small a
// count, once `interrupt` is set.
PerftCount perft(const Rules& rules, int depth, int threads = 1,
                 const std::atomic<bool>* interrupt = nullptr);

}  // namespace trilith::otrio
