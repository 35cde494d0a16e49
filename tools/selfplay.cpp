// `trilith selfplay`: games of players against each other, kept as a dataset for numpy.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "engines/error.hpp"
#include "tools/commands.hpp"
#include "tools/common.hpp"
#include "tools/dataset_builder.hpp"
#include "tools/game_rules.hpp"
#include "tools/play_loop.hpp"
#include "tools/processes.hpp"
#include "tools/progress.hpp"
#include "tools/run_folder.hpp"
#include "tools/selfplay_units.hpp"
#include "tools/unit_run.hpp"

namespace trilith::tools {
namespace {

constexpr std::uint64_t kMostGames = 0xffffffff;
constexpr std::uint64_t kUsualMaxPlies = 10'000;

struct Options {
  std::string game;
  std::string rules;
  std::string out;
  std::string players;
  std::uint64_t games = 1000;
  std::string openings;
  double random_moves = 0;
  std::uint64_t random_until = 0;
  std::string exact;
  bool no_visits = false;
  std::uint64_t max_plies = kUsualMaxPlies;
  std::uint64_t shard_games = 10'000;
  std::string range;
};

bool searches_a_tree(const players::Spec& spec) {
  return spec.kind == "mcts" || spec.kind == "ismcts";
}

std::optional<int> whole_number(const std::string& text) {
  int value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || value < 0) return std::nullopt;
  return value;
}

OpeningOptions read_openings_option(const std::string& text) {
  OpeningOptions openings;
  openings.balanced = text == "balanced";
  openings.plies = whole_number(text);
  if (!openings.balanced && !openings.plies) openings.file = text;
  return openings;
}

int read_exact_option(const std::string& text) {
  if (text == "none") return 0;
  if (text == "all") return 64;
  const std::optional<int> most = whole_number(text);
  if (!most || *most > 64) {
    throw UserError(
        fmt::format("--exact '{}': a number of empty squares from 0 to 64, all or none", text));
  }
  return *most;
}

SelfplayPlan make_plan(const Options& options, std::uint64_t seed) {
  SelfplayPlan plan;
  plan.game = options.game;
  plan.seed = seed;
  plan.random_moves = options.random_moves;
  plan.random_until = options.random_until;
  plan.max_plies = options.max_plies;
  visit_rules(options.game, options.rules, [&]<class G>(G, const RulesOf<G>& rules) {
    plan.rules = rules.text();
    const bool othello = std::is_same_v<G, othello::Othello>;
    std::string players = options.players;
    if (players.empty()) {
      players = othello ? "engine:depth=6" : Chance<G> ? "memory" : "mcts:playouts=1000";
    }
    plan.players = read_seats(players, rules.seats());
    if (!options.openings.empty()) {
      plan.openings = read_openings_option(options.openings);
    } else if (othello) {
      plan.openings = read_openings_option(plan.rules == "standard" ? "balanced" : "8");
    }
    plan.exact = read_exact_option(!options.exact.empty() ? options.exact
                                   : othello              ? "10"
                                                          : "none");
  });
  for (const players::Spec& spec : plan.players) {
    plan.visits |= searches_a_tree(spec) && !options.no_visits;
  }
  return plan;
}

// What makes a run the one it is; the settings of its dataset.
Json run_json(const SelfplayPlan& plan, const SelfplayUnits& units, const Options& options) {
  Json players = Json::array();
  const std::vector<std::string> value_units = units.value_units();
  for (std::size_t p = 0; p < plan.players.size(); ++p) {
    players.push_back({{"player", plan.players[p].text()}, {"value_unit", value_units[p]}});
  }
  const std::uint64_t per_unit = plan.games_per_unit();
  return {{"command", "selfplay"},
          {"version", TRILITH_VERSION},
          {"game", plan.game},
          {"rules", plan.rules},
          {"players", std::move(players)},
          {"seed", plan.seed},
          {"units", (options.games + per_unit - 1) / per_unit},
          {"games_per_unit", per_unit},
          {"openings", units.openings_text()},
          {"opening_count", units.openings()},
          {"random_moves", plan.random_moves},
          {"random_until", plan.random_until},
          {"max_plies", plan.max_plies},
          {"exact", plan.exact},
          {"visits", plan.visits},
          {"units_per_shard", std::max<std::uint64_t>(1, options.shard_games / per_unit)}};
}

// The dataset that an earlier run has finished in this folder.
std::optional<Dataset> finished_dataset(const std::string& folder, const Json& run) {
  if (!std::filesystem::exists(folder + "/manifest.json")) return std::nullopt;
  Dataset dataset(folder);
  if (dataset.manifest().at("settings") != run) {
    throw UserError(
        fmt::format("folder '{}' holds the dataset of another run; give another --out", folder));
  }
  return dataset;
}

void print_dataset(const Dataset& dataset, const Common& common, double seconds,
                   std::optional<double> keeping_seconds) {
  const Json& counts = dataset.manifest().at("counts");
  const auto positions = counts.at("positions").get<double>();
  if (common.json) {
    Json json = {{"out", dataset.folder()},
                 {"game", dataset.shape().game},
                 {"rules", dataset.shape().rules}};
    json.update(counts);
    json["shards"] = dataset.shards();
    json["bytes"] = dataset.bytes();
    json["position_bytes"] = sizeof(PositionRow);
    json["seconds"] = seconds;
    if (keeping_seconds) json["keeping_seconds"] = *keeping_seconds;
    print_json(json);
    return;
  }
  const auto number = [&](const char* name) { return counts.at(name).get<std::uint64_t>(); };
  fmt::print("{}: {} games ({} repeated), {} positions ({} repeated; {} up to symmetry)\n",
             dataset.folder(), number("games"), number("repeated_games"), number("positions"),
             number("repeated_positions"), number("distinct_up_to_symmetry"));
  fmt::print("{} shards, {:.1f} MB, {} bytes a position", dataset.shards(),
             static_cast<double>(dataset.bytes()) / 1e6, sizeof(PositionRow));
  if (keeping_seconds) {
    fmt::print("; {} ({:.0f} positions/s)", duration_text(seconds), positions / seconds);
  }
  fmt::print("\n");
}

void run_selfplay(const Options& options, const Common& common, Processes& processes) {
  const SelfplayPlan plan = make_plan(options, common.seed);
  const std::unique_ptr<const SelfplayUnits> units = make_selfplay_units(plan);
  const Json run = run_json(plan, *units, options);
  DatasetBuilder builder(options.out, run);
  const UnitRange all{0, builder.shape().units};
  const UnitRange range = options.range.empty() ? all : parse_unit_range(options.range);
  if (range.last > all.last) {
    throw UserError(
        fmt::format("--range '{}': the run has the units 0:{}", options.range, all.last));
  }
  const bool whole = range == all;

  std::vector<UnitPlayer> players(static_cast<std::size_t>(common.threads));
  const auto play = [&](int thread, std::uint64_t unit) {
    UnitPlayer& player = players[static_cast<std::size_t>(thread)];
    if (!player) player = units->make_player();
    return player(unit);
  };
  if (!processes.leads()) {
    processes.help(common.threads, play);
    return;
  }
  create_folder(options.out);
  if (const std::optional<Dataset> dataset = finished_dataset(options.out, run)) {
    print_dataset(*dataset, common, 0, std::nullopt);
    return;
  }
  const Stopwatch watch;
  Progress progress(common.quiet);
  std::uint64_t done = 0;
  UnitHooks hooks;
  hooks.finished = [&](std::uint64_t, std::string_view) {
    progress.show("selfplay", static_cast<double>(++done), static_cast<double>(range.size()),
                  "units");
  };
  if (whole) {
    hooks.in_order = [&](std::uint64_t unit, std::string_view result) {
      builder.add(unit, result);
      return true;
    };
  }
  UnitRun work(range, hooks);
  work.open_journal(options.out + "/" + kJournalName, run);
  const RunEnd end = processes.work(work, common.threads, play);
  progress.clear();
  if (end == RunEnd::interrupted) {
    throw Interrupted{fmt::format("interrupted, {} of {} units are kept; go on with: {}",
                                  work.done(), range.size(), command_line())};
  }
  work.finish_journal();
  const double keeping = work.keeping_seconds();
  if (whole) {
    const Dataset dataset = builder.finish();
    print_dataset(dataset, common, watch.seconds(), keeping);
    return;
  }
  if (common.json) {
    print_json({{"out", options.out}, {"range", {range.first, range.last}}, {"of", all.last}});
  } else {
    fmt::print("{}: units {}:{} of {}; trilith merge puts the parts together\n", options.out,
               range.first, range.last, all.last);
  }
}

}  // namespace

