// Elo, normalized Elo and the likelihood of superiority from the results of one match.
#pragma once

#include <optional>

#include "eval/ratings/intervals.hpp"
#include "eval/ratings/results.hpp"

namespace trilith::ratings {

// 800 / ln 10: normalized Elo per unit of (score - 1/2) / standard deviation of a game.
inline constexpr double kNormalizedEloUnit = 347.4355855226014;

// Normalized Elo is cut at this size, where a match of ten games already shows nothing but wins.
inline constexpr double kLargestNormalizedElo = 1e5;

// The logistic scale: -400 log10(1 / score - 1), and back. The score is in (0, 1).
double elo_of_score(double score);
double score_of_elo(double elo);

// A hypothesis or estimate of normalized Elo as the t-value of one result: games of a pair count as
// independent, so a pair's t-value is sqrt(2) times a game's.
template <std::size_t kKinds>
double t_of_normalized_elo(double normalized_elo);

// All numbers are finite. elo_margin and normalized_elo_margin are half the width of a symmetric
// 95 % interval; the intervals are the better statement: Elo's comes from that of the score,
// normalized Elo's holds every value that a likelihood-ratio test at 5 % does not reject.
//
// When all results are alike the variance says nothing (`alike`): the interval of the score is then
// the one that `unseen_share` allows, and normalized Elo counts 0.001 of every result not seen.
// A score of 0 or 1 has no Elo; it and the ends of intervals are moved inwards to half of the least
// score other than 0, so read Elo and the outer end of its interval as "beyond that".
struct Strength {
  std::uint64_t results = 0;
  double score = 0.5;
  double deviation = 0;       // of one result
  double standard_error = 0;  // of the score
  Interval score_interval;
  double elo = 0;
  double elo_margin = 0;
  Interval elo_interval;
  double normalized_elo = 0;
  double normalized_elo_margin = 0;
  Interval normalized_elo_interval;
  double superiority = 0.5;  // the chance that the first player is the stronger, LOS
  bool alike = false;
};

// Nothing without results.
template <std::size_t kKinds>
std::optional<Strength> strength(const Results<kKinds>& results);

}  // namespace trilith::ratings
