// `trilith othello label`: scores the positions of games by our own searches, to learn from.
#include <fmt/core.h>
#include <xxhash.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "engines/error.hpp"
#include "solvers/othello/labels.hpp"
#include "tools/common.hpp"
#include "tools/othello.hpp"
#include "tools/othello_games.hpp"
#include "tools/othello_weights.hpp"
#include "tools/progress.hpp"

namespace trilith::tools {
namespace {

using othello::GameRecord;
using othello::LabelOptions;
using othello::ObfRecord;
using othello::Weights;

// Games whose positions are written at once; an interruption loses no more.
constexpr std::size_t kBlockGames = 512;

struct Options {
  std::vector<std::string> games;
  std::string out;
  std::string weights;
  std::string probcut;
  int percent = 87;
  std::uint64_t most_games = 0;  // 0: all
  LabelOptions label;
};

// The file's first line: a run goes on only with what was begun the same way. The note of the
// weights does not count.
std::string header_of(const Options& options, Weights weights, std::size_t games) {
  const LabelOptions& l = options.label;
  weights.set_note("");
  const std::string bytes = weights.bytes(1);
  return fmt::format(
      "% trilith othello label; {} games of {} files; empty squares {}-{}, share {} %, strayed {} "
      "% by {} moves at most; exact from {}, depth {} at {} %, seed {}; XXH3 of the weights "
      "{:016x}\n",
      games, options.games.size(), l.most_empties, l.least_empties, l.share, l.strayed,
      l.stray_moves, l.exact_empties, l.depth, options.percent, l.seed,
      XXH3_64bits(bytes.data(), bytes.size()));
}

std::string end_of_block(std::size_t games) { return fmt::format("% {} games done\n", games); }

// Cuts the unfinished file after its last whole block; returns the games it holds, 0 when it has to
// be begun anew.
std::size_t resume(const std::string& path, const std::string& header, std::size_t most) {
  if (!std::filesystem::exists(path)) return 0;
  const std::string text = read_file(path);
  if (!text.starts_with(header)) return 0;
  const std::size_t mark = text.rfind(" games done\n");
  const std::size_t line = mark == std::string::npos ? mark : text.rfind("% ", mark);
  if (line == std::string::npos) return 0;
  std::size_t games = 0;
  const char* const end = text.data() + mark;
  const auto [stop, error] = std::from_chars(text.data() + line + 2, end, games);
  if (error != std::errc() || stop != end || games > most) return 0;
  std::filesystem::resize_file(path, line + end_of_block(games).size());
  return games;
}

void append(const std::string& path, const std::string& text, bool anew) {
  std::ofstream file(path, std::ios::binary | (anew ? std::ios::trunc : std::ios::app));
  file << text << std::flush;
  if (!file) throw UserError(fmt::format("cannot write '{}'", path));
}

void label(Options options, const Common& common) {
  options.label.seed = common.seed;
  options.label.selectivity = othello::parse_selectivity(options.percent);
  const std::shared_ptr<const Weights> weights = read_weights(options.weights);
  const othello::ProbCut probcut = read_probcut(options.probcut);
  std::vector<GameRecord> games = read_othello_games(options.games);
  if (options.most_games != 0 && games.size() > options.most_games) {
    games.resize(options.most_games);
  }
  const std::string header = header_of(options, *weights, games.size());
  const std::string part = options.out + ".part";
  std::size_t done = resume(part, header, games.size());
  if (done == 0) append(part, header, true);

  Progress progress(common.quiet);
  std::size_t positions = 0;
  const std::size_t first = done;
  while (done < games.size()) {
    progress.show("labelling", static_cast<double>(done - first),
                  static_cast<double>(games.size() - first), "games");
    const std::size_t count = std::min(kBlockGames, games.size() - done);
    std::vector<std::vector<ObfRecord>> records(count);
#pragma omp parallel num_threads(common.threads)
    {
      othello::Labeller labeller(*weights, probcut, options.label);
#pragma omp for schedule(dynamic)
      for (std::size_t i = 0; i < count; ++i) {
        if (!interrupted()) labeller.label(games[done + i], done + i, records[i]);
      }
    }
    if (interrupted()) {
      throw Interrupted{fmt::format("interrupted after {} of {} games; the same command goes on",
                                    done, games.size())};
    }
    std::string text;
    for (const auto& of_game : records) {
      positions += of_game.size();
      for (const ObfRecord& record : of_game) text += obf_text(record) + '\n';
    }
    done += count;
    append(part, text + end_of_block(done), false);
  }
  progress.clear();
  std::filesystem::rename(part, options.out);
  if (common.json) {
    print_json({{"games", games.size()}, {"positions", positions}, {"file", options.out}});
  } else if (!common.quiet) {
    fmt::print("{} positions of {} games\n", positions, games.size() - first);
  }
}

}  // namespace

void add_othello_label(CLI::App& othello) {
  CLI::App* command = othello.add_subcommand(
      "label", "Scores positions of games by search, as OBF for `othello tune`");
  const auto common = add_common(*command);
  const auto options = std::make_shared<Options>();
  LabelOptions& label_options = options->label;
  const auto percent = CLI::Range(0, 100);
  const auto empties = CLI::Range(1, 60);
  command
      ->add_option("games", options->games,
                   "Files of games (.wtb, .ggf or move strings), folders of self-play")
      ->required();
  command->add_option("--out", options->out, "OBF file to write")->required();
  command->add_option("--weights", options->weights, "Weights file (default: the shipped one)");
  command->add_option("--probcut", options->probcut,
                      "File of ProbCut parameters (default: the shipped one)");
  command->add_option("--games", options->most_games, "Only the first so many games");
  command->add_option("--most-empties", label_options.most_empties, "Positions from here")
      ->check(empties)
      ->capture_default_str();
  command->add_option("--least-empties", label_options.least_empties, "Positions to here")
      ->check(empties)
      ->capture_default_str();
  command->add_option("--share", label_options.share, "Percent of the positions to take")
      ->check(percent)
      ->capture_default_str();
  command
      ->add_option("--strayed", label_options.strayed,
                   "Percent of those to take after random moves")
      ->check(percent)
      ->capture_default_str();
  command
      ->add_option("--stray-moves", label_options.stray_moves,
                   "At most so many random moves; each number is as likely")
      ->check(CLI::Range(1, 60))
      ->capture_default_str();
  command
      ->add_option("--exact", label_options.exact_empties,
                   "Exact scores from so many empty squares on")
      ->check(CLI::Range(0, 30))
      ->capture_default_str();
  command->add_option("--depth", label_options.depth, "Discs that the search before looks ahead")
      ->check(CLI::Range(0, 30))
      ->capture_default_str();
  command->add_option("--selectivity", options->percent, "Confidence of its cuts in percent")
      ->capture_default_str();
  command->callback([common, options] { label(*options, *common); });
}

}  // namespace trilith::tools
