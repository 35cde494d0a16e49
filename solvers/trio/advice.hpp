// Advice on the next reveal: the chance this turn, what it gives away, the win share.
#pragma once

#include <gmpxx.h>

#include <vector>

#include "engines/trio/observation.hpp"

namespace trilith::trio {

struct RevealAdvice {
  Move move = 0;
  mpq_class chance;        // of a trio this turn with the best reveals after it, exact
  double bits = 0;         // what a spectator learns from the card, expected
  Move tried_as = 0;       // unknown centre slots are alike: the first is played for all
  std::int64_t deals = 0;  // sampled deals in which it was played
  double win_share = 0;
  double low = 0;  // interval of the win share
  double high = 1;
  bool dropped = false;  // shown to be worse than another
};

// Plays out every reveal on the same sampled deals, by the exact best reveals in this turn and by
// `memory` for everybody afterwards, until `deals` deals are used or one reveal is left: a reveal
// is dropped when the interval of its difference to a better one leaves out 0. All intervals and
// decisions hold together with probability `level`. In the order of legal moves.
std::vector<RevealAdvice> advise(const Observation& seen, std::int64_t deals, double level,
                                 std::uint64_t seed, int threads);

}  // namespace trilith::trio
