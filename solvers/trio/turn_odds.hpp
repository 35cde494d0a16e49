// The exact chance to complete a trio this turn, for every first (or next) reveal.
#pragma once

#include <array>
#include <vector>

#include "engines/trio/belief.hpp"
#include "engines/trio/observation.hpp"

namespace trilith::trio {

// How good a reveal is for this turn, as a fraction `ways / denominator` of all deals.
struct TurnOdds {
  Move move = 0;
  Wide ways = 0;
  double chance = 0;
};

// For every legal reveal, the best chance to complete a trio in this turn with it next, knowing the
// observation. All fractions have the denominator `denominator`.
//
// A turn that starts with `a` shows some v; what to ask for then depends on v only, and success
// needs all copies of v. So the chance of `a` is the sum over v of the largest probability, over
// plans that contain `a`, that all copies of v are met. A plan for v says which hands are asked
// (and at which end) and how many unknown centre slots; whether it works depends on how full the
// hands are before and after v, which the dynamic program of Belief enumerates.
struct TurnTable {
  std::vector<TurnOdds> moves;
  Wide denominator = 1;
};
// With `only` above 0 just the trio of that number counts.
TurnTable turn_odds(const Observation& seen, const Belief& belief, int only = 0);

// A reveal with the largest chance; ties are broken at random.
Move best_reveal(const Observation& seen, RandomStream& random);

// Could a player who sees all cards complete a trio in this turn with this reveal next?
bool completes_openly(const Position& p, Move move);

// The same for a player who samples deals and takes, in every one, the best reveal to lie open:
// the share of sampled deals in which a trio can be completed after the reveal when every card is
// seen. That answers another question than the game asks; it is kept as a negative control.
std::vector<TurnOdds> open_reveals(const Observation& seen, const Belief& belief, int samples,
                                   RandomStream& random);
Move best_open_reveal(const Observation& seen, int samples, RandomStream& random);

}  // namespace trilith::trio
