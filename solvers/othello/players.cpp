// Othello's players: random, tree search with the fast playouts, the engine.
#include "solvers/othello/players.hpp"

#include <bit>
#include <cstdio>

#include "engines/error.hpp"
#include "solvers/othello/playout.hpp"

namespace trilith::othello {
namespace {

constexpr int kDefaultDepth = 6;
constexpr std::uint64_t kMostNodes = std::uint64_t{1} << 50;

std::unique_ptr<players::Player<Othello>> make_engine(players::OptionReader& reader,
                                                      const WeightsLoader& load) {
  const bool limited = reader.given("nodes") || reader.given("seconds");
  PlayLimits limits;
  limits.depth =
      static_cast<int>(reader.whole("depth", limited ? limits.depth : kDefaultDepth, 1, 60));
  limits.nodes = reader.whole("nodes", limits.nodes, 1, kMostNodes);
  limits.seconds = reader.real("seconds", limits.seconds, 0.001, 86'400);
  const std::size_t hash_bytes = reader.whole("hash-mb", 16, 1, 1 << 16) << 20;
  const std::string path = load ? reader.text("weights", "") : std::string();
  reader.finish();
  // The shipped weights live for ever: nothing to delete.
  auto weights = path.empty()
                     ? std::shared_ptr<const Weights>(&Weights::shipped(), [](const Weights*) {})
                     : load(path);
  return std::make_unique<EnginePlayer>(std::move(weights), hash_bytes, limits);
}

}  // namespace

Move EnginePlayer::choose(const Position& p) {
  if (p.placing > 0) {
    choice_ = {};
    choice_.move = static_cast<Move>(std::countr_zero(placements(p)));
  } else {
    choice_ = player_.choose(p.board, limits_);
  }
  return choice_.move;
}

std::string EnginePlayer::remark() const {
  char text[80];
  std::snprintf(text, sizeof text, "expects %+.2f discs, %s", choice_.score,
                choice_.exact ? "proven" : (std::to_string(choice_.depth) + " ahead").c_str());
  return text;
}

std::unique_ptr<players::Player<Othello>> make_player(const players::Spec& spec,
                                                      const players::PlayerOptions& options,
                                                      const WeightsLoader& load) {
  players::OptionReader reader(spec);
  if (spec.kind == "random") {
    reader.finish();
    return std::make_unique<players::RandomPlayer<Othello>>(options);
  }
  if (spec.kind == "mcts") {
    const players::MctsSettings settings = players::read_mcts_settings(reader, options);
    const bool fast = reader.choice("playout", 0, {"fast", "uniform"}) == 0;
    reader.finish();
    if (fast) return std::make_unique<players::MctsPlayer<Othello, FastPlayout>>(settings);
    return std::make_unique<players::MctsPlayer<Othello>>(settings);
  }
  if (spec.kind == "engine" || spec.kind == "alphabeta") return make_engine(reader, load);
  throw UserError("player '" + spec.text() + "': no kind '" + spec.kind +
                  "'; Othello has random, mcts and engine");
}

}  // namespace trilith::othello
