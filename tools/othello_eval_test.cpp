// `trilith othello eval-test`: searches positions whose moves all have known scores.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "engines/error.hpp"
#include "engines/othello/notation.hpp"
#include "engines/othello/obf.hpp"
#include "solvers/othello/midgame.hpp"
#include "tools/common.hpp"
#include "tools/memory.hpp"
#include "tools/othello.hpp"
#include "tools/othello_weights.hpp"
#include "tools/progress.hpp"

namespace trilith::tools {
namespace {

using othello::MidgameSearcher;
using othello::Move;
using othello::ObfRecord;
using othello::Weights;

struct Options {
  std::string file;
  std::string weights;
  std::string probcut;
  int depth = 12;
  int percent = 73;
  std::uint64_t hash_mb = 16;
};

struct Outcome {
  Move move = othello::kPass;
  double score = 0;  // as searched
  int best = 0;      // the true score of the position
  int reached = 0;   // and of the move
  std::uint64_t nodes = 0;
  double seconds = 0;
};

// The records that say what their moves are worth.
std::vector<ObfRecord> read_records(const std::string& path) {
  std::vector<ObfRecord> records = othello::parse_obf(read_file(path), path);
  std::erase_if(records, [](const ObfRecord& record) { return record.moves.empty(); });
  if (records.empty())
    throw UserError(fmt::format("file '{}': no position with scored moves", path));
  return records;
}

Outcome look(MidgameSearcher& searcher, const ObfRecord& record, const Options& options,
             int selectivity) {
  const Stopwatch watch;
  const othello::Board board = record.position.board;
  const int depth = std::min(options.depth, board.empty_count());
  searcher.clear();
  const alphabeta::SearchResult result = searcher.deepen(board, {depth, selectivity});
  Outcome outcome;
  const std::vector<Move> line = searcher.line(board, 1);
  if (!line.empty()) outcome.move = line[0];
  outcome.score = static_cast<double>(result.score) / othello::kMidgameUnit;
  outcome.nodes = result.nodes;
  // A move that the file does not score counts as the worst one.
  outcome.best = outcome.reached = record.moves[0].score;
  for (const othello::ScoredMove& move : record.moves) {
    outcome.best = std::max(outcome.best, move.score);
    outcome.reached = std::min(outcome.reached, move.score);
  }
  for (const othello::ScoredMove& move : record.moves) {
    if (move.move == outcome.move) outcome.reached = move.score;
  }
  outcome.seconds = watch.seconds();
  return outcome;
}

void print_outcome(const ObfRecord& record, const Outcome& outcome) {
  print_json({{"position", othello::position_text(record.position)},
              {"empties", record.position.board.empty_count()},
              {"move", othello::move_text(outcome.move)},
              {"score", outcome.score},
              {"move_score", outcome.reached},
              {"best_score", outcome.best},
              {"is_best", outcome.reached == outcome.best},
              {"nodes", outcome.nodes},
              {"seconds", outcome.seconds}});
}

void summarise(const std::vector<Outcome>& outcomes, const Options& options, const Common& common) {
  const auto count = static_cast<double>(outcomes.size());
  int best = 0;
  double error = 0;
  double loss = 0;
  double seconds = 0;
  std::uint64_t nodes = 0;
  for (const Outcome& outcome : outcomes) {
    best += outcome.reached == outcome.best ? 1 : 0;
    error += std::abs(outcome.score - outcome.best);
    loss += outcome.best - outcome.reached;
    nodes += outcome.nodes;
    seconds += outcome.seconds;
  }
  if (common.json) {
    print_json({{"positions", outcomes.size()},
                {"depth", options.depth},
                {"selectivity", options.percent},
                {"best_moves", best},
                {"best_move_percent", 100 * best / count},
                {"mean_error", error / count},
                {"mean_loss", loss / count},
                {"nodes", nodes},
                {"seconds", seconds}});
    return;
  }
  fmt::print(
      "{} positions, depth {} at {} %: best move in {} ({:.1f} %), mean error of the score {:.2f} "
      "discs, mean loss of the move {:.2f} discs, {} nodes, {:.2f} s\n",
      outcomes.size(), options.depth, options.percent, best, 100 * best / count, error / count,
      loss / count, nodes, seconds);
}

void test(const Options& options, const Common& common, const CpuOption& cpu) {
  const int selectivity = othello::parse_selectivity(options.percent);
  const std::vector<ObfRecord> records = read_records(options.file);
  const std::shared_ptr<const Weights> weights = read_weights(options.weights);
  const othello::ProbCut probcut = read_probcut(options.probcut);
  const std::size_t hash_bytes = checked_hash_bytes(options.hash_mb);
  const othello::CpuPath path = cpu.chosen_path();
  std::vector<Outcome> outcomes(records.size());
  Progress progress(common.quiet);
  std::size_t done = 0;
#pragma omp parallel num_threads(common.threads)
  {
    MidgameSearcher searcher(*weights, probcut, hash_bytes, path);
#pragma omp for schedule(dynamic)
    for (std::size_t i = 0; i < records.size(); ++i) {
      if (interrupted()) continue;
      outcomes[i] = look(searcher, records[i], options, selectivity);
#pragma omp critical
      progress.show("searching", static_cast<double>(++done), static_cast<double>(records.size()),
                    "positions");
    }
  }
  progress.clear();
  if (interrupted()) throw Interrupted{"interrupted; the test starts anew each time"};
  if (common.json) {
    for (std::size_t i = 0; i < records.size(); ++i) print_outcome(records[i], outcomes[i]);
  }
  summarise(outcomes, options, common);
}

}  // namespace

void add_othello_eval_test(CLI::App& othello) {
  CLI::App* command = othello.add_subcommand(
      "eval-test", "Searches positions with known scores: how often the best move, what error");
  const auto common = add_common(*command);
  const auto cpu = add_cpu_option(*command);
  const auto options = std::make_shared<Options>();
  command->add_option("file", options->file, "OBF lines with the score of every move")->required();
  command->add_option("--depth", options->depth, "Discs to look ahead")
      ->check(CLI::Range(1, 60))
      ->capture_default_str();
  command
      ->add_option("--selectivity", options->percent,
                   "Confidence of the cuts in percent: 73, 87, 95, 98, 99, or 100 for none")
      ->capture_default_str();
  command->add_option("--weights", options->weights, "Weights file (default: the shipped one)");
  command->add_option("--probcut", options->probcut,
                      "File of ProbCut parameters (default: the shipped one)");
  command->add_option("--hash-mb", options->hash_mb, "Table of each thread in MiB")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 24))
      ->capture_default_str();
  command->callback([common, cpu, options] { test(*options, *common, *cpu); });
}

}  // namespace trilith::tools
