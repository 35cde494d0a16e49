// Players by their text: who chooses the moves of a seat in play, self-play and tournaments.
//
// make_player gives the kinds that work for every game; a game's folder adds its own.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engines/error.hpp"
#include "engines/game.hpp"
#include "engines/hashing.hpp"
#include "engines/random.hpp"
#include "solvers/mcts/search.hpp"
#include "solvers/players/spec.hpp"

namespace trilith::players {

// What a player found when it chose, for records of games.
template <Game G>
struct Thought {
  std::optional<double> value;  // for the side to move, in the player's value_unit()
  std::optional<int> exact;     // its payoff under best play of all, when that is proven
  std::vector<std::pair<typename G::Move, std::uint64_t>> visits;  // of a tree search
};

// Units of values.
inline constexpr std::string_view kNoValues = "none";
inline constexpr std::string_view kMeanResult = "mean result, 1 won, 0 drawn, -1 lost";

// One seat's player. Its choices are a function of the seed, the game's number and the moves made
// (unless it is told to use several threads or a clock).
template <Game G>
class Player {
 public:
  using Position = typename G::Position;
  using Move = typename G::Move;

  virtual ~Player() = default;
  // Before the first move of game number `unit`.
  virtual void start(const Position& /*position*/, std::uint64_t /*unit*/) {}
  // A legal move of a running game in which its seat is due.
  virtual Move choose(const Position& position) = 0;
  // After every move of every seat.
  virtual void played(const Position& /*before*/, const Move& /*move*/) {}
  // A line about the last choice, for people; may be empty.
  virtual std::string remark() const { return {}; }
  // What it knows about the last choice.
  virtual Thought<G> thought() const { return {}; }
  virtual std::string_view value_unit() const { return kNoValues; }
};

struct PlayerOptions {
  std::uint64_t seed = 1;
  std::uint32_t seat = 0;                        // players of one game draw from different streams
  const std::atomic<bool>* interrupt = nullptr;  // when set, a search ends with its best so far
};

// Any legal move, all alike.
template <Game G>
class RandomPlayer : public Player<G> {
 public:
  explicit RandomPlayer(const PlayerOptions& options)
      : options_(options), random_(options.seed, 0, options.seat) {}

  void start(const typename G::Position&, std::uint64_t unit) override {
    random_ = RandomStream(options_.seed, unit, options_.seat);
  }
  typename G::Move choose(const typename G::Position& p) override {
    MoveList<G> moves;
    G::legal_moves(p, moves);
    return moves[random_.below(static_cast<std::uint32_t>(moves.size()))];
  }

 private:
  PlayerOptions options_;
  RandomStream random_;
};

// The options of `mcts`, read from a spec.
struct MctsSettings {
  mcts::Limits limits;
  mcts::Options options;
  float exploration = mcts::Uct{}.exploration;
  bool reuse = true;
  const std::atomic<bool>* interrupt = nullptr;
};

inline MctsSettings read_mcts_settings(OptionReader& reader, const PlayerOptions& player) {
  MctsSettings settings;
  const bool other_limit = reader.given("seconds") || reader.given("nodes");
  settings.limits.playouts = reader.whole("playouts", other_limit ? mcts::Limits::kNone : 10'000, 1,
                                          std::uint64_t{1} << 40);
  settings.limits.nodes = reader.whole("nodes", mcts::Limits::kNone, 1, std::uint64_t{1} << 40);
  settings.limits.seconds = reader.real("seconds", settings.limits.seconds, 0.001, 86'400);
  settings.exploration = static_cast<float>(reader.real("c", settings.exploration, 0, 100));
  settings.options.memory_bytes = reader.whole("memory-mb", 256, 1, 1 << 16) << 20;
  settings.options.threads = static_cast<int>(reader.whole("threads", 1, 1, 256));
  settings.reuse = reader.choice("reuse", 1, {"no", "yes"}) == 1;
  settings.options.parallel = mcts::Parallel::roots;  // the same moves at every run
  settings.options.seed = player.seed ^ mix64(player.seat);
  settings.interrupt = player.interrupt;
  return settings;
}

// Tree search; keeps its tree from move to move.
template <Game G, class Leaf = mcts::Playout<G>>
class MctsPlayer : public Player<G> {
 public:
  using Position = typename G::Position;
  using Move = typename G::Move;

  explicit MctsPlayer(const MctsSettings& settings, Leaf leaf = {})
      : settings_(settings), leaf_(std::move(leaf)) {}

  void start(const Position& position, std::uint64_t unit) override {
    settings_.options.unit = unit;
    begin(position);
  }
  Move choose(const Position& position) override {
    if (!search_ || search_->position() != position) {
      begin(position);
    } else if (!settings_.reuse) {
      search_->reset(position);
    }
    report_ = search_->run(settings_.limits, settings_.interrupt);
    return report_->best();
  }
  void played(const Position& before, const Move& move) override {
    if (search_ && search_->position() == before) search_->advance(move);
  }
  std::string remark() const override {
    if (!report_) return {};
    const mcts::Bounds bounds = report_->bounds(report_->mover);
    std::string text = "expects " + std::to_string(report_->root.mean(report_->mover)).substr(0, 6);
    if (bounds.exact()) text += std::string(" (proven ") + mcts::result_text(bounds) + ")";
    return text + " after " + std::to_string(report_->playouts) + " playouts";
  }
  Thought<G> thought() const override {
    Thought<G> thought;
    if (!report_) return thought;
    thought.value = report_->root.mean(report_->mover);
    // Bounds tell won, drawn and lost, which is the payoff where there is nothing else to win.
    const mcts::Bounds bounds = report_->bounds(report_->mover);
    if (G::max_payoff == 1 && bounds.exact()) thought.exact = bounds.lo;
    for (const auto& move : report_->moves) thought.visits.emplace_back(move.move, move.visits);
    return thought;
  }
  std::string_view value_unit() const override { return kMeanResult; }

 private:
  using Tree = mcts::Search<G, Leaf>;

  // As a new search would, but in the memory that an earlier game has touched.
  void begin(const Position& position) {
    if (search_) return search_->reset(position, settings_.options.unit);
    search_ = std::make_unique<Tree>(position, settings_.options, leaf_,
                                     mcts::Uct{settings_.exploration});
  }

  MctsSettings settings_;
  Leaf leaf_;
  std::unique_ptr<Tree> search_;
  std::optional<mcts::Report<G>> report_;
};

// The kinds that every game has: random and mcts with plain playouts. Null for another kind.
template <Game G>
std::unique_ptr<Player<G>> make_player(const Spec& spec, const PlayerOptions& options) {
  OptionReader reader(spec);
  if (spec.kind == "random") {
    reader.finish();
    return std::make_unique<RandomPlayer<G>>(options);
  }
  if (spec.kind == "mcts") {
    const MctsSettings settings = read_mcts_settings(reader, options);
    reader.finish();
    return std::make_unique<MctsPlayer<G>>(settings);
  }
  return nullptr;
}

}  // namespace trilith::players
