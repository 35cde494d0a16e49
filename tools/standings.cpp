// Counting of units, ratings with an anchor, and what may be wrong with them.
#include "tools/standings.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

#include "engines/error.hpp"

namespace trilith::tools {
namespace {

std::size_t index_of(const std::vector<Entrant>& entrants, const std::string& name) {
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    if (entrants[i].name == name) return i;
  }
  throw UserError(fmt::format("anchor '{}' is not a player", name));
}

}  // namespace

std::size_t pair_result(const TournamentSettings& settings, const LoggedUnit& unit) {
  const std::size_t first = std::min(unit.games[0].seats[0], unit.games[0].seats[1]);
  std::size_t half_wins = 0;
  for (const LoggedGame& game : unit.games) {
    const double share = game.shares(settings.sides)[game.seats[0] == first ? 0 : 1];
    half_wins += share == 1 ? 2 : share == 0 ? 0 : 1;
  }
  return half_wins;
}

AnchorRating parse_anchor(const std::string& text) {
  const std::size_t equals = text.rfind('=');
  AnchorRating anchor;
  if (equals != std::string::npos) {
    anchor.name = text.substr(0, equals);
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data() + equals + 1, end, anchor.elo);
    if (error == std::errc() && stop == end && std::abs(anchor.elo) <= 1e6) return anchor;
  }
  throw UserError(fmt::format("anchor '{}': is not NAME=ELO, like engine=1500", text));
}

Standings::Standings(const TournamentSettings& settings) : settings_(settings) {
  Record record;
  record.seat_points.assign(settings.seats(), 0);
  record.seat_games.assign(settings.seats(), 0);
  records_.assign(settings.entrants.size(), record);
}

void Standings::add(const LoggedUnit& unit) {
  ratings::RatedUnit rated;
  for (const LoggedGame& game : unit.games) {
    ++games_;
    unfinished_ += !game.finished && game.faults.empty();
    const std::vector<double> shares = game.shares(settings_.sides);
    ratings::RatedGame sides;
    for (std::size_t seat = 0; seat < shares.size(); ++seat) {
      Record& record = records_[game.seats[seat]];
      ++record.games;
      ++record.seat_games[seat];
      record.points += shares[seat];
      record.seat_points[seat] += shares[seat];
      record.wins += shares[seat] == 1;
      record.losses += shares[seat] == 0;
      const auto side = static_cast<std::size_t>(settings_.sides[seat]);
      sides.resize(std::max(sides.size(), side + 1));
      sides[side].players.push_back(game.seats[seat]);
      sides[side].share = shares[seat];
    }
    for (const LoggedFault& fault : game.faults) ++records_[fault.player].faults[fault.kind];
    rated.push_back(std::move(sides));
  }
  rated_.push_back(std::move(rated));
  if (!settings_.pairs()) return;
  const std::vector<std::size_t>& seats = unit.games[0].seats;
  const std::size_t first = std::min(seats[0], seats[1]);
  Match& match = matches_[{first, std::max(seats[0], seats[1])}];
  ++match.results.counts[pair_result(settings_, unit)];
  int score = 0;
  for (const LoggedGame& game : unit.games) score += game.payoff[game.seats[0] == first ? 0 : 1];
  match.scores.add(score);
}

ratings::Ratings Standings::ratings(const std::optional<AnchorRating>& anchor) const {
  ratings::Ratings result = ratings::maximum_likelihood(records_.size(), rated_);
  if (!anchor) return result;
  const std::size_t player = index_of(settings_.entrants, anchor->name);
  const double shift = anchor->elo - result.elo[player];
  for (std::size_t i = 0; i < records_.size(); ++i) {
    if (result.comparable(i, player)) result.elo[i] += shift;
  }
  return result;
}

std::optional<SequentialOutcome> sequential_outcome(const TournamentLog& log) {
  if (!log.settings.hypotheses) return std::nullopt;
  ratings::SequentialTest test(*log.settings.hypotheses);
  for (const LoggedUnit& unit : log.units) test.add(unit.unit, pair_result(log.settings, unit));
  return SequentialOutcome{test.hypotheses(), test.results(), test.verdict()};
}

std::vector<std::size_t> ranking(const ratings::Ratings& ratings) {
  std::vector<std::size_t> order(ratings.elo.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return ratings.component[a] != ratings.component[b]
               ? ratings.component[a] < ratings.component[b]
               : ratings.elo[a] > ratings.elo[b];
  });
  return order;
}

std::vector<std::string> warnings_of(const Standings& standings, const ratings::Ratings& ratings) {
  const std::vector<Entrant>& entrants = standings.settings().entrants;
  std::vector<std::string> warnings;
  if (ratings.components > 1 && standings.units() > 0) {
    std::string text = "the results fall apart: ratings cannot be compared between";
    for (std::size_t root = 0; root < entrants.size(); ++root) {
      if (ratings.component[root] != root) continue;
      text += root == 0 ? " {" : " and {";
      for (std::size_t i = root; i < entrants.size(); ++i) {
        if (ratings.component[i] == root) text += (i == root ? "" : ", ") + entrants[i].name;
      }
      text += '}';
    }
    warnings.push_back(std::move(text));
  }
  if (ratings.held) {
    warnings.push_back(
        "some players won or lost everything: their ratings have no limit and are held by one "
        "drawn game added to every line-up");
  }
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    for (const auto& [kind, count] : standings.records()[i].faults) {
      warnings.push_back(fmt::format("{} lost {} game{} by fault: {}", entrants[i].name, count,
                                     count == 1 ? "" : "s", kind));
    }
  }
  if (standings.unfinished() > 0) {
    warnings.push_back(fmt::format("{} game(s) came to the limit of {} moves and count as draws",
                                   standings.unfinished(), standings.settings().max_moves));
  }
  return warnings;
}

}  // namespace trilith::tools
