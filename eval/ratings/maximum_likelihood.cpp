// Newton's method for the ratings, and the sandwich estimate of their errors.
#include "eval/ratings/maximum_likelihood.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <numeric>
#include <utility>

namespace trilith::ratings {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kEloPerUnit = 400 / std::numbers::ln10;  // of the natural logarithm of strength
constexpr int kMostSteps = 100;

Index index(std::size_t i) { return static_cast<Index>(i); }

double strength_of(const Side& side, const VectorXd& ratings) {
  double sum = 0;
  for (const std::size_t player : side.players) sum += ratings[index(player)];
  return sum / static_cast<double>(side.players.size());
}

// The sides' chances to win.
std::vector<double> chances(const RatedGame& game, const VectorXd& ratings) {
  std::vector<double> chance;
  for (const Side& side : game) chance.push_back(strength_of(side, ratings));
  const double most = *std::max_element(chance.begin(), chance.end());
  double total = 0;
  for (double& c : chance) total += c = std::exp(c - most);
  for (double& c : chance) c /= total;
  return chance;
}

double log_likelihood(const std::map<RatedGame, double>& games, const VectorXd& ratings) {
  double sum = 0;
  for (const auto& [game, count] : games) {
    const std::vector<double> chance = chances(game, ratings);
    for (std::size_t i = 0; i < game.size(); ++i) {
      if (game[i].share <= 0) continue;
      const double positive = std::max(chance[i], std::numeric_limits<double>::min());
      sum += count * game[i].share * std::log(positive);
    }
  }
  return sum;
}

// Adds `count` times a game's gradient of the log-likelihood and its information (minus the second
// derivative): sum of chance x x^T - m m^T, x a side's weights of the players, m their mean.
void add_derivatives(const RatedGame& game, double count, const VectorXd& ratings,
                     VectorXd& gradient, MatrixXd& information) {
  const std::vector<double> chance = chances(game, ratings);
  std::vector<std::pair<std::size_t, double>> mean;
  for (std::size_t i = 0; i < game.size(); ++i) {
    const double weight = 1 / static_cast<double>(game[i].players.size());
    for (const std::size_t a : game[i].players) {
      gradient[index(a)] += count * (game[i].share - chance[i]) * weight;
      mean.emplace_back(a, chance[i] * weight);
      for (const std::size_t b : game[i].players) {
        information(index(a), index(b)) += count * chance[i] * weight * weight;
      }
    }
  }
  for (const auto& [a, share] : mean) {
    for (const auto& [b, other] : mean) {
      information(index(a), index(b)) -= count * share * other;
    }
  }
}

class Groups {
 public:
  explicit Groups(std::size_t size) : parent_(size) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  }
  std::size_t find(std::size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(std::size_t a, std::size_t b) {
    a = find(a);
    b = find(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::size_t> parent_;
};

// (a, b): b took points in a game in which a was another side.
using Relation = Eigen::Matrix<bool, Eigen::Dynamic, Eigen::Dynamic>;

Relation conceded(std::size_t players, std::span<const RatedUnit> units) {
  Relation relation = Relation::Constant(index(players), index(players), false);
  for (const RatedUnit& unit : units) {
    for (const RatedGame& game : unit) {
      for (const Side& winner : game) {
        if (winner.share <= 0) continue;
        for (const Side& other : game) {
          if (&other == &winner) continue;
          for (const std::size_t a : other.players) {
            for (const std::size_t b : winner.players) relation(index(a), index(b)) = true;
          }
        }
      }
    }
  }
  return relation;
}

// Zermelo's condition: within a component everybody reaches everybody along lost points. Without
// it the most likely ratings are infinite.
bool has_finite_maximum(Relation reaches, const std::vector<std::size_t>& component) {
  const Index n = reaches.rows();
  for (Index k = 0; k < n; ++k) {
    for (Index i = 0; i < n; ++i) {
      if (!reaches(i, k)) continue;
      for (Index j = 0; j < n; ++j) reaches(i, j) = reaches(i, j) || reaches(k, j);
    }
  }
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) {
      const bool together =
          component[static_cast<std::size_t>(i)] == component[static_cast<std::size_t>(j)];
      if (i != j && together && !reaches(i, j)) return false;
    }
  }
  return true;
}

// The players of a game's sides, in an order of their own.
using LineUp = std::vector<std::vector<std::size_t>>;

LineUp line_up(const RatedGame& game) {
  LineUp sides;
  for (const Side& side : game) {
    sides.push_back(side.players);
    std::sort(sides.back().begin(), sides.back().end());
  }
  std::sort(sides.begin(), sides.end());
  return sides;
}

struct CountedUnit {
  const RatedUnit* unit;
  double count;
};

}  // namespace

