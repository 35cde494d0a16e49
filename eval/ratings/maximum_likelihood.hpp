// Maximum-likelihood ratings of many players over games of any number of seats.
#pragma once

#include <Eigen/Core>
#include <compare>
#include <cstddef>
#include <span>
#include <vector>

namespace trilith::ratings {

// One side of a game: its players (one, or the partners of a team) and its share of the win: 1 for
// the winner alone, 1/n each when n sides share it, 0 for a loser.
struct Side {
  std::vector<std::size_t> players;
  double share = 0;
  auto operator<=>(const Side&) const = default;
};

// The shares of a game's sides add up to 1.
using RatedGame = std::vector<Side>;

// Games that are not independent of each other: a pair of one opening, a block of seat rotations.
using RatedUnit = std::vector<RatedGame>;

// Ratings on the Elo scale. Players are in one component when games connect them, over others too.
//
// elo          by player; the mean of each component is 0
// covariance   of elo, in Elo squared; says nothing about players of different components
// component    by player: the least player of its component
// components   how many; with more than one, the result of a tournament falls apart
// held         some players beat (or lost to) all they met, or all but each other, and no finite
//              rating is the most likely: one drawn game was added between all sides that met
struct Ratings {
  std::vector<double> elo;
  Eigen::MatrixXd covariance;
  std::vector<std::size_t> component;
  std::size_t components = 0;
  bool held = false;

  bool comparable(std::size_t a, std::size_t b) const { return component[a] == component[b]; }
  // The standard error of elo[a] - elo[b], for comparable players.
  double difference_error(std::size_t a, std::size_t b) const;
};

// The ratings under which the winners are the most likely, where a side wins with probability
// 10^(r/400) / sum of 10^(r/400) over the game's sides, r the mean rating of its players. With two
// sides it is the Bradley-Terry model, a draw being half a win (Hunter, "MM algorithms for
// generalized Bradley-Terry models", 2004, section 5 for more sides). The likelihood is concave;
// Newton's method finds its maximum.
//
// Errors are those of independent units, not of games (the sandwich estimate, White, "Maximum
// likelihood estimation of misspecified models", 1982); one unit's worth of the model's own
// variance is added to every line-up that met, so that few or equal results do not look certain.
Ratings maximum_likelihood(std::size_t players, std::span<const RatedUnit> units);

}  // namespace trilith::ratings
