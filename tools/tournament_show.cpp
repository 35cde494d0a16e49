// Lists the games of a run folder and replays one.
#include "tools/tournament_show.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engines/error.hpp"
#include "tools/common.hpp"
#include "tools/tournament_log.hpp"
#include "tools/tournament_units.hpp"

namespace trilith::tools {
namespace {

// `12.1`: unit 12, its first game.
std::pair<std::uint64_t, std::size_t> parse_game_id(const std::string& text) {
  const std::size_t dot = text.find('.');
  std::uint64_t unit = 0;
  std::size_t number = 0;
  const char* const end = text.data() + text.size();
  if (dot != std::string::npos) {
    const auto first = std::from_chars(text.data(), text.data() + dot, unit);
    const auto second = std::from_chars(text.data() + dot + 1, end, number);
    if (first.ec == std::errc() && first.ptr == text.data() + dot && second.ec == std::errc() &&
        second.ptr == end && number >= 1) {
      return {unit, number - 1};
    }
  }
  throw UserError(fmt::format("game '{}': is not UNIT.NUMBER, like 12.1", text));
}

struct ShowOptions {
  std::string folder;
  std::string game;
  std::string svg;
  int ply = -1;
};

Json game_json(const TournamentLog& log, const LoggedUnit& unit, std::size_t number) {
  const LoggedGame& game = unit.games[number];
  Json players = Json::array();
  for (const std::size_t player : game.seats) {
    players.push_back(log.settings.entrants[player].name);
  }
  Json json = {{"id", fmt::format("{}.{}", unit.unit, number + 1)},
               {"players", players},
               {"payoff", game.payoff},
               {"plies", game.plies},
               {"finished", game.finished}};
  if (!game.faults.empty()) {
    json["faults"] = Json::array();
    for (const LoggedFault& fault : game.faults) {
      json["faults"].push_back({{"player", log.settings.entrants[fault.player].name},
                                {"kind", fault.kind},
                                {"detail", fault.detail}});
    }
  }
  return json;
}

// A line for people.
std::string game_line(const TournamentLog& log, const LoggedUnit& unit, std::size_t number) {
  const LoggedGame& game = unit.games[number];
  std::string text = fmt::format("{}.{} ", unit.unit, number + 1);
  for (std::size_t seat = 0; seat < game.seats.size(); ++seat) {
    text +=
        fmt::format(" {} {:+d}", log.settings.entrants[game.seats[seat]].name, game.payoff[seat]);
  }
  text += fmt::format("  {} plies", game.plies);
  for (const LoggedFault& fault : game.faults) {
    text += fmt::format("  {} of {}: {}", fault.kind, log.settings.entrants[fault.player].name,
                        fault.detail);
  }
  if (!game.finished && game.faults.empty()) text += "  not finished";
  return text;
}

void list_games(const TournamentLog& log, const Common& common) {
  for (const LoggedUnit& unit : log.units) {
    for (std::size_t number = 0; number < unit.games.size(); ++number) {
      if (common.json) {
        print_json(game_json(log, unit, number));
      } else {
        std::cout << game_line(log, unit, number) << '\n';
      }
    }
  }
}

void show(const ShowOptions& options, const Common& common) {
  const TournamentLog log = read_tournament(options.folder);
  if (options.game.empty()) return list_games(log, common);
  const auto [id, number] = parse_game_id(options.game);
  const auto unit = std::find_if(log.units.begin(), log.units.end(),
                                 [&](const LoggedUnit& u) { return u.unit == id; });
  if (unit == log.units.end() || number >= unit->games.size()) {
    throw UserError(fmt::format("game '{}': is not in folder '{}', which has {} finished units",
                                options.game, options.folder, log.units.size()));
  }
  std::optional<std::size_t> ply;
  if (options.ply >= 0) ply = static_cast<std::size_t>(options.ply);
  const ShownGame shown = units_of_log(log.settings)->show(*unit, number, ply);
  if (!options.svg.empty()) {
    if (shown.svg.empty()) throw UserError("there are no pictures of this game");
    write_file(options.svg, shown.svg);
  }
  if (common.json) {
    Json json = game_json(log, *unit, number);
    json["start"] = unit->start;
    json["opening"] = words_of(unit->opening).size();
    json["moves"] = shown.moves;
    json["position"] = shown.position;
    print_json(json);
    return;
  }
  std::cout << game_line(log, *unit, number) << "\nstart " << unit->start << "\nmoves";
  for (std::size_t i = 0; i < shown.moves.size(); ++i) {
    if (i == words_of(unit->opening).size() && i > 0) std::cout << " |";
    std::cout << ' ' << shown.moves[i];
  }
  std::cout << "\nafter ply " << ply.value_or(shown.moves.size()) << ": " << shown.position << '\n'
            << shown.picture << std::flush;
}

}  // namespace

void add_tournament_show(CLI::App& tournament) {
  CLI::App* shown = tournament.add_subcommand("show", "Replays a game, or lists all");
  const auto show_common = add_common(*shown);
  const auto show_options = std::make_shared<ShowOptions>();
  shown->add_option("folder", show_options->folder, "Run folder")->required();
  shown->add_option("game", show_options->game, "Unit and number of the game in it, like 12.1");
  shown->add_option("--ply", show_options->ply, "Show the position after so many plies")
      ->check(CLI::Range(0, 1'000'000'000));
  shown->add_option("--svg", show_options->svg, "Write a picture of the position");
  shown->callback([show_common, show_options] { show(*show_options, *show_common); });
}

}  // namespace trilith::tools
