// Ratings against closed forms, another algorithm and simulated tournaments.
#include "eval/ratings/maximum_likelihood.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "engines/random.hpp"
#include "eval/ratings/strength.hpp"

namespace trilith::ratings {
namespace {

RatedGame duel(std::size_t a, std::size_t b, double share_of_a) {
  return {{{a}, share_of_a}, {{b}, 1 - share_of_a}};
}

void expect_finite(const Ratings& ratings) {
  for (const double elo : ratings.elo) EXPECT_TRUE(std::isfinite(elo));
  EXPECT_TRUE(ratings.covariance.allFinite());
}

TEST(MaximumLikelihood, OfTwoPlayersIsTheEloOfTheScore) {
  std::vector<RatedUnit> units;
  for (int i = 0; i < 60; ++i) units.push_back({duel(0, 1, 1), duel(1, 0, i % 3 == 0 ? 0.5 : 1)});
  const Ratings ratings = maximum_likelihood(2, units);
  // Player 0: 60 wins, 20 draws, 40 losses of 120.
  EXPECT_NEAR(ratings.elo[0] - ratings.elo[1], elo_of_score(70.0 / 120), 1e-8);
  EXPECT_NEAR(ratings.elo[0] + ratings.elo[1], 0, 1e-8);
  EXPECT_FALSE(ratings.held);
  EXPECT_EQ(ratings.components, 1u);
}

// The error of the difference is that of the pairs' score, nearly: one pair of the model's own
// variance is added.
TEST(MaximumLikelihood, ErrorIsThatOfPairs) {
  std::vector<RatedUnit> units;
  PairResults results;
  for (int i = 0; i < 900; ++i) {
    const bool first = i % 3 != 0;
    units.push_back({duel(0, 1, 1), duel(1, 0, first ? 1 : 0.5)});  // scores 1 and 0 or 1/2
    ++results.counts[first ? 2 : 3];
  }
  const Ratings ratings = maximum_likelihood(2, units);
  const Strength match = strength(results).value();
  EXPECT_NEAR(ratings.elo[0] - ratings.elo[1], match.elo, 1e-8);
  EXPECT_NEAR(ratings.difference_error(0, 1), match.elo_margin / 1.959964, 0.05 * match.elo_margin);
  // Independent games with this score would have an error twice as large.
  const double naive = 400 / std::log(10) / std::sqrt(1800 * match.score * (1 - match.score));
  EXPECT_GT(naive, 1.5 * ratings.difference_error(0, 1));
}

// Hunter's MM algorithm (2004), which shares nothing with Newton's method but the model.
std::vector<double> by_minorization(std::size_t players, const std::vector<RatedUnit>& units) {
  std::vector<double> gamma(players, 1);
  for (int step = 0; step < 3000; ++step) {
    std::vector<double> wins(players, 0);
    std::vector<double> denominators(players, 0);
    for (const RatedUnit& unit : units) {
      for (const RatedGame& game : unit) {
        double sum = 0;
        for (const Side& side : game) sum += gamma[side.players[0]];
        for (const Side& side : game) {
          wins[side.players[0]] += side.share;
          denominators[side.players[0]] += 1 / sum;
        }
      }
    }
    for (std::size_t i = 0; i < players; ++i) gamma[i] = wins[i] / denominators[i];
  }
  double mean = 0;
  for (double& g : gamma) mean += g = 400 * std::log10(g);
  for (double& g : gamma) g -= mean / static_cast<double>(players);
  return gamma;
}

TEST(MaximumLikelihood, AgreesWithAnotherAlgorithm) {
  for (std::uint64_t run = 0; run < 6; ++run) {
    RandomStream random(10, run);
    const std::size_t players = 4;
    std::vector<RatedUnit> units;
    for (int i = 0; i < 40; ++i) {
      RatedGame game;
      const std::size_t seats = 2 + random.below(3);
      for (std::size_t seat = 0; seat < seats; ++seat) {
        game.push_back({{random.below(players)}, 0});  // players may meet themselves
      }
      if (random.below(4) == 0) {
        for (Side& side : game) side.share = 1.0 / static_cast<double>(seats);
      } else {
        game[random.below(static_cast<std::uint32_t>(seats))].share = 1;
      }
      units.push_back({game});
    }
    const Ratings ratings = maximum_likelihood(players, units);
    ASSERT_FALSE(ratings.held);
    const std::vector<double> other = by_minorization(players, units);
    for (std::size_t i = 0; i < players; ++i) EXPECT_NEAR(ratings.elo[i], other[i], 1e-4);
    expect_finite(ratings);
  }
}

// A team is as strong as the mean of its players.
TEST(MaximumLikelihood, OfTeams) {
  std::vector<RatedUnit> units;
  for (int i = 0; i < 30; ++i) {
    const double share = i % 3 == 0 ? 0 : 1;
    units.push_back({{{{0, 1}, share}, {{2, 2}, 1 - share}}});
  }
  const Ratings ratings = maximum_likelihood(3, units);
  EXPECT_NEAR((ratings.elo[0] + ratings.elo[1]) / 2 - ratings.elo[2], 400 * std::log10(2), 1e-6);
}

TEST(MaximumLikelihood, NamesResultsThatFallApart) {
  std::vector<RatedUnit> units;
  for (int i = 0; i < 10; ++i) {
    units.push_back({duel(0, 2, i % 2)});
    units.push_back({duel(1, 3, i % 3 == 0)});
  }
  const Ratings ratings = maximum_likelihood(5, units);  // player 4 has not played
  EXPECT_EQ(ratings.components, 3u);
  EXPECT_TRUE(ratings.comparable(0, 2));
  EXPECT_TRUE(ratings.comparable(1, 3));
  EXPECT_FALSE(ratings.comparable(0, 1));
  EXPECT_FALSE(ratings.comparable(0, 4));
  EXPECT_FALSE(ratings.held);
  EXPECT_EQ(ratings.elo[4], 0);
  EXPECT_NEAR(ratings.elo[3] - ratings.elo[1], elo_of_score(0.6), 1e-8);
  expect_finite(ratings);
}

TEST(MaximumLikelihood, IsFiniteWhenOneWinsAll) {
  for (const int games : {1, 50, 20'000}) {
    std::vector<RatedUnit> units;
    for (int i = 0; i < games; ++i) {
      units.push_back({duel(0, 1, 1), duel(0, 2, 1), duel(1, 2, i % 2)});
    }
    const Ratings ratings = maximum_likelihood(3, units);
    EXPECT_TRUE(ratings.held);
    expect_finite(ratings);
    EXPECT_GT(ratings.elo[0], ratings.elo[1] + 100);
    EXPECT_GT(ratings.difference_error(0, 1), 0);
  }
}

TEST(MaximumLikelihood, IsFiniteWithoutGamesAndWithDrawsOnly) {
  expect_finite(maximum_likelihood(0, {}));
  const Ratings nothing = maximum_likelihood(3, {});
  EXPECT_EQ(nothing.components, 3u);
  expect_finite(nothing);
  std::vector<RatedUnit> draws(40, RatedUnit{duel(0, 1, 0.5), duel(1, 0, 0.5)});
  const Ratings ratings = maximum_likelihood(2, draws);
  expect_finite(ratings);
  EXPECT_NEAR(ratings.elo[0], 0, 1e-9);
  EXPECT_GT(ratings.difference_error(0, 1), 1);  // forty equal results are not certainty
  EXPECT_LT(ratings.difference_error(0, 1), 30);
}

// Simulated round robins: the true difference lies within 1.96 errors in 95 % of them.
TEST(MaximumLikelihood, ErrorsCoverTheTruth) {
  const std::vector<double> truth = {80, 0, -30, -50};
  int covered = 0;
  int pairs = 0;
  for (std::uint64_t run = 0; run < 200; ++run) {
    RandomStream random(11, run);
    std::vector<RatedUnit> units;
    for (std::size_t a = 0; a < truth.size(); ++a) {
      for (std::size_t b = a + 1; b < truth.size(); ++b) {
        for (int i = 0; i < 50; ++i) {
          RatedUnit unit;
          for (int game = 0; game < 2; ++game) {
            const double chance = score_of_elo(truth[a] - truth[b]);
            unit.push_back(duel(a, b, random.unit_interval() < chance ? 1 : 0));
          }
          units.push_back(unit);
        }
      }
    }
    const Ratings ratings = maximum_likelihood(truth.size(), units);
    for (std::size_t a = 0; a < truth.size(); ++a) {
      for (std::size_t b = a + 1; b < truth.size(); ++b) {
        const double error = ratings.elo[a] - ratings.elo[b] - (truth[a] - truth[b]);
        covered += std::abs(error) <= 1.96 * ratings.difference_error(a, b);
        ++pairs;
      }
    }
  }
  EXPECT_NEAR(static_cast<double>(covered) / pairs, 0.95, 0.03);
}

}  // namespace
}  // namespace trilith::ratings
