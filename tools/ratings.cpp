// `trilith ratings`: strength, tests and ratings from run folders or counts of results.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engines/error.hpp"
#include "tools/commands.hpp"
#include "tools/common.hpp"
#include "tools/standings.hpp"
#include "tools/strength_text.hpp"

namespace trilith::tools {
namespace {

struct Options {
  std::vector<std::string> folders;
  std::string anchor;
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

// The runs as one: players of the same name are the same player.
TournamentLog merged(const std::vector<std::string>& folders) {
  TournamentLog all = read_tournament(folders[0]);
  for (std::size_t i = 1; i < folders.size(); ++i) {
    TournamentLog log = read_tournament(folders[i]);
    if (log.settings.game != all.settings.game || log.settings.rules != all.settings.rules) {
      throw UserError(fmt::format("folder '{}': is of {}, {}, and '{}' of {}, {}", folders[i],
                                  log.settings.game, log.settings.rules, folders[0],
                                  all.settings.game, all.settings.rules));
    }
    std::vector<std::size_t> number;  // by player of this run, the player of all
    for (const Entrant& entrant : log.settings.entrants) {
      const auto same = std::find_if(all.settings.entrants.begin(), all.settings.entrants.end(),
                                     [&](const Entrant& e) { return e.name == entrant.name; });
      if (same == all.settings.entrants.end()) {
        number.push_back(all.settings.entrants.size());
        all.settings.entrants.push_back(entrant);
        continue;
      }
      if (same->spec != entrant.spec) {
        throw UserError(fmt::format("folder '{}': its player '{}' is {}, that of '{}' {}",
                                    folders[i], entrant.name, entrant.spec, folders[0],
                                    same->spec));
      }
      number.push_back(static_cast<std::size_t>(same - all.settings.entrants.begin()));
    }
    for (LoggedUnit& unit : log.units) {
      for (LoggedGame& game : unit.games) {
        for (std::size_t& player : game.seats) player = number[player];
        for (LoggedFault& fault : game.faults) fault.player = number[fault.player];
      }
      all.units.push_back(std::move(unit));
    }
    all.settings.hypotheses.reset();
  }
  return all;
}

void show_folders(const Options& options, const Common& common) {
  std::optional<AnchorRating> anchor;
  if (!options.anchor.empty()) anchor = parse_anchor(options.anchor);
  TournamentLog log = merged(options.folders);
  if (const auto hypotheses = options.hypotheses.read()) {
    if (options.folders.size() > 1 || log.settings.entrants.size() != 2 || !log.settings.pairs()) {
      throw UserError("a sequential test is for one match of two players in a game for two");
    }
    log.settings.hypotheses = hypotheses;
  }
  Standings standings(log.settings);
  for (const LoggedUnit& unit : log.units) standings.add(unit);
  const auto test = sequential_outcome(log);
  if (common.json) {
    print_json(standings_json(standings, anchor, test));
  } else {
    fmt::print("{}", standings_text(standings, anchor, test));
  }
}

}  // namespace

void add_ratings(CLI::App& app) {
  CLI::App* command = app.add_subcommand("ratings", "Strength of players from results");
  const auto common = add_common(*command);
  const auto options = std::make_shared<Options>();
  auto* folders = command->add_option("folders", options->folders, "Run folders of tournaments");
  command->add_option("--anchor", options->anchor, "NAME=ELO fixes a player's rating");
  auto* pairs = command
                    ->add_option("--pairs", options->pairs,
                                 "Counts of pairs of games LL,LD,DD+WL,WD,WW instead of folders")
                    ->delimiter(',')
                    ->expected(5)
                    ->excludes(folders);
  command->add_option("--games", options->games, "Counts of single games L,D,W")
      ->delimiter(',')
      ->expected(3)
      ->excludes(pairs)
      ->excludes(folders);
  add_hypotheses_options(*command, options->hypotheses);
  command->callback([common, options] {
    if (!options->pairs.empty()) {
      show_counts<5>(options->pairs, *options, *common);
    } else if (!options->games.empty()) {
      show_counts<3>(options->games, *options, *common);
    } else if (!options->folders.empty()) {
      show_folders(*options, *common);
    } else {
      throw UserError("ratings: give run folders, --pairs LL,LD,DD+WL,WD,WW or --games L,D,W");
    }
  });
}

}  // namespace trilith::tools
