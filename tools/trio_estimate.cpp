// `trilith trio estimate`: win shares, lengths and ways of winning with honest intervals.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <optional>

#include "engines/error.hpp"
#include "engines/trio/notation.hpp"
#include "tools/progress.hpp"
#include "tools/trio.hpp"
#include "tools/trio_journal.hpp"
#include "tools/trio_report.hpp"

namespace trilith::tools {
namespace {

constexpr double kDefaultGames = 100'000;

struct Options {
  std::string rules = "3,simple";
  std::vector<std::string> seats;
  std::optional<std::int64_t> games;
  std::optional<double> half_width;
  std::optional<double> seconds;
  double level = 0.95;
  std::optional<std::int64_t> max_turns;
  std::string journal;
  std::string csv;
  std::string svg;
  std::optional<std::int64_t> replay;
};

struct Prepared {
  trio::Experiment experiment;
  std::vector<double> guesses;
};

Prepared prepare(const Options& options, std::uint64_t seed) {
  const trio::Rules rules = trio::parse_rules(options.rules);
  std::vector<trio::LineUp> line_ups;
  for (const std::string& text :
       options.seats.empty() ? std::vector<std::string>{"memory"} : options.seats) {
    line_ups.push_back(trio::parse_line_up(text, rules.players));
  }
  trio::Pilot pilot = trio::run_pilot(rules, line_ups, seed);
  // Few games are asked for: small chunks, so that not many more are played.
  std::uint64_t chunk = 256;
  if (options.games && !options.half_width && !options.seconds) {
    chunk = static_cast<std::uint64_t>(
        std::clamp<std::int64_t>(*options.games / (16 * rules.players), 1, 256));
  }
  const std::uint64_t cap =
      options.max_turns ? static_cast<std::uint64_t>(*options.max_turns) : pilot.max_turns;
  return {trio::Experiment(rules, std::move(line_ups), seed, cap, chunk), std::move(pilot.guesses)};
}

// Game i of the first line-up, move by move.
void replay(const Options& options, const Common& common) {
  const auto [experiment, guesses] = prepare(options, common.seed);
  const auto games = static_cast<std::uint64_t>(experiment.games(0));
  const auto number = static_cast<std::uint64_t>(*options.replay);
  const std::uint64_t block = number / games;
  const int game = static_cast<int>(number % games);
  const std::vector<trio::Player> seated = experiment.seated(0, game);
  const trio::Position start = experiment.start(block, 0, game);
  RandomStream random = experiment.random(block, game);
  Json turns = Json::array();
  std::string text;
  int turn = -1;
  const trio::PlayedGame played = trio::play_game(
      start, seated, experiment.max_turns(), random, [&](const trio::Position& p, trio::Move move) {
        const bool reveal = move < trio::kKeep;
        if (!reveal || p.shown == 0) {
          turn = trio::side_to_move(p);
          turns.push_back({{"seat", turn + 1}, {"moves", Json::array()}});
          text += fmt::format("{}seat {} ({}):", text.empty() ? "" : "\n", turn + 1,
                              trio::player_text(seated[turn]));
        }
        std::string word = trio::move_text(move);
        if (reveal) word += '=' + std::to_string(trio::revealed_number(p, move));
        text += ' ' + word;
        turns.back()["moves"].push_back(word);
      });
  const std::string result = played.capped ? "capped"
                             : played.end.status == trio::Status::drawn
                                 ? "drawn"
                                 : std::string(trio::win_text(played.end.win));
  if (common.json) {
    Json json = {{"rules", trio::rules_text(experiment.rules())},
                 {"seed", common.seed},
                 {"game", *options.replay},
                 {"deal", trio::deal_text(start)},
                 {"seats", trio::line_up_text(seated)},
                 {"turns", played.turns},
                 {"won_by", result}};
    if (played.end.status == trio::Status::won) json["winner"] = played.end.winner + 1;
    json["moves"] = std::move(turns);
    print_json(json);
    return;
  }
  fmt::print("game {}  deal {}\n{}\n", *options.replay, trio::deal_text(start), text);
  if (played.end.status == trio::Status::won) {
    fmt::print("{} {} wins by {} after {} turns\n", start.rules.teams ? "team" : "seat",
               played.end.winner + 1, result, played.turns);
  } else {
    fmt::print("{} after {} turns\n", result, played.turns);
  }
}

void check(const Options& options) {
  if (!(options.level > 0 && options.level < 1)) {
    throw UserError("--level: a number between 0 and 1 is right, as in 0.95");
  }
  if (options.games && *options.games < 1) {
    throw UserError("--games: a number above 0 is right");
  }
  if (options.replay && *options.replay < 0) {
    throw UserError("--replay: games are numbered from 0 on");
  }
  if (options.half_width && !(*options.half_width > 0)) {
    throw UserError("--half-width: a number above 0 is right, as in 0.002");
  }
  if (options.seconds && !(*options.seconds > 0)) {
    throw UserError("--time: a number of seconds above 0 is right");
  }
  if (options.max_turns && (*options.max_turns < 1 || *options.max_turns > 10'000'000)) {
    throw UserError("--max-turns: a number from 1 to 10000000 is right");
  }
}

void run(const Options& options, const Common& common) {
  check(options);
  if (options.replay) {
    replay(options, common);
    return;
  }
  const Prepared prepared = prepare(options, common.seed);
  const trio::Experiment& experiment = prepared.experiment;
  trio::Estimates estimates(experiment, options.level, prepared.guesses);
  std::optional<EstimateJournal> journal;
  if (!options.journal.empty()) {
    journal.emplace(options.journal, estimate_run(experiment, common.seed), experiment.statistics(),
                    [&](const TrioChunk& chunk) { estimates.add(chunk); });
  }

  const bool limited = options.games || options.half_width || options.seconds;
  const double games_wanted = options.games ? static_cast<double>(*options.games)
                              : limited     ? 0
                                            : kDefaultGames;
  const Stopwatch watch;
  const char* stopped = "";
  const auto done = [&] {
    if (interrupted()) {
      stopped = "interrupted";
    } else if (games_wanted > 0 && static_cast<double>(estimates.games(0)) >= games_wanted) {
      stopped = "games";
    } else if (options.half_width && estimates.blocks() > 0 &&
               estimates.widest_share() <= *options.half_width) {
      stopped = "half-width";
    } else if (options.seconds && watch.seconds() >= *options.seconds) {
      stopped = "time";
    }
    return *stopped != '\0';
  };
  Progress progress(common.quiet);
  if (!done()) {
    montecarlo::run_chunks(experiment, estimates.chunks(), common.threads, [&](const auto& chunk) {
      estimates.add(chunk);
      if (journal) journal->add(chunk);
      const trio::Estimate first = estimates.estimate(0);
      const std::string text = fmt::format("{} {:.4f} +- {:.4f}", experiment.described()[0].name,
                                           first.mean, first.half_width);
      const auto games = static_cast<double>(estimates.games(0));
      if (games_wanted > 0) {
        progress.show(text, games, games_wanted, "games");
      } else {
        progress.show(fmt::format("{}  {:.0f} games", text, games));
      }
      return !done();
    });
  }
  progress.clear();
  if (!options.csv.empty()) write_file(options.csv, estimate_csv(experiment, estimates));
  if (!options.svg.empty()) write_file(options.svg, estimate_svg(experiment, estimates));
  if (common.json) {
    Json json = estimate_json(experiment, estimates, options.level, common.seed);
    json["stopped"] = stopped;
    json["seconds"] = watch.seconds();
    print_json(json);
  } else {
    std::cout << estimate_table(experiment, estimates, options.level, common.seed);
  }
  if (std::string_view(stopped) == "interrupted") {
    throw Interrupted{journal ? "interrupted; the same command with --journal " + options.journal +
                                    " goes on from here"
                              : "interrupted; what is printed covers the games played so far "
                                "(--journal FILE makes runs that can go on)"};
  }
}

}  // namespace

void add_trio_estimate(CLI::App& trio) {
  CLI::App* command = trio.add_subcommand(
      "estimate", "Win shares, lengths and ways of winning, with intervals that hold at all times");
  const auto common = add_common(*command);
  const auto options = std::make_shared<Options>();
  command->add_option("--rules", options->rules, kTrioRulesHelp)->capture_default_str();
  command
      ->add_option(
          "--seats", options->seats,
          "Players: one for all seats or one per seat separated by commas, of random, memory, "
          "forgetful:rate=R, myopic, ismcts:playouts=N, no-seven, no-own, centre-only, "
          "open:samples=N (default "
          "memory); "
          "give it again to compare line-ups on the same deals")
      ->expected(1)
      ->take_all();
  command->add_option("--games", options->games,
                      "Stop after so many games of the first line-up (default 100000)");
  command->add_option("--half-width", options->half_width,
                      "Stop when every win share is known to within this");
  command->add_option("--time", options->seconds, "Stop after so many seconds");
  command->add_option("--level", options->level, "Probability that all intervals hold")
      ->capture_default_str();
  command->add_option(
      "--max-turns", options->max_turns,
      "Cap on the turns of a game (default: four times the longest of some trial games)");
  command->add_option("--journal", options->journal,
                      "File of finished chunks; an interrupted run goes on from it");
  command->add_option("--csv", options->csv, "Also write the raw counts to this file");
  command->add_option("--svg", options->svg, "Also draw the result to this file");
  command->add_option("--replay", options->replay, "Play game N of this seed again and show it");
  command->callback([common, options] { run(*options, *common); });
}

}  // namespace trilith::tools
