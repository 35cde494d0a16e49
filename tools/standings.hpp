// The table of a tournament: points, matches of pairs, shares of seats, ratings.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "eval/ratings/intervals.hpp"
#include "eval/ratings/maximum_likelihood.hpp"
#include "eval/ratings/sequential.hpp"
#include "tools/tournament_log.hpp"

namespace trilith::tools {

// Of one player. A share of a win (1/n of a game that n sides share, a draw of two being 1/2) is a
// point.
struct Record {
  std::uint64_t games = 0;
  std::uint64_t wins = 0;    // alone (with its partner)
  std::uint64_t losses = 0;  // without a share
  double points = 0;
  std::map<std::string, std::uint64_t> faults;  // by kind
  std::vector<double> seat_points;
  std::vector<std::uint64_t> seat_games;
};

// Of two players in games for two, seen by the first (the one with the smaller number).
struct Match {
  ratings::PairResults results;
  ratings::Moments scores;  // sum of the two final scores of a pair, Othello only: twice the mean
};

struct AnchorRating {
  std::string name;
  double elo = 0;
};

// The result 0..4 of a unit of two games, seen by the player with the smaller number.
std::size_t pair_result(const TournamentSettings& settings, const LoggedUnit& unit);

// `NAME=ELO`; throws UserError.
AnchorRating parse_anchor(const std::string& text);

class Standings {
 public:
  explicit Standings(const TournamentSettings& settings);

  void add(const LoggedUnit& unit);

  const TournamentSettings& settings() const { return settings_; }
  const std::vector<Record>& records() const { return records_; }
  const std::map<std::pair<std::size_t, std::size_t>, Match>& matches() const { return matches_; }
  std::uint64_t units() const { return rated_.size(); }
  std::uint64_t games() const { return games_; }
  std::uint64_t unfinished() const { return unfinished_; }

  // Throws UserError for an anchor that does not play.
  ratings::Ratings ratings(const std::optional<AnchorRating>& anchor) const;

 private:
  TournamentSettings settings_;
  std::vector<Record> records_;
  std::map<std::pair<std::size_t, std::size_t>, Match> matches_;
  std::vector<ratings::RatedUnit> rated_;
  std::uint64_t games_ = 0;
  std::uint64_t unfinished_ = 0;
};

// What is said of a finished or interrupted run besides its standings.
struct SequentialOutcome {
  ratings::Hypotheses hypotheses;
  ratings::PairResults results;
  ratings::Verdict verdict = ratings::Verdict::undecided;
};

// The test of the settings over the units, which are in rising order; nothing without a test.
std::optional<SequentialOutcome> sequential_outcome(const TournamentLog& log);

// Sentences about results that fall apart, ratings held finite, faults, games at the cap.
std::vector<std::string> warnings_of(const Standings& standings, const ratings::Ratings& ratings);

// The players from the highest rating to the lowest.
std::vector<std::size_t> ranking(const ratings::Ratings& ratings);

std::string standings_text(const Standings& standings, const std::optional<AnchorRating>& anchor,
                           const std::optional<SequentialOutcome>& test);
Json standings_json(const Standings& standings, const std::optional<AnchorRating>& anchor,
                    const std::optional<SequentialOutcome>& test);

}  // namespace trilith::tools