void add_selfplay(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("selfplay", "Plays games and writes them as a dataset for numpy");
  const auto common = add_common(*command);
  const auto options = std::make_shared<Options>();
  command->add_option("--game", options->game, kGameHelp)->required();
  command->add_option("--rules", options->rules, kGameRulesHelp);
  command
      ->add_option("--out", options->out, "Folder of the dataset; a run goes on where it was left")
      ->required();
  command->add_option("--players,--seats", options->players,
                      "Players, one for all seats or one per seat, like engine:depth=6 or "
                      "mcts:playouts=1000,random; different ones play every opening in all "
                      "rotations of the seats");
  command->add_option("--games", options->games, "Games, rounded up to whole work units")
      ->check(CLI::Range(std::uint64_t{1}, kMostGames))
      ->capture_default_str();
  command->add_option("--openings", options->openings,
                      "balanced (Othello: shipped 8-ply openings), a number of plies (all openings "
                      "of this length up to symmetry), or a file with one per line");
  command
      ->add_option("--random-moves", options->random_moves,
                   "Share of moves drawn from all legal ones, 0 to 1")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  command->add_option("--random-until", options->random_until,
                      "Draw moves only so many plies after the opening (default: to the end)");
  command->add_option("--exact", options->exact,
                      "Solve positions with at most so many empty squares (Othello, default 10) or "
                      "open slots (Otrio for two, default none); all or none");
  command->add_flag("--no-visits", options->no_visits, "Keep no visit counts of tree searches");
  command
      ->add_option("--max-plies", options->max_plies, "End an undecided game after so many plies")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{0xffff}))
      ->capture_default_str();
  command->add_option("--shard-games", options->shard_games, "Games per shard")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000}))
      ->capture_default_str();
  command->add_option("--range", options->range,
                      "Make only the units a:b of the run, for trilith merge");
  command->callback([common, options] {
    Processes processes;
    run_selfplay(*options, *common, processes);
  });
}

}  // namespace trilith::tools
