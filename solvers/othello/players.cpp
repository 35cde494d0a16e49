// Othello's players: random, tree search with evaluation or playouts, the engine.
#include "solvers/othello/players.hpp"

#include <bit>
#include <cstdio>

#include "engines/error.hpp"
#include "solvers/othello/evaluation_leaf.hpp"
#include "solvers/othello/playout.hpp"

namespace trilith::othello {
namespace {

constexpr int kDefaultDepth = 6;
constexpr std::uint64_t kMostNodes = std::uint64_t{1} << 50;

using SharedWeights = std::shared_ptr<const Weights>;

SharedWeights read_weights(players::OptionReader& reader, const FileLoaders& load) {
  const std::string path = load.weights ? reader.text("weights", "") : std::string();
  if (!path.empty()) return load.weights(path);
  // The shipped weights live for ever: nothing to delete.
  return {&Weights::shipped(), [](const Weights*) {}};
}

std::unique_ptr<players::Player<Othello>> make_engine(players::OptionReader& reader,
                                                      const players::PlayerOptions& options,
                                                      const FileLoaders& load) {
  const bool limited = reader.given("nodes") || reader.given("seconds");
  PlayLimits limits;
  limits.depth =
      static_cast<int>(reader.whole("depth", limited ? limits.depth : kDefaultDepth, 1, 60));
  limits.nodes = reader.whole("nodes", limits.nodes, 1, kMostNodes);
  limits.seconds = reader.real("seconds", limits.seconds, 0.001, 86'400);
  const std::size_t hash_bytes = reader.whole("hash-mb", 16, 1, 1 << 16) << 20;
  limits.interrupt = options.interrupt;
  const auto threads = static_cast<int>(reader.whole("threads", 1, 1, 256));
  SharedWeights weights = read_weights(reader, load);
  const ProbCut probcut =
      load.probcut ? load.probcut(reader.text("probcut", "")) : ProbCut::shipped();
  reader.finish();
  return std::make_unique<EnginePlayer>(std::move(weights), hash_bytes, limits, threads, probcut);
}

std::unique_ptr<players::Player<Othello>> make_tree_search(players::OptionReader& reader,
                                                           const players::PlayerOptions& options,
                                                           const FileLoaders& load) {
  const players::MctsSettings settings = players::read_mcts_settings(reader, options);
  const std::size_t playout =
      reader.choice("playout", 0, {"evaluation", "guided", "fast", "uniform"});
  SharedWeights weights = playout < 2 ? read_weights(reader, load) : nullptr;
  reader.finish();
  if (playout == 0) {
    return std::make_unique<players::MctsPlayer<Othello, EvaluationLeaf>>(settings,
                                                                          EvaluationLeaf{weights});
  }
  if (playout == 1) {
    return std::make_unique<players::MctsPlayer<Othello, GuidedPlayout>>(settings,
                                                                         GuidedPlayout{weights});
  }
  if (playout == 2) return std::make_unique<players::MctsPlayer<Othello, FastPlayout>>(settings);
  return std::make_unique<players::MctsPlayer<Othello>>(settings);
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
  if (choice_.depth == 0) return {};
  char text[96];
  std::snprintf(text, sizeof text, "expects %+.2f discs, %s; %llu nodes, %.2f s", choice_.score,
                choice_.exact ? "proven" : (std::to_string(choice_.depth) + " ahead").c_str(),
                static_cast<unsigned long long>(choice_.nodes), choice_.seconds);
  return text;
}

players::Thought<Othello> EnginePlayer::thought() const {
  players::Thought<Othello> thought;
  if (choice_.depth == 0) return thought;
  thought.value = choice_.score;
  if (choice_.exact) thought.exact = static_cast<int>(choice_.score);
  return thought;
}

std::unique_ptr<players::Player<Othello>> make_player(const players::Spec& spec,
                                                      const players::PlayerOptions& options,
                                                      const FileLoaders& load) {
  players::OptionReader reader(spec);
  if (spec.kind == "random") {
    reader.finish();
    return std::make_unique<players::RandomPlayer<Othello>>(options);
  }
  if (spec.kind == "mcts") return make_tree_search(reader, options, load);
  if (spec.kind == "engine" || spec.kind == "alphabeta") return make_engine(reader, options, load);
  throw UserError("player '" + spec.text() + "': no kind '" + spec.kind +
                  "'; Othello has human, random, mcts and engine");
}

}  // namespace trilith::othello
