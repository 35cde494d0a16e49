// Options of the engine and the choice of a move for a whole position.
#include "tools/othello_engine.hpp"

#include <CLI/CLI.hpp>
#include <bit>

#include "tools/othello_weights.hpp"

namespace trilith::tools {
namespace {

constexpr int kDefaultDepth = 10;

}  // namespace

othello::PlayLimits EngineOptions::limits() const {
  othello::PlayLimits limits;
  if (depth) limits.depth = *depth;
  if (seconds) limits.seconds = *seconds;
  if (nodes) limits.nodes = *nodes;
  if (!depth && !seconds && !nodes) limits.depth = kDefaultDepth;
  return limits;
}

std::shared_ptr<EngineOptions> add_engine_options(CLI::App& command) {
  auto options = std::make_shared<EngineOptions>();
  command
      .add_option("--depth", options->depth,
                  "Discs the engine looks ahead (default 10 without another limit)")
      ->check(CLI::Range(1, 60));
  command.add_option("--time", options->seconds, "Seconds per move of the engine")
      ->check(CLI::Range(0.0, 1e6));
  command.add_option("--nodes", options->nodes, "Positions per move of the engine");
  command.add_option("--hash-mb", options->hash_mb, "Memory for the tables in MiB")
      ->check(CLI::Range(1, 1 << 20))
      ->capture_default_str();
  command.add_option("--weights", options->weights, "Weights file (default: the shipped one)");
  return options;
}

OthelloEngine::OthelloEngine(const EngineOptions& options, int threads)
    : weights_(read_weights(options.weights)), player_(*weights_, options.hash_mb << 20, threads) {}

othello::Choice OthelloEngine::choose(const othello::Position& p,
                                      const othello::PlayLimits& limits) {
  if (p.placing == 0) return player_.choose(p.board, limits);
  othello::Choice choice;
  choice.move = static_cast<othello::Move>(std::countr_zero(placements(p)));
  choice.pv = {choice.move};
  return choice;
}

}  // namespace trilith::tools
