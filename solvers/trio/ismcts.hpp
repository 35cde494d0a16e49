// Information-set Monte Carlo search over the reveals of one turn.
#pragma once

#include <map>
#include <vector>

#include "engines/trio/observation.hpp"

namespace trilith::trio {

// A reveal at the root: in how many sampled deals it was tried, in how many its side then won.
struct SearchedReveal {
  Move move = 0;
  double chance = 0;  // of a trio this turn, exact
  double merit = 0;   // the chance less what the card tells the others
  int deals = 0;
  int wins = 0;
  int gained = 0;  // deals won that the first choice lost, minus those lost that it won
  int parted = 0;  // deals with different results
};

// The first choice is the reveal with the best merit: the exact chance of a trio this turn less
// kBitCost for every bit that it tells a spectator. Challengers are reveals with nearly the best
// chance (of the unknown centre slots, which are alike, only the first). All are tried on the same
// deals, drawn from the exact belief (single observer: Cowling, Powley and Whitehouse, "Information
// set Monte Carlo tree search", 2012), with the same random numbers; the worse half is dropped
// while the deals run out evenly (sequential halving: Karnin, Koren and Somekh, 2013). A challenger
// replaces the first choice only when it wins clearly more of the deals that part them, since most
// differences are smaller than what so few deals can show. Inside the turn the tree goes on with
// the exact best reveal for what it has seen, its nodes being the numbers shown; after the turn
// everybody plays like `memory`. The chosen one comes first. Not for answers in a swap.
inline constexpr double kBitCost = 0.0025;
std::vector<SearchedReveal> search_reveals(const Observation& seen, int playouts,
                                           RandomStream& random);

// The most visited reveal of the generic tree search over what the observer sees
// (solvers/mcts/information_set.hpp) with `memory` playouts; for every game the same code.
Move search_tree(const Observation& seen, int playouts, RandomStream& random);

// What the seat does inside a turn: the exact best reveal for what it has seen, found once for
// every sequence of reveals and the numbers they showed since the root.
class TurnTree {
 public:
  Move next(const Position& p, int seat, const std::vector<int>& history);

 private:
  std::map<std::vector<int>, Move> best_;
};

// Makes the move in this deal, goes on through the turn by the tree and then like `memory`. Does
// the seat's side win?
bool wins_after(Position p, Move move, int seat, TurnTree& tree, RandomStream random);

}  // namespace trilith::trio
