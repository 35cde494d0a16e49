// `trilith othello probcut-fit`: fits the parameters of Multi-ProbCut to searches of our own.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engines/error.hpp"
#include "engines/random.hpp"
#include "solvers/othello/midgame.hpp"
#include "tools/common.hpp"
#include "tools/othello.hpp"
#include "tools/othello_games.hpp"
#include "tools/othello_weights.hpp"
#include "tools/progress.hpp"

namespace trilith::tools {
namespace {

using othello::GameRecord;
using othello::Position;
using othello::ProbCutSample;
using othello::Weights;

constexpr std::size_t kHashBytes = std::size_t{16} << 20;

struct Options {
  std::vector<std::string> games;
  std::string out;
  std::string weights;
  int positions = 1000;
  int depth = 8;
  int most_empties = 54;
  int least_empties = 8;
};

// A position of a random game with a random number of empty squares, or nothing.
std::optional<Position> draw(const std::vector<GameRecord>& games, const Options& options,
                             RandomStream& random) {
  const GameRecord& game = games[random.below(static_cast<std::uint32_t>(games.size()))];
  const int wanted =
      options.least_empties + static_cast<int>(random.below(static_cast<std::uint32_t>(
                                  options.most_empties - options.least_empties + 1)));
  Position p = game.start;
  for (const othello::RecordedMove& recorded : game.moves) {
    if (p.board.empty_count() == wanted && placements(p) != 0 && p.placing == 0) return p;
    play(p, recorded.move);
  }
  return std::nullopt;
}

// Every pair of searches as the selective search will take them, from one position.
void measure(othello::MidgameSearcher& searcher, const Position& p, int most_depth,
             std::vector<ProbCutSample>& samples) {
  searcher.clear();
  alphabeta::Control control;
  std::vector<double> values;
  const int empties = p.board.empty_count();
  for (int depth = 0; depth <= std::min(most_depth, empties); ++depth) {
    const int guess = depth < 2 ? 0 : static_cast<int>(values[values.size() - 2]);
    const alphabeta::SearchResult result = searcher.search_around(
        p.board, guess * othello::kMidgameUnit, {depth, othello::kNoCuts}, 1, control);
    values.push_back(static_cast<double>(result.score) / othello::kMidgameUnit);
    for (int shallow = depth & 1; shallow <= depth - 2; shallow += 2) {
      samples.push_back(
          {empties, depth, shallow, values.back() - values[static_cast<std::size_t>(shallow)]});
    }
  }
}

void fit(const Options& options, const Common& common) {
  if (options.least_empties > options.most_empties) {
    throw UserError("probcut-fit: --least-empties is above --most-empties");
  }
  const std::vector<GameRecord> games = read_othello_games(options.games);
  const std::shared_ptr<const Weights> weights = read_weights(options.weights);

  const auto count = static_cast<std::size_t>(options.positions);
  std::vector<std::vector<ProbCutSample>> of_position(count);
  Progress progress(common.quiet);
  std::size_t done = 0;
#pragma omp parallel num_threads(common.threads)
  {
    othello::MidgameSearcher searcher(*weights, othello::ProbCut::shipped(), kHashBytes);
#pragma omp for schedule(dynamic)
    for (std::size_t i = 0; i < count; ++i) {
      RandomStream random(common.seed, i);
      if (interrupted()) continue;
      if (const std::optional<Position> p = draw(games, options, random)) {
        measure(searcher, *p, options.depth, of_position[i]);
      }
#pragma omp critical
      progress.show("searching", static_cast<double>(++done), static_cast<double>(count),
                    "positions");
    }
  }
  progress.clear();
  if (interrupted()) throw Interrupted{"interrupted; the fit starts anew each time"};
  std::vector<ProbCutSample> samples;
  for (const auto& part : of_position) samples.insert(samples.end(), part.begin(), part.end());
  const othello::ProbCut result = othello::fit_probcut(samples);
  const std::string note = fmt::format(
      "trilith othello probcut-fit; {} pairs of searches of {} positions, {} game files, empty "
      "squares {}-{}, depth up to {}, seed {}",
      samples.size(), count, options.games.size(), options.least_empties, options.most_empties,
      options.depth, common.seed);
  write_file(options.out, result.text(note));
  if (common.json) {
    print_json(
        {{"pairs", samples.size()}, {"coefficients", result.coefficients}, {"file", options.out}});
  } else if (!common.quiet) {
    fmt::print("{}", result.text(note));
  }
}

}  // namespace

void add_othello_probcut_fit(CLI::App& othello) {
  CLI::App* command = othello.add_subcommand(
      "probcut-fit", "Fits how far shallow searches err, for Multi-ProbCut, to searches of games");
  const auto common = add_common(*command);
  const auto options = std::make_shared<Options>();
  const auto empties = CLI::Range(1, 60);
  command
      ->add_option("games", options->games,
                   "Files of games (.wtb, .ggf or move strings), folders of self-play")
      ->required();
  command->add_option("--out", options->out, "File of parameters to write")->required();
  command->add_option("--weights", options->weights, "Weights file (default: the shipped one)");
  command->add_option("--positions", options->positions, "Positions to search")
      ->check(CLI::Range(1, 10'000'000))
      ->capture_default_str();
  command->add_option("--depth", options->depth, "The deepest search, without cuts")
      ->check(CLI::Range(2, 20))
      ->capture_default_str();
  command->add_option("--most-empties", options->most_empties, "Positions from here")
      ->check(empties)
      ->capture_default_str();
  command->add_option("--least-empties", options->least_empties, "Positions to here")
      ->check(empties)
      ->capture_default_str();
  command->callback([common, options] { fit(*options, *common); });
}

}  // namespace trilith::tools
