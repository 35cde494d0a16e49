// The Othello engine of play and the protocols: its options, its weights, its player.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "engines/othello/position.hpp"
#include "eval/othello/weights.hpp"
#include "solvers/othello/player.hpp"
#include "tools/cli_fwd.hpp"

namespace trilith::tools {

struct EngineOptions {
  std::optional<int> depth;
  std::optional<double> seconds;
  std::optional<std::uint64_t> nodes;
  std::uint64_t hash_mb = 64;
  std::string weights;

  // The limits given; without any, a depth that answers at once.
  othello::PlayLimits limits() const;
};

// Adds --depth, --time, --nodes, --hash-mb and --weights.
std::shared_ptr<EngineOptions> add_engine_options(CLI::App& command);

class OthelloEngine {
 public:
  // Throws UserError for weights that cannot be read.
  OthelloEngine(const EngineOptions& options, int threads);

  // The move for a position that is not over; under the reversi variant the first discs too.
  othello::Choice choose(const othello::Position& p, const othello::PlayLimits& limits);

  othello::Player& player() { return player_; }
  void clear() { player_.clear(); }

 private:
  std::shared_ptr<const othello::Weights> weights_;
  othello::Player player_;
};

}  // namespace trilith::tools
