// `trilith othello tune`: fits the weights of the evaluation to games and scored positions.
#include <fmt/core.h>
#include <xxhash.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "engines/error.hpp"
#include "engines/othello/archive.hpp"
#include "eval/othello/tuning.hpp"
#include "tools/common.hpp"
#include "tools/othello.hpp"
#include "tools/othello_games.hpp"
#include "tools/progress.hpp"

namespace trilith::tools {
namespace {

using othello::Label;
using othello::PhaseReport;
using othello::SampleSet;
using othello::Weights;

// In the order of Label.
constexpr std::array kLabels = {"result", "theory", "search", "exact", "best"};

struct Options {
  std::vector<std::string> games;
  std::vector<std::string> held_out;
  std::string out;
  std::string patterns;
  std::string svg;
  std::string label = "theory";
  std::string loss = "squares";
  othello::SampleOptions samples;
  int phases = 20;
  int percent = 10;
  othello::FitOptions fit;
};

struct Input {
  SampleSet train;
  SampleSet held_out;
  std::uint64_t checksum = 0;  // of all files' content
};

// Adds the samples of a file or dataset; `checksum` goes on over its content.
void read_samples(const std::string& path, const othello::SampleOptions& options, SampleSet& set,
                  std::uint64_t& checksum) {
  if (is_folder(path)) {
    const std::uint64_t manifest = add_dataset_samples(path, options, set);
    checksum = XXH3_64bits_withSeed(&manifest, sizeof manifest, checksum);
    return;
  }
  const std::string content = read_file(path);
  checksum = XXH3_64bits_withSeed(content.data(), content.size(), checksum);
  const othello::Archive archive = parse_archive(content, othello::format_of_path(path), path);
  if (archive.games.empty() && archive.positions.empty()) {
    throw UserError(fmt::format("file '{}': nothing in it to learn from", path));
  }
  add_samples(archive, options, set);
}

void read_games(const std::vector<std::string>& paths, const Options& options, SampleSet& set,
                std::uint64_t& checksum) {
  othello::SampleOptions sample_options = options.samples;
  const auto* const label = std::find(kLabels.begin(), kLabels.end(), options.label);
  sample_options.label = static_cast<Label>(label - kLabels.begin());
  for (const std::string& path : paths) {
    read_samples(path, sample_options, set, checksum);
    if (interrupted()) throw Interrupted{"interrupted while the games were read"};
  }
}

// Moves the games that the seed holds out from one set to the other.
void split(std::uint64_t seed, int percent, Input& input) {
  std::vector<othello::Sample> train;
  for (const othello::Sample& sample : input.train.samples) {
    const bool held = othello::is_held_out(seed, sample.game, static_cast<std::uint32_t>(percent));
    (held ? input.held_out.samples : train).push_back(sample);
  }
  input.train.samples = std::move(train);
}

Input read_input(const Options& options, std::uint64_t seed) {
  Input input;
  read_games(options.games, options, input.train, input.checksum);
  read_games(options.held_out, options, input.held_out, input.checksum);
  if (options.held_out.empty()) split(seed, options.percent, input);
  if (input.train.samples.empty()) {
    throw UserError(
        fmt::format("the input has no position with label '{}' to learn from", options.label));
  }
  return input;
}

// How the weights were made, in the file: the same text for a run that goes on after a stop.
std::string note_of(const Options& options, const Input& input, std::uint64_t seed) {
  return fmt::format(
      "trilith othello tune; {} game files and {} held-out files, XXH3 of the contents {:016x}; "
      "{} games used, {} left out; label {}, most-loss {}, empty squares {}-{}; phases {}, loss "
      "{}, "
      "ridge {}, iterations {}, patience {}, held-out {} %, seed {}",
      options.games.size(), options.held_out.size(), input.checksum,
      input.train.games + input.held_out.games, input.train.skipped + input.held_out.skipped,
      options.label, options.samples.most_loss, options.samples.most_empties,
      options.samples.least_empties, options.phases,
      options.loss == "squares" ? options.loss : fmt::format("logistic {}", options.fit.scale),
      options.fit.ridge, options.fit.iterations, options.fit.patience,
      options.held_out.empty() ? options.percent : 0, seed);
}

// An unfinished run's weights carry this in front of the note.
std::string partial_note(const std::string& note, int next_phase) {
  return fmt::format("unfinished, next phase {}; {}", next_phase, note);
}

// Takes up a run that was stopped; returns the phase to fit next.
int resume(const std::string& path, const std::string& note, Weights& weights) {
  const int last = weights.phases() - 1;
  if (!std::filesystem::exists(path)) return last;
  Weights found = Weights::parse(read_file(path), path);
  if (found.features().text() != weights.features().text()) return last;
  for (int next = last - 1; next >= 0; --next) {
    if (found.note() != partial_note(note, next)) continue;
    weights = std::move(found);
    return next;
  }
  return last;
}

Json report_json(const PhaseReport& report) {
  return {{"phase", report.phase},
          {"most_empties", report.most_empties},
          {"least_empties", report.least_empties},
          {"train_positions", report.train_positions},
          {"held_out_positions", report.held_positions},
          {"iterations", report.iterations},
          {"train_error", report.train_error},
          {"held_out_error", report.held_error},
          {"seconds", report.seconds}};
}

void print_report(const PhaseReport& report) {
  fmt::print("{:5} {:3}-{:<2} {:9} {:9} {:4} {:8.3f} {:8.3f} {:6.1f} s\n", report.phase,
             report.most_empties, report.least_empties, report.train_positions,
             report.held_positions, report.iterations, report.train_error, report.held_error,
             report.seconds);
  std::cout << std::flush;
}

void tune(Options options, const Common& common) {
  options.fit.threads = common.threads;
  options.fit.loss = options.loss == "squares" ? othello::Loss::squares : othello::Loss::logistic;
  const std::string table = options.patterns.empty() ? std::string(othello::kDefaultPatterns)
                                                     : read_file(options.patterns);
  Weights weights(othello::FeatureSet::parse(table), options.phases);
  Progress progress(common.quiet);
  progress.show("reading games");
  const Input input = read_input(options, common.seed);
  progress.clear();
  const std::string note = note_of(options, input, common.seed);
  const std::string part = options.out + ".part";
  const int first = resume(part, note, weights);
  if (!common.json && !common.quiet) {
    fmt::print(stderr, "{}\n", note);
    fmt::print("phase empties train     held-out iter  train    held-out error in discs\n");
  }
  std::vector<PhaseReport> reports;
  for (int phase = first; phase >= 0; --phase) {
    progress.show(fmt::format("phase {}", phase), first - phase, first + 1, "phases");
    reports.push_back(
        fit_phase(input.train.samples, input.held_out.samples, options.fit, phase, weights));
    progress.clear();
    if (common.json) {
      print_json(report_json(reports.back()));
    } else {
      print_report(reports.back());
    }
    if (phase > 0) {
      weights.set_note(partial_note(note, phase - 1));
      write_file(part, weights.bytes(1));
      if (interrupted()) {
        throw Interrupted{"interrupted; the same command goes on with phase " +
                          std::to_string(phase - 1)};
      }
    }
  }
  weights.set_note(note);
  write_file(options.out, weights.bytes());
  std::filesystem::remove(part);
  if (!options.svg.empty()) write_file(options.svg, othello::error_chart(reports));
}

}  // namespace

void add_othello_tune(CLI::App& othello) {
  CLI::App* command =
      othello.add_subcommand("tune", "Fits the weights of the evaluation to games and scores");
  const auto common = add_common(*command);
  const auto options = std::make_shared<Options>();
  command
      ->add_option(
          "games", options->games,
          "Files of games (.wtb, .ggf, move strings) or of scored positions (.obf), folders "
          "of self-play")
      ->required();
  command->add_option("--out", options->out, "Weights file to write")->required();
  command->add_option("--held-out", options->held_out,
                      "Files of games to test on instead of a part of the others");
  command->add_option("--held-out-percent", options->percent, "Games to test on, by seed")
      ->check(CLI::Range(0, 90))
      ->capture_default_str();
  command->add_option("--patterns", options->patterns,
                      "Feature table: lines of a name and squares (default: built in)");
  command
      ->add_option(
          "--label", options->label,
          "result: the game's; theory: WTHOR's perfect score where it is known, else the "
          "result; search: what stands beside the position in self-play and GGF; exact: "
          "the proven score; best: the exact one, else the search's. OBF scores always count")
      ->check(CLI::IsMember(std::vector<std::string>(kLabels.begin(), kLabels.end())))
      ->capture_default_str();
  command
      ->add_option("--most-loss", options->samples.most_loss,
                   "With theory: later positions only from games whose result is so near it")
      ->check(CLI::Range(0, 128))
      ->capture_default_str();
  command
      ->add_option("--least-empties", options->samples.least_empties,
                   "Positions of games only with so many empty squares; those of .obf files all")
      ->check(CLI::Range(0, 60))
      ->capture_default_str();
  command
      ->add_option("--most-empties", options->samples.most_empties,
                   "Positions of games only with at most so many empty squares")
      ->check(CLI::Range(0, 60))
      ->capture_default_str();
  command->add_option("--phases", options->phases, "Weight tables by empty squares")
      ->check(CLI::Range(1, othello::kMaxPhases))
      ->capture_default_str();
  command
      ->add_option("--loss", options->loss,
                   "squares of the error in discs, or logistic: of the chance to win")
      ->check(CLI::IsMember({"squares", "logistic"}))
      ->capture_default_str();
  command->add_option("--scale", options->fit.scale, "Discs of lead that win 73 % under logistic")
      ->check(CLI::Range(0.1, 64.0))
      ->capture_default_str();
  command
      ->add_option("--ridge", options->fit.ridge,
                   "Pull of a weight to that of the next phase, in observations")
      ->check(CLI::Range(1e-3, 1e9))
      ->capture_default_str();
  command->add_option("--iterations", options->fit.iterations, "Conjugate gradient steps at most")
      ->check(CLI::Range(0, 10000))
      ->capture_default_str();
  command
      ->add_option("--patience", options->fit.patience,
                   "Steps without a better held-out error before a phase is done")
      ->check(CLI::Range(1, 10000))
      ->capture_default_str();
  command->add_option("--svg", options->svg, "Also draw the errors by phase in this file");
  command->callback([common, options] { tune(*options, *common); });
}

}  // namespace trilith::tools
