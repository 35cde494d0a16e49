// `trilith othello openings`: generates balanced openings, one for each position up to symmetry.
#include <fmt/core.h>
#include <omp.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <iostream>
#include <memory>
#include <vector>

#include "engines/openings.hpp"
#include "engines/othello/game.hpp"
#include "tools/common.hpp"
#include "tools/othello.hpp"
#include "tools/othello_engine.hpp"
#include "tools/progress.hpp"

namespace trilith::tools {
namespace {

using othello::Othello;

constexpr std::size_t kMostOpenings = 10'000'000;
constexpr std::uint64_t kHashMb = 8;

struct Options {
  int plies = 8;
  double bound = 4;
  int depth = 8;
  std::string weights;
};

struct ScoredOpening {
  std::vector<othello::Move> moves;
  othello::Position position;
  double score = 0;  // for Black
};

// Each position by a cleared player, so that no score depends on another or on threads.
void score(std::vector<ScoredOpening>& openings, const Options& options, const Common& common) {
  Progress progress(common.quiet);
  std::size_t done = 0;
#pragma omp parallel num_threads(common.threads)
  {
    EngineOptions engine_options;
    engine_options.hash_mb = kHashMb;
    engine_options.weights = options.weights;
    OthelloEngine engine(engine_options, 1);
    othello::PlayLimits limits;
    limits.depth = options.depth;
#pragma omp for schedule(dynamic, 16)
    for (std::size_t i = 0; i < openings.size(); ++i) {
      if (interrupted()) continue;
      ScoredOpening& opening = openings[i];
      engine.clear();
      const double value = engine.choose(opening.position, limits).score;
      opening.score = opening.position.seat == othello::kBlack ? value : -value;
#pragma omp critical
      progress.show("openings", static_cast<double>(++done), static_cast<double>(openings.size()),
                    "openings");
    }
  }
  if (interrupted()) throw Interrupted{"interrupted; nothing was printed, run it again"};
}

void run(const Options& options, const Common& common) {
  const othello::Position start = othello::initial_position({});
  std::vector<ScoredOpening> openings;
  for (auto& moves : distinct_openings<Othello>(start, options.plies, kMostOpenings)) {
    ScoredOpening opening{std::move(moves), start, 0};
    for (const othello::Move move : opening.moves) othello::play(opening.position, move);
    openings.push_back(std::move(opening));
  }
  score(openings, options, common);
  std::size_t kept = 0;
  for (const ScoredOpening& opening : openings) {
    if (std::abs(opening.score) > options.bound) continue;
    ++kept;
    const std::string moves = othello::game_text(opening.moves);
    if (common.json) {
      print_json({{"moves", moves}, {"score", opening.score}});
    } else {
      std::cout << moves << '\n';
    }
  }
  if (!common.quiet) {
    fmt::print(stderr, "{} of {} openings of {} plies are within {} discs by depth {}\n", kept,
               openings.size(), options.plies, options.bound, options.depth);
  }
}

}  // namespace

void add_othello_openings(CLI::App& othello) {
  CLI::App* command = othello.add_subcommand(
      "openings", "Lists balanced openings, one for each position up to symmetry");
  const auto common = add_common(*command);
  const auto options = std::make_shared<Options>();
  command->add_option("--plies", options->plies, "Length of the openings")
      ->check(CLI::Range(1, 10))
      ->capture_default_str();
  command->add_option("--bound", options->bound, "Largest score of either side in discs")
      ->check(CLI::Range(0.0, 64.0))
      ->capture_default_str();
  command->add_option("--depth", options->depth, "Discs the search that scores them looks ahead")
      ->check(CLI::Range(1, 30))
      ->capture_default_str();
  command->add_option("--weights", options->weights, "Weights file (default: the shipped one)");
  command->callback([common, options] { run(*options, *common); });
}

}  // namespace trilith::tools
