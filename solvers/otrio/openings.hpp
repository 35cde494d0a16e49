// The opening placements of a rule set up to symmetry.
#pragma once

#include <vector>

#include "engines/otrio/position.hpp"
#include "engines/otrio/rules.hpp"

namespace trilith::otrio {

// Openings that symmetries of the start exchange, so that all have one value.
struct OpeningClass {
  std::vector<Move> moves;  // slots rising; the first stands for the class
};

// The classes in the order of their first slots.
std::vector<OpeningClass> opening_classes(const Rules& rules);

}  // namespace trilith::otrio
