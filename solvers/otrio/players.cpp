// Otrio's players: random, tree search with the fast playouts.
#include "solvers/otrio/players.hpp"

#include "engines/error.hpp"
#include "solvers/otrio/playout.hpp"

namespace trilith::otrio {
namespace {

constexpr const char* kKinds = "human, random, mcts";

}  // namespace

template <class G>
std::unique_ptr<players::Player<G>> make_player(const Rules& /*rules*/, const players::Spec& spec,
                                                const players::PlayerOptions& options) {
  players::OptionReader reader(spec);
  if (spec.kind == "random") {
    reader.finish();
    return std::make_unique<players::RandomPlayer<G>>(options);
  }
  if (spec.kind == "mcts") {
    const players::MctsSettings settings = players::read_mcts_settings(reader, options);
    const bool knowing = reader.choice("playout", 1, {"uniform", "win-or-block"}) == 1;
    reader.finish();
    if (knowing) {
      return std::make_unique<players::MctsPlayer<G, FastPlayout<G, PlayoutStyle::win_or_block>>>(
          settings);
    }
    return std::make_unique<players::MctsPlayer<G, FastPlayout<G>>>(settings);
  }
  throw UserError("player '" + spec.text() + "': no kind '" + spec.kind + "'; Otrio has " + kKinds);
}

#define TRILITH_MAKE_PLAYER(placement, players_)                                                  \
  template std::unique_ptr<players::Player<Otrio<Placement::placement, Players::players_>>>       \
  make_player<Otrio<Placement::placement, Players::players_>>(const Rules&, const players::Spec&, \
                                                              const players::PlayerOptions&);
TRILITH_MAKE_PLAYER(nested, pairs)
TRILITH_MAKE_PLAYER(nested, duel)
TRILITH_MAKE_PLAYER(nested, three)
TRILITH_MAKE_PLAYER(nested, four)
TRILITH_MAKE_PLAYER(free, pairs)
TRILITH_MAKE_PLAYER(free, duel)
TRILITH_MAKE_PLAYER(free, three)
TRILITH_MAKE_PLAYER(free, four)
#undef TRILITH_MAKE_PLAYER

}  // namespace trilith::otrio
