// Plain exhaustive values of small positions, by a method that shares nothing with the tree search.
#pragma once

#include <algorithm>

#include "engines/game.hpp"
#include "solvers/mcts/values.hpp"

namespace trilith::testing {

// The result for `seat` when it maximises and all other seats together minimise: -1, 0 or 1.
template <Game G>
int paranoid_value(const typename G::Position& p, int seat) {
  if (G::is_terminal(p)) {
    const int payoff = G::payoff(p)[seat];
    return (payoff > 0) - (payoff < 0);
  }
  const bool own = G::side_to_move(p) == seat;
  int best = own ? -1 : 1;
  MoveList<G> moves;
  G::legal_moves(p, moves);
  for (const typename G::Move& move : moves) {
    typename G::Position child = p;
    G::play(child, move);
    const int value = paranoid_value<G>(child, seat);
    best = own ? std::max(best, value) : std::min(best, value);
    if (best == (own ? 1 : -1)) break;
  }
  return best;
}

}  // namespace trilith::testing
