// The table in words and as JSON.
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "eval/ratings/distributions.hpp"
#include "tools/standings.hpp"
#include "tools/strength_text.hpp"

namespace trilith::tools {
namespace {

constexpr std::size_t kMostColumns = 12;  // of the error matrix in words
constexpr std::size_t kMostMatches = 45;  // in words

bool has_scores(const TournamentSettings& settings) { return settings.game == "othello"; }

// The mean final score of a game from the sums of pairs.
double mean_score(const Match& match) { return match.scores.mean() / 2; }
ratings::Interval score_interval(const Match& match) {
  const ratings::Interval pair = ratings::mean_interval(match.scores, -128, 128);
  return {pair.low / 2, pair.high / 2};
}

std::uint64_t fault_count(const Record& record) {
  std::uint64_t sum = 0;
  for (const auto& [kind, count] : record.faults) sum += count;
  return sum;
}

// 95 % of the difference to the mean of the player's component.
double margin(const ratings::Ratings& ratings, std::size_t player) {
  const auto i = static_cast<Eigen::Index>(player);
  return ratings::kNormal95 * std::sqrt(std::max(0.0, ratings.covariance(i, i)));
}

std::string players_text(const Standings& standings, const ratings::Ratings& ratings) {
  const std::vector<Entrant>& entrants = standings.settings().entrants;
  std::size_t width = 6;
  for (const Entrant& entrant : entrants) width = std::max(width, entrant.name.size());
  std::string text = fmt::format(
      "    {:<{}}   rating  +-95%   points  games    won  drawn   lost\n", "player", width);
  std::size_t place = 0;
  for (const std::size_t i : ranking(ratings)) {
    const Record& r = standings.records()[i];
    text += fmt::format("{:3} {:<{}} {:+8.1f} {:6.1f} {:7.2f}% {:6} {:6} {:6} {:6}", ++place,
                        entrants[i].name, width, ratings.elo[i], margin(ratings, i),
                        r.games == 0 ? 0 : 100 * r.points / static_cast<double>(r.games), r.games,
                        r.wins, r.games - r.wins - r.losses, r.losses);
    if (const std::uint64_t faults = fault_count(r); faults > 0) {
      text += fmt::format("   {} by fault", faults);
    }
    text += '\n';
  }
  return text;
}

std::string matches_text(const Standings& standings) {
  const std::vector<Entrant>& entrants = standings.settings().entrants;
  if (standings.matches().size() > kMostMatches) {
    return fmt::format("\n{} matches: see results.json or the report\n",
                       standings.matches().size());
  }
  std::string text;
  for (const auto& [pair, match] : standings.matches()) {
    text += fmt::format("\n{} - {}\n{}", entrants[pair.first].name, entrants[pair.second].name,
                        strength_text(match.results));
    if (has_scores(standings.settings())) {
      const ratings::Interval interval = score_interval(match);
      text += fmt::format("discs {:+.2f} a game [{:+.2f}, {:+.2f}]\n", mean_score(match),
                          interval.low, interval.high);
    }
  }
  return text;
}

std::string errors_text(const Standings& standings, const ratings::Ratings& ratings) {
  const std::vector<Entrant>& entrants = standings.settings().entrants;
  const std::vector<std::size_t> order = ranking(ratings);
  if (order.size() < 3 || order.size() > kMostColumns) return "";
  std::string text = "\nstandard errors of rating differences\n";
  for (std::size_t row = 1; row < order.size(); ++row) {
    text += fmt::format("  {:<14}", entrants[order[row]].name.substr(0, 14));
    for (std::size_t column = 0; column < row; ++column) {
      text += ratings.comparable(order[row], order[column])
                  ? fmt::format(" {:7.1f}", ratings.difference_error(order[row], order[column]))
                  : fmt::format(" {:>7}", "-");
    }
    text += '\n';
  }
  text += fmt::format("  {:<14}", "");
  for (std::size_t column = 0; column + 1 < order.size(); ++column) {
    text += fmt::format(" {:>7}", entrants[order[column]].name.substr(0, 7));
  }
  return text + '\n';
}

std::string shares_text(const Standings& standings) {
  std::string text = "\nshare of wins by seat [95 %]\n";
  for (std::size_t i = 0; i < standings.records().size(); ++i) {
    const Record& r = standings.records()[i];
    text += fmt::format("  {:<14}", standings.settings().entrants[i].name.substr(0, 14));
    for (std::size_t seat = 0; seat < r.seat_games.size(); ++seat) {
      const auto games = static_cast<double>(r.seat_games[seat]);
      const ratings::Interval interval = ratings::wilson(r.seat_points[seat], games);
      text += games == 0 ? fmt::format("  {}: -", seat + 1)
                         : fmt::format("  {}: {:.3f} [{:.3f}, {:.3f}]", seat + 1,
                                       r.seat_points[seat] / games, interval.low, interval.high);
    }
    text += '\n';
  }
  return text;
}

Json interval_json(const ratings::Interval& interval) { return {interval.low, interval.high}; }

Json player_json(const Standings& standings, const ratings::Ratings& ratings, std::size_t i) {
  const Record& r = standings.records()[i];
  const Entrant& entrant = standings.settings().entrants[i];
  Json seats = Json::array();
  for (std::size_t seat = 0; seat < r.seat_games.size(); ++seat) {
    const auto games = static_cast<double>(r.seat_games[seat]);
    seats.push_back({{"seat", seat + 1},
                     {"games", r.seat_games[seat]},
                     {"share", games == 0 ? Json(nullptr) : Json(r.seat_points[seat] / games)},
                     {"interval", interval_json(ratings::wilson(r.seat_points[seat], games))}});
  }
  Json faults = Json::object();
  for (const auto& [kind, count] : r.faults) faults[kind] = count;
  return {{"name", entrant.name},
          {"spec", entrant.spec},
          {"rating", ratings.elo[i]},
          {"rating_margin", margin(ratings, i)},
          {"component", standings.settings().entrants[ratings.component[i]].name},
          {"games", r.games},
          {"wins", r.wins},
          {"draws", r.games - r.wins - r.losses},
          {"losses", r.losses},
          {"points", r.points},
          {"faults", faults},
          {"seats", seats}};
}

}  // namespace

std::string standings_text(const Standings& standings, const std::optional<AnchorRating>& anchor,
                           const std::optional<SequentialOutcome>& test) {
  const TournamentSettings& settings = standings.settings();
  const ratings::Ratings ratings = standings.ratings(anchor);
  std::string text =
      fmt::format("{}, {}: {} {}, {} games\n", settings.game, settings.rules, standings.units(),
                  settings.pairs() ? "pairs" : "blocks", standings.games());
  text += players_text(standings, ratings);
  text += errors_text(standings, ratings);
  text += settings.pairs() ? matches_text(standings) : shares_text(standings);
  if (test) {
    const double ratio = ratings::log_likelihood_ratio(test->results, test->hypotheses);
    text +=
        fmt::format("\n{} after {} pairs\n",
                    hypotheses_text(test->hypotheses, ratio, test->verdict), test->results.total());
    if (test->verdict != ratings::Verdict::undecided) text += fmt::format("note: {}\n", kBiasNote);
  }
  for (const std::string& warning : warnings_of(standings, ratings)) {
    text += "warning: " + warning + '\n';
  }
  return text;
}

Json standings_json(const Standings& standings, const std::optional<AnchorRating>& anchor,
                    const std::optional<SequentialOutcome>& test) {
  const TournamentSettings& settings = standings.settings();
  const ratings::Ratings ratings = standings.ratings(anchor);
  Json players = Json::array();
  for (const std::size_t i : ranking(ratings)) {
    players.push_back(player_json(standings, ratings, i));
  }
  Json matches = Json::array();
  for (const auto& [pair, match] : standings.matches()) {
    Json json = {{"first", settings.entrants[pair.first].name},
                 {"second", settings.entrants[pair.second].name}};
    json.update(strength_json(match.results));
    if (has_scores(settings)) {
      json["discs"] = mean_score(match);
      json["discs_interval"] = interval_json(score_interval(match));
    }
    matches.push_back(std::move(json));
  }
  Json errors = Json::array();
  for (std::size_t a = 0; a < settings.entrants.size(); ++a) {
    Json row = Json::array();
    for (std::size_t b = 0; b < settings.entrants.size(); ++b) {
      row.push_back(ratings.comparable(a, b) ? Json(ratings.difference_error(a, b))
                                             : Json(nullptr));
    }
    errors.push_back(std::move(row));
  }
  Json names = Json::array();
  for (const Entrant& entrant : settings.entrants) names.push_back(entrant.name);
  Json json = {{"game", settings.game},
               {"rules", settings.rules},
               {"format", settings.format},
               {"openings", settings.openings},
               {"seed", settings.seed},
               {"units", standings.units()},
               {"games", standings.games()},
               {"players", players},
               {"matches", matches},
               {"errors", {{"players", names}, {"standard_errors", errors}}},
               {"components", ratings.components},
               {"warnings", warnings_of(standings, ratings)}};
  if (test) {
    json["sprt"] = hypotheses_json(test->results, test->hypotheses, test->verdict);
    json["sprt"]["pairs"] = test->results.counts;
    if (test->verdict != ratings::Verdict::undecided) json["note"] = kBiasNote;
  }
  return json;
}

}  // namespace trilith::tools
