// The shipped openings of Othello: where neither side is ahead by much.
#pragma once

#include <string_view>
#include <vector>

#include "engines/othello/board.hpp"

namespace trilith::othello {

inline constexpr std::string_view kBalancedOpenings =
    "8 plies, within 4 discs by a search of depth 6, one for each position up to symmetry";

// data/othello/openings.txt, made by
//   trilith othello openings --plies 8 --bound 4 --depth 6
// with the weights shipped then. Each is a list of moves from the standard start.
const std::vector<std::vector<Move>>& balanced_openings();

}  // namespace trilith::othello
