// `trilith tournament`: plays a tournament into a run folder and writes its report.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "engines/error.hpp"
#include "tools/commands.hpp"
#include "tools/common.hpp"
#include "tools/entrants.hpp"
#include "tools/processes.hpp"
#include "tools/progress.hpp"
#include "tools/run_folder.hpp"
#include "tools/standings.hpp"
#include "tools/strength_text.hpp"
#include "tools/tournament_report.hpp"
#include "tools/tournament_show.hpp"
#include "tools/tournament_units.hpp"
#include "tools/unit_run.hpp"

namespace trilith::tools {
namespace {

struct Options {
  std::string players;
  std::string out;
  std::string format = "round-robin";
  std::uint64_t rounds = 10;
  std::string range;
  std::string anchor;
  int opening_plies = -1;
  HypothesesOptions hypotheses;
  TournamentPlan plan;
};

std::optional<AnchorRating> read_anchor(const std::string& text) {
  if (text.empty()) return std::nullopt;
  return parse_anchor(text);
}

Standings standings_of(const TournamentLog& log) {
  Standings standings(log.settings);
  for (const LoggedUnit& unit : log.units) standings.add(unit);
  return standings;
}

// Writes report.html and results.json; prints the table.
void report(const std::string& folder, const std::optional<AnchorRating>& anchor,
            const Common& common) {
  const TournamentLog log = read_tournament(folder);
  const Standings standings = standings_of(log);
  const std::optional<SequentialOutcome> test = sequential_outcome(log);
  const Json json = standings_json(standings, anchor, test);
  write_file(folder + "/results.json", json.dump(2) + '\n');
  write_file(folder + "/report.html", report_html(log, standings, anchor, test));
  if (common.json) {
    print_json(json);
  } else {
    std::cout << standings_text(standings, anchor, test) << std::flush;
    if (!common.quiet) fmt::print(stderr, "report: {}/report.html\n", folder);
  }
}

// The score of a match, or who leads.
std::string running_score(const Standings& standings) {
  const TournamentSettings& settings = standings.settings();
  const std::vector<Record>& records = standings.records();
  if (standings.games() == 0) return "no game yet";
  if (records.size() == 2) {
    std::string text = fmt::format("{} {:g} - {:g} {}", settings.entrants[0].name,
                                   records[0].points, records[1].points, settings.entrants[1].name);
    if (settings.pairs()) {
      const auto s = ratings::strength(standings.matches().at({0, 1}).results);
      text += fmt::format(", Elo {} [{}, {}]", elo_text(s->elo), elo_text(s->elo_interval.low),
                          elo_text(s->elo_interval.high));
    }
    return text;
  }
  const auto share = [](const Record& r) {
    return r.games == 0 ? 0 : r.points / static_cast<double>(r.games);
  };
  const auto best =
      std::max_element(records.begin(), records.end(),
                       [&](const Record& a, const Record& b) { return share(a) < share(b); });
  return fmt::format("{} leads with {:g} of {}",
                     settings.entrants[static_cast<std::size_t>(best - records.begin())].name,
                     best->points, best->games);
}

void run(Options options, const Common& common, Processes& processes) {
  if (options.plan.game.empty() || options.players.empty() || options.out.empty()) {
    throw UserError("tournament: give --game, --players and --out, or one of show and report");
  }
  const std::optional<AnchorRating> anchor = read_anchor(options.anchor);
  options.plan.gauntlet = options.format == "gauntlet";
  options.plan.seed = common.seed;
  options.plan.hypotheses = options.hypotheses.read();
  options.plan.entrants = read_entrants(options.players);
  if (options.opening_plies >= 0) options.plan.openings.plies = options.opening_plies;
  if (anchor && std::none_of(options.plan.entrants.begin(), options.plan.entrants.end(),
                             [&](const Entrant& e) { return e.name == anchor->name; })) {
    throw UserError(fmt::format("anchor '{}' is not a player", anchor->name));
  }
  const std::unique_ptr<const TournamentUnits> units = make_tournament_units(options.plan);
  const std::uint64_t total = options.rounds * units->units_per_round();
  UnitRange range{0, total};
  if (!options.range.empty()) {
    range = parse_unit_range(options.range);
    if (range.last > total) {
      throw UserError(fmt::format("range {}: the tournament has {} units", options.range, total));
    }
  }
  if (options.plan.hypotheses && range.first != 0) {
    throw UserError(
        fmt::format("range {}: a sequential test looks at the units from 0 on; give 0:{}",
                    options.range, range.last));
  }
  std::vector<UnitPlayer> players(static_cast<std::size_t>(common.threads));
  const auto play = [&](int thread, std::uint64_t unit) {
    UnitPlayer& player = players[static_cast<std::size_t>(thread)];
    if (!player) player = units->make_player();
    return player(unit).result();
  };
  if (!processes.leads()) return processes.help(common.threads, play);
  create_folder(options.out);

  const TournamentSettings& settings = units->settings();
  Progress progress(common.quiet);
  Standings standings(settings);
  std::optional<ratings::SequentialTest> test;
  if (settings.hypotheses) test.emplace(*settings.hypotheses);
  UnitHooks hooks;
  std::uint64_t done = 0;
  hooks.finished = [&](std::uint64_t unit, std::string_view result) {
    standings.add(parse_unit(settings, unit, result));
    progress.show(running_score(standings), static_cast<double>(++done),
                  static_cast<double>(range.size()), "units");
  };
  if (test) {
    hooks.in_order = [&](std::uint64_t unit, std::string_view result) {
      test->add(unit, pair_result(settings, parse_unit(settings, unit, result)));
      return test->verdict() == ratings::Verdict::undecided;
    };
  }
  UnitRun unit_run(range, hooks);
  unit_run.open_journal(journal_path(options.out), settings.json());
  const RunEnd end = processes.work(unit_run, common.threads, play);
  players.clear();
  progress.clear();
  if (end == RunEnd::interrupted) {
    report(options.out, anchor, common);
    throw Interrupted{fmt::format("interrupted after {} of {} units; go on with: {}",
                                  unit_run.done(), range.size(), command_line())};
  }
  unit_run.finish_journal();
  report(options.out, anchor, common);
}

void add_run_options(CLI::App& command, Options& options) {
  command.add_option("--game", options.plan.game, kGameHelp);
  command.add_option(
      "--players", options.players,
      "File of players, one a line: NAME PLAYER or PLAYER, like fast engine:depth=4; "
      "engines of others as NAME gtp:command=PROGRAM ARGUMENTS (or nboard:), with "
      "start=S,move=S before command");
  command.add_option("--out", options.out, "Run folder; a run that is there goes on");
  command.add_option("--rules", options.plan.rules, kGameRulesHelp);
  command.add_option("--format", options.format, "round-robin, or gauntlet of the first player")
      ->check(CLI::IsMember({"round-robin", "gauntlet"}))
      ->capture_default_str();
  command
      .add_option("--rounds", options.rounds,
                  "Rounds: each line-up meets once a round, in all rotations of the seats")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000}))
      ->capture_default_str();
  command.add_option("--range", options.range, "Only the units a:b (a to b - 1)");
  auto* file = command.add_option("--openings", options.plan.openings.file,
                                  "File of openings, the moves of one a line");
  command
      .add_option("--opening-plies", options.opening_plies,
                  "All openings of so many plies up to symmetry (default: Othello 6, Otrio 2)")
      ->check(CLI::Range(0, 20))
      ->excludes(file);
  command
      .add_option("--max-moves", options.plan.max_moves,
                  "A game of so many moves counts as a draw (default 100000)")
      ->check(CLI::Range(1, 100'000'000));
  command.add_option("--anchor", options.anchor, "NAME=ELO fixes a player's rating");
  add_hypotheses_options(command, options.hypotheses);
}

}  // namespace

void add_tournament(CLI::App& app) {
  constexpr std::size_t kDefaultMaxMoves = 100'000;
  CLI::App* command = app.add_subcommand("tournament", "Plays matches and tournaments of players");
  const auto common = add_common(*command);
  const auto options = std::make_shared<Options>();
  options->plan.max_moves = kDefaultMaxMoves;
  add_run_options(*command, *options);
  command->require_subcommand(0, 1);

  add_tournament_show(*command);

  CLI::App* reported = command->add_subcommand("report", "Writes the report of a run folder anew");
  const auto report_common = add_common(*reported);
  const auto report_folder = std::make_shared<std::string>();
  const auto report_anchor = std::make_shared<std::string>();
  reported->add_option("folder", *report_folder, "Run folder")->required();
  reported->add_option("--anchor", *report_anchor, "NAME=ELO fixes a player's rating");
  reported->callback([report_common, report_folder, report_anchor] {
    report(*report_folder, read_anchor(*report_anchor), *report_common);
  });

  command->callback([command, common, options] {
    if (!command->get_subcommands().empty()) return;
    Processes processes;
    run(*options, *common, processes);
  });
}

}  // namespace trilith::tools
