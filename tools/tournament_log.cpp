// Reading and writing of units, with every number checked.
#include "tools/tournament_log.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

#include "engines/error.hpp"

namespace trilith::tools {
namespace {

constexpr int kJournalVersion = 1;

template <class Value>
Value field(const Json& json, const char* name) {
  const auto found = json.find(name);
  if (found == json.end()) throw UserError(fmt::format("no field '{}'", name));
  try {
    return found->get<Value>();
  } catch (const Json::exception&) {
    throw UserError(fmt::format("field '{}' is {}", name, found->dump().substr(0, 60)));
  }
}

LoggedGame parse_game(const TournamentSettings& settings, std::size_t opening_plies,
                      const Json& json) {
  LoggedGame game;
  game.seats = field<std::vector<std::size_t>>(json, "seats");
  game.moves = field<std::string>(json, "moves");
  game.plies = opening_plies + words_of(game.moves).size();
  game.payoff = field<std::vector<int>>(json, "payoff");
  game.finished = field<bool>(json, "finished");
  if (game.seats.size() != settings.seats() || game.payoff.size() != settings.seats()) {
    throw UserError(fmt::format("a game of {} seats and {} payoffs where the rules have {}",
                                game.seats.size(), game.payoff.size(), settings.seats()));
  }
  for (const std::size_t player : game.seats) {
    if (player >= settings.entrants.size()) {
      throw UserError(fmt::format("player {} of {}", player, settings.entrants.size()));
    }
  }
  for (const int payoff : game.payoff) {
    if (payoff < -settings.max_payoff || payoff > settings.max_payoff) {
      throw UserError(fmt::format("payoff {} of at most {}", payoff, settings.max_payoff));
    }
  }
  if (const auto faults = json.find("faults"); faults != json.end()) {
    for (const Json& fault : *faults) {
      game.faults.push_back({field<std::size_t>(fault, "player"), field<std::string>(fault, "kind"),
                             field<std::string>(fault, "detail")});
      if (game.faults.back().player >= settings.entrants.size()) {
        throw UserError(fmt::format("a fault of player {}", game.faults.back().player));
      }
    }
  }
  return game;
}

}  // namespace

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    if (end > begin) words.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

Json TournamentSettings::json() const {
  Json players = Json::array();
  for (const Entrant& entrant : entrants) {
    players.push_back({{"name", entrant.name}, {"spec", entrant.spec}});
  }
  Json json = {{"tournament", kJournalVersion},
               {"game", game},
               {"rules", rules},
               {"format", format},
               {"openings", openings},
               {"seed", seed},
               {"max_moves", max_moves},
               {"max_payoff", max_payoff},
               {"sides", sides},
               {"players", std::move(players)},
               {"sprt", nullptr}};
  if (hypotheses) {
    json["sprt"] = {{"normalized", hypotheses->model == ratings::EloModel::normalized},
                    {"elo0", hypotheses->elo0},
                    {"elo1", hypotheses->elo1},
                    {"alpha", hypotheses->alpha},
                    {"beta", hypotheses->beta}};
  }
  return json;
}

TournamentSettings TournamentSettings::parse(const Json& json) {
  if (!json.is_object() || !json.contains("tournament")) {
    throw UserError("is no journal of a tournament");
  }
  if (const int version = field<int>(json, "tournament"); version != kJournalVersion) {
    throw UserError(
        fmt::format("version {} where this program knows {}", version, kJournalVersion));
  }
  TournamentSettings settings;
  settings.game = field<std::string>(json, "game");
  settings.rules = field<std::string>(json, "rules");
  settings.format = field<std::string>(json, "format");
  settings.openings = field<std::string>(json, "openings");
  settings.seed = field<std::uint64_t>(json, "seed");
  settings.max_moves = field<std::size_t>(json, "max_moves");
  settings.max_payoff = field<int>(json, "max_payoff");
  settings.sides = field<std::vector<int>>(json, "sides");
  constexpr std::size_t kMostSeats = 6;
  const auto seats = static_cast<int>(settings.sides.size());
  if (settings.sides.size() < 2 || settings.sides.size() > kMostSeats ||
      std::any_of(settings.sides.begin(), settings.sides.end(),
                  [seats](int side) { return side < 0 || side >= seats; })) {
    throw UserError("field 'sides' is wrong");
  }
  if (settings.max_payoff < 1 || settings.max_payoff > 64) {
    throw UserError(fmt::format("field 'max_payoff' is {}", settings.max_payoff));
  }
  for (const Json& player : field<Json>(json, "players")) {
    settings.entrants.push_back(
        {field<std::string>(player, "name"), field<std::string>(player, "spec")});
  }
  if (settings.entrants.size() < 2) throw UserError("field 'players' has fewer than two");
  if (const Json sprt = field<Json>(json, "sprt"); !sprt.is_null()) {
    settings.hypotheses =
        ratings::Hypotheses{field<bool>(sprt, "normalized") ? ratings::EloModel::normalized
                                                            : ratings::EloModel::logistic,
                            field<double>(sprt, "elo0"), field<double>(sprt, "elo1"),
                            field<double>(sprt, "alpha"), field<double>(sprt, "beta")};
    ratings::check_hypotheses(*settings.hypotheses);
    if (!settings.pairs() || settings.entrants.size() != 2) {
      throw UserError("field 'sprt' is there without a match of two");
    }
  }
  return settings;
}

std::vector<double> LoggedGame::shares(const std::vector<int>& sides) const {
  const int most = *std::max_element(payoff.begin(), payoff.end());
  std::vector<double> result(payoff.size(), 0);
  std::vector<int> winners;
  for (std::size_t seat = 0; seat < payoff.size(); ++seat) {
    if (payoff[seat] == most &&
        std::find(winners.begin(), winners.end(), sides[seat]) == winners.end()) {
      winners.push_back(sides[seat]);
    }
  }
  for (std::size_t seat = 0; seat < payoff.size(); ++seat) {
    if (payoff[seat] == most) result[seat] = 1.0 / static_cast<double>(winners.size());
  }
  return result;
}

std::string LoggedUnit::result() const {
  Json list = Json::array();
  for (const LoggedGame& game : games) {
    Json json = {{"seats", game.seats},
                 {"moves", game.moves},
                 {"payoff", game.payoff},
                 {"finished", game.finished}};
    if (!game.faults.empty()) {
      json["faults"] = Json::array();
      for (const LoggedFault& fault : game.faults) {
        json["faults"].push_back(
            {{"player", fault.player}, {"kind", fault.kind}, {"detail", fault.detail}});
      }
    }
    list.push_back(std::move(json));
  }
  return Json{{"round", round}, {"start", start}, {"opening", opening}, {"games", std::move(list)}}
      .dump();
}

LoggedUnit parse_unit(const TournamentSettings& settings, std::uint64_t unit,
                      std::string_view result) {
  const Json json = Json::parse(result, nullptr, false);
  if (!json.is_object()) throw UserError("the result is no JSON object");
  LoggedUnit logged;
  logged.unit = unit;
  logged.round = field<std::uint64_t>(json, "round");
  logged.start = field<std::string>(json, "start");
  logged.opening = field<std::string>(json, "opening");
  const std::size_t plies = words_of(logged.opening).size();
  const Json games = field<Json>(json, "games");
  if (!games.is_array() || games.size() != settings.seats()) {
    throw UserError(fmt::format("{} games where a unit has {}", games.size(), settings.seats()));
  }
  for (const Json& game : games) {
    logged.games.push_back(parse_game(settings, plies, game));
    std::vector<std::size_t> rotated = logged.games[0].seats;
    std::rotate(rotated.begin(),
                rotated.begin() + static_cast<std::ptrdiff_t>(logged.games.size() - 1),
                rotated.end());
    if (logged.games.back().seats != rotated) {
      throw UserError(
          fmt::format("game {} does not rotate the seats of the first", logged.games.size()));
    }
  }
  return logged;
}

std::string journal_path(const std::string& folder) {
  return (std::filesystem::path(folder) / "journal.jsonl").string();
}

TournamentLog read_tournament(const std::string& folder) {
  const std::string path = journal_path(folder);
  const std::string content = read_file(path);
  TournamentLog log;
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < content.size(); ++number) {
    const std::size_t end = content.find('\n', begin);
    if (end == std::string::npos) break;  // being written, or torn
    const std::string_view line(content.data() + begin, end - begin);
    begin = end + 1;
    try {
      const Json json = Json::parse(line, nullptr, false);
      if (!json.is_object()) throw UserError("is no JSON object");
      if (number == 0) {
        log.settings = TournamentSettings::parse(field<Json>(json, "run"));
      } else {
        log.units.push_back(parse_unit(log.settings, field<std::uint64_t>(json, "unit"),
                                       field<Json>(json, "result").dump()));
      }
    } catch (const std::exception& error) {
      throw UserError(fmt::format("file '{}' line {}: {}", path, number + 1, error.what()));
    }
  }
  if (number == 0) throw UserError(fmt::format("file '{}': is empty", path));
  std::sort(log.units.begin(), log.units.end(),
            [](const LoggedUnit& a, const LoggedUnit& b) { return a.unit < b.unit; });
  for (std::size_t i = 1; i < log.units.size(); ++i) {
    if (log.units[i].unit == log.units[i - 1].unit) {
      throw UserError(fmt::format("file '{}': unit {} is there twice", path, log.units[i].unit));
    }
  }
  return log;
}

}  // namespace trilith::tools
