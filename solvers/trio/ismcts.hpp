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
  int deals = 0;
  int wins = 0;
};

// Candidates are the reveals with at least half the best exact chance of a trio this turn (of the
// unknown centre slots, which are alike, only the first). Each is tried on the same deals, drawn
// from the exact belief (single observer: Cowling, Powley and Whitehouse, "Information set Monte
// Carlo tree search", 2012), with the same random numbers; the worse half is dropped while the
// deals run out evenly (sequential halving: Karnin, Koren and Somekh, 2013). Inside the turn the
// tree goes on with the exact best reveal for what it has seen, its nodes being the numbers shown;
// after the turn everybody plays like `memory`. Best first. Not for answers in a swap.
std::vector<SearchedReveal> search_reveals(const Observation& seen, int playouts,
                                           RandomStream& random);

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
