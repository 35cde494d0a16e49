// Otrio's players by their text.
#pragma once

#include <memory>

#include "engines/otrio/game.hpp"
#include "solvers/players/player.hpp"

namespace trilith::otrio {

// G is one of the types that otrio::visit gives for `rules`. Throws UserError for a kind that Otrio
// does not have, or does not have under these rules.
template <class G>
std::unique_ptr<players::Player<G>> make_player(const Rules& rules, const players::Spec& spec,
                                                const players::PlayerOptions& options);

}  // namespace trilith::otrio