double Ratings::difference_error(std::size_t a, std::size_t b) const {
  const double variance = covariance(index(a), index(a)) + covariance(index(b), index(b)) -
                          2 * covariance(index(a), index(b));
  return std::sqrt(std::max(0.0, variance));
}

Ratings maximum_likelihood(std::size_t players, std::span<const RatedUnit> units) {
  Ratings result;
  Groups groups(players);
  for (const RatedUnit& unit : units) {
    for (const RatedGame& game : unit) {
      for (const Side& side : game) {
        for (const std::size_t player : side.players) {
          assert(player < players);
          groups.join(game[0].players[0], player);
        }
      }
    }
  }
  for (std::size_t i = 0; i < players; ++i) {
    result.component.push_back(groups.find(i));
    result.components += result.component[i] == i;
  }
  result.held = !has_finite_maximum(conceded(players, units), result.component);

  // Equal units and games are counted, not repeated: a match has few different ones.
  std::map<RatedUnit, double> distinct;
  for (const RatedUnit& unit : units) {
    if (!unit.empty()) ++distinct[unit];
  }
  std::map<RatedGame, double> games;
  std::map<LineUp, std::vector<CountedUnit>> line_ups;
  for (const auto& [unit, count] : distinct) {
    for (const RatedGame& game : unit) games[game] += count;
    line_ups[line_up(unit[0])].push_back({&unit, count});
  }
  if (result.held) {
    for (const auto& [sides, unused] : line_ups) {
      RatedGame draw;
      for (const auto& side : sides) {
        draw.push_back({side, 1.0 / static_cast<double>(sides.size())});
      }
      ++games[draw];
    }
  }

  // Ratings are free up to a constant for each component: hold their sums at 0.
  MatrixXd sums = MatrixXd::Zero(index(players), index(players));
  for (std::size_t a = 0; a < players; ++a) {
    for (std::size_t b = 0; b < players; ++b) sums(index(a), index(b)) = result.comparable(a, b);
  }
  VectorXd ratings = VectorXd::Zero(index(players));
  MatrixXd information;
  for (int step = 0; step < kMostSteps; ++step) {
    VectorXd gradient = VectorXd::Zero(index(players));
    information = sums;
    for (const auto& [game, count] : games) {
      add_derivatives(game, count, ratings, gradient, information);
    }
    VectorXd move = information.ldlt().solve(gradient);
    const double largest = move.size() == 0 ? 0 : move.cwiseAbs().maxCoeff();
    if (!(largest > 1e-11)) break;
    if (largest > 2) move *= 2 / largest;
    const double before = log_likelihood(games, ratings);
    const double rounding = 1e-13 * std::abs(before);
    for (int halving = 0; halving < 40 && log_likelihood(games, ratings + move) < before - rounding;
         ++halving) {
      move /= 2;
    }
    ratings += move;
  }

  MatrixXd between = MatrixXd::Zero(index(players), index(players));
  for (const auto& [sides, met] : line_ups) {
    MatrixXd modelled = MatrixXd::Zero(index(players), index(players));
    double count = 0;
    for (const CountedUnit& counted : met) {
      VectorXd gradient = VectorXd::Zero(index(players));
      MatrixXd of_unit = MatrixXd::Zero(index(players), index(players));
      for (const RatedGame& game : *counted.unit) {
        add_derivatives(game, 1, ratings, gradient, of_unit);
      }
      between += counted.count * gradient * gradient.transpose();
      modelled += counted.count * of_unit;
      count += counted.count;
    }
    between += modelled / count;
  }
  const MatrixXd inverse =
      information.ldlt().solve(MatrixXd::Identity(index(players), index(players)));
  result.covariance = kEloPerUnit * kEloPerUnit * (inverse * between * inverse);
  for (Index i = 0; i < ratings.size(); ++i) result.elo.push_back(kEloPerUnit * ratings[i]);
  return result;
}

}  // namespace trilith::ratings
