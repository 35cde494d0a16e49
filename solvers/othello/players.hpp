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
               const PlayLimits& limits, int threads = 1,
               const ProbCut& probcut = ProbCut::shipped())
      : weights_(std::move(weights)),
        player_(*weights_, hash_bytes, threads, probcut),
        limits_(limits) {}

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

// What is in a file, the shipped ones without a path; both throw UserError.
struct FileLoaders {
  std::function<std::shared_ptr<const Weights>(const std::string& path)> weights;
  std::function<ProbCut(const std::string& path)> probcut;
};

// The kinds are
//   random
//   mcts        as everywhere; playout=evaluation (no playout but the trained evaluation, the
//               default), guided (playouts by it), fast or uniform (two ways to the same random
//               games); weights (a file) for the first two
//   engine      depth, nodes, seconds, threads, hash-mb, weights and probcut (files); alphabeta is
//               another name for it
// Throws UserError for another kind. Without loaders there are only the shipped files.
std::unique_ptr<players::Player<Othello>> make_player(const players::Spec& spec,
                                                      const players::PlayerOptions& options,
                                                      const FileLoaders& load = {});

}  // namespace trilith::othello
