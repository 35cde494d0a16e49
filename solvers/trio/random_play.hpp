// Games of uniformly random players at a fraction of the cost of playing every reveal.
#pragma once

#include <cstdint>

#include "engines/trio/position.hpp"

namespace trilith::trio {

// Plays turns of random players from the start of a turn of a running game without a swap under
// way, until a trio is taken or `max_turns` turns are over; returns the number of turns. Cards,
// trios, turn and status become what `random` players that draw from the same stream would make
// them; what cards have been shown is not kept, so the position is of no use to observers.
//
// Turns that take no trio leave the cards where they are. So the numbers that a first and a second
// reveal show are put into a table once per trio, and a turn is two lookups and a comparison.
std::uint64_t play_random_turns(Position& p, std::uint64_t max_turns, RandomStream& random);

}  // namespace trilith::trio
