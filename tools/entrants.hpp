// Who plays in a tournament: the file of players, and which of them meet.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tools/tournament_log.hpp"

namespace trilith::tools {

// Lines `NAME PLAYER`, or a player alone, whose text is then its name; `#` begins a comment.
// Throws UserError.
std::vector<Entrant> read_entrants(const std::string& path);

// All sets of `seats` different players, or with fewer players than seats all multisets in which
// each player sits; a gauntlet has only those with player 0.
std::vector<std::vector<std::size_t>> line_ups(std::size_t players, std::size_t seats,
                                               bool gauntlet);

}  // namespace trilith::tools
