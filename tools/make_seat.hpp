// A player of any game from its text, for commands that play many games.
#pragma once

#include <memory>
#include <type_traits>

#include "solvers/othello/players.hpp"
#include "solvers/otrio/players.hpp"
#include "solvers/trio/players.hpp"
#include "tools/game_rules.hpp"
#include "tools/othello_weights.hpp"

namespace trilith::tools {

// Throws UserError for a kind or option that the game does not have.
template <Game G>
std::unique_ptr<players::Player<G>> make_seat(const RulesOf<G>& rules, const players::Spec& spec,
                                              const players::PlayerOptions& options) {
  if constexpr (std::is_same_v<G, othello::Othello>) {
    return othello::make_player(spec, options, {read_weights, read_probcut});
  } else if constexpr (std::is_same_v<G, trio::Trio>) {
    return trio::make_player(spec, options);
  } else {
    return otrio::make_player<G>(rules.rules, spec, options);
  }
}

// Of a game's random numbers the stream that deals; players draw from streams 0..seats-1.
inline constexpr std::uint32_t kDealStream = 0x6465;

}  // namespace trilith::tools
