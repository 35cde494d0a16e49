// `trilith ratings`: strength, tests and ratings from counts of results.
#include <fmt/core.h>

#include <memory>
#include <string>
#include <vector>

#include "engines/error.hpp"
#include "tools/commands.hpp"
#include "tools/common.hpp"
#include "tools/strength_text.hpp"

namespace trilith::tools {
namespace {

struct Options {
  std::vector<std::uint64_t> pairs;
  std::vector<std::uint64_t> games;
  HypothesesOptions hypotheses;
};

constexpr std::uint64_t kMostResults = std::uint64_t{1} << 53;  // what a double counts

template <std::size_t kKinds>
void show_counts(const std::vector<std::uint64_t>& counts, const Options& options,
                 const Common& common) {
  ratings::Results<kKinds> results;
  for (std::size_t i = 0; i < kKinds; ++i) {
    if (counts[i] > kMostResults / kKinds) {
      throw UserError(fmt::format("count {}: more than {}", counts[i], kMostResults / kKinds));
    }
    results.counts[i] = counts[i];
  }
  const std::optional<ratings::Hypotheses> hypotheses = options.hypotheses.read();
  const double ratio = hypotheses ? ratings::log_likelihood_ratio(results, *hypotheses) : 0;
  if (common.json) {
    Json json = strength_json(results);
    if (hypotheses) {
      json["sprt"] = hypotheses_json(results, *hypotheses, verdict_of(ratio, *hypotheses));
    }
    print_json(json);
    return;
  }
  fmt::print("{}", strength_text(results));
  if (hypotheses) {
    fmt::print("{}\n", hypotheses_text(*hypotheses, ratio, verdict_of(ratio, *hypotheses)));
    if (!common.quiet) fmt::print(stderr, "if this verdict ended the match: {}\n", kBiasNote);
  }
}

}  // namespace

void add_ratings(CLI::App& app) {
  CLI::App* command = app.add_subcommand("ratings", "Strength of players from results");
  const auto common = add_common(*command);
  const auto options = std::make_shared<Options>();
  auto* pairs = command
                    ->add_option("--pairs", options->pairs,
                                 "Counts of pairs of games LL,LD,DD+WL,WD,WW instead of folders")
                    ->delimiter(',')
                    ->expected(5);
  command->add_option("--games", options->games, "Counts of single games L,D,W")
      ->delimiter(',')
      ->expected(3)
      ->excludes(pairs);
  add_hypotheses_options(*command, options->hypotheses);
  command->callback([common, options] {
    if (!options->pairs.empty()) {
      show_counts<5>(options->pairs, *options, *common);
    } else if (!options->games.empty()) {
      show_counts<3>(options->games, *options, *common);
    } else {
      throw UserError("ratings: give --pairs LL,LD,DD+WL,WD,WW or --games L,D,W");
    }
  });
}

}  // namespace trilith::tools
