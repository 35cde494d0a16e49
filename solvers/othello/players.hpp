// Othello's players by their text.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "engines/othello/game.hpp"
#include "eval/othello/weights.hpp"
#include "solvers/othello/player.hpp"
#include "solvers/players/player.hpp"

namespace trilith::othello {

// Alpha-beta with the evaluation, then exactly. Forgets all at the start of a game, so that games
// do not depend on each other.
class EnginePlayer : public players::Player<Othello> {
 public:
  EnginePlayer(std::shared_ptr<const Weights> weights, std::size_t hash_bytes,
               const PlayLimits& limits, int threads = 1)
      : weights_(std::move(weights)), player_(*weights_, hash_bytes, threads), limits_(limits) {}

  void start(const Position&, std::uint64_t) override { player_.clear(); }
  Move choose(const Position& position) override;
  std::string remark() const override;
  players::Thought<Othello> thought() const override;
  std::string_view value_unit() const override { return "discs"; }

  // What the last choose() found.
  const Choice& last() const { return choice_; }

 private:
  std::shared_ptr<const Weights> weights_;
  othello::Player player_;
  PlayLimits limits_;
  Choice choice_;
};

// The weights in a file; throws UserError.
using WeightsLoader = std::function<std::shared_ptr<const Weights>(const std::string& path)>;

// The kinds are
//   random
//   mcts        as everywhere; playout=evaluation (no playout but the trained evaluation, the
//               default), guided (playouts by it), fast or uniform (two ways to the same random
//               games); weights (a file) for the first two
//   engine      depth, nodes, seconds, threads, hash-mb, weights (a file); alphabeta is another
//               name for it
// Throws UserError for another kind. Without a loader there are only the shipped weights.
std::unique_ptr<players::Player<Othello>> make_player(const players::Spec& spec,
                                                      const players::PlayerOptions& options,
                                                      const WeightsLoader& load = nullptr);

}  // namespace trilith::othello
