// Published match statistics, and matches that have no variance.
#include "eval/ratings/strength.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "engines/random.hpp"
#include "eval/ratings/distributions.hpp"

namespace trilith::ratings {
namespace {

void expect_finite(const Strength& s) {
  for (const double value :
       {s.score, s.deviation, s.standard_error, s.score_interval.low, s.score_interval.high, s.elo,
        s.elo_margin, s.elo_interval.low, s.elo_interval.high, s.normalized_elo,
        s.normalized_elo_margin, s.normalized_elo_interval.low, s.normalized_elo_interval.high,
        s.superiority}) {
    EXPECT_TRUE(std::isfinite(value));
  }
  EXPECT_LE(s.score_interval.low, s.score);
  EXPECT_GE(s.score_interval.high, s.score);
  EXPECT_LE(s.elo_interval.low, s.elo);
  EXPECT_GE(s.elo_interval.high, s.elo);
  EXPECT_LE(s.normalized_elo_interval.low, s.normalized_elo + 1e-9);
  EXPECT_GE(s.normalized_elo_interval.high, s.normalized_elo - 1e-9);
}

// Fastchess's tests and its pull request 783.
TEST(Strength, AsPublished) {
  const Strength s = strength(PairResults{{34, 54, 63, 64, 75}}).value();
  EXPECT_EQ(s.results, 290u);
  EXPECT_NEAR(s.elo, 55.58, 0.005);
  EXPECT_NEAR(s.elo_margin, 27.65, 0.005);
  EXPECT_NEAR(s.normalized_elo, 57.94, 0.005);
  EXPECT_NEAR(s.normalized_elo_margin, 28.28, 0.005);
  EXPECT_NEAR((s.elo_interval.high - s.elo_interval.low) / 2, s.elo_margin, 1e-12);
  EXPECT_GT(s.elo_interval.high - s.elo, s.elo - s.elo_interval.low);  // not symmetric
  const Strength t = strength(PairResults{{379, 10170, 21828, 10640, 343}}).value();
  EXPECT_NEAR(t.normalized_elo, 3.05, 0.005);
  EXPECT_NEAR(t.normalized_elo_margin, 2.31, 0.005);
}

// The formulas written out for one small match: 1 LL, 2 LD, 3 DD, 4 WD, 6 WW.
TEST(Strength, FollowsTheFormulas) {
  const Strength s = strength(PairResults{{1, 2, 3, 4, 6}}).value();
  const double mean = (2 * 0.25 + 3 * 0.5 + 4 * 0.75 + 6) / 16;
  const double variance =
      (mean * mean + 2 * std::pow(0.25 - mean, 2) + 3 * std::pow(0.5 - mean, 2) +
       4 * std::pow(0.75 - mean, 2) + 6 * std::pow(1 - mean, 2)) /
      16;
  const double se = std::sqrt(variance / 16);
  const auto elo = [](double x) { return -400 * std::log10(1 / x - 1); };
  EXPECT_NEAR(s.score, mean, 1e-15);
  EXPECT_NEAR(s.standard_error, se, 1e-15);
  EXPECT_NEAR(s.elo, elo(mean), 1e-10);
  EXPECT_NEAR(s.elo_interval.low, elo(mean - kNormal95 * se), 1e-9);
  EXPECT_NEAR(s.elo_interval.high, elo(mean + kNormal95 * se), 1e-9);
  EXPECT_NEAR(s.normalized_elo, (mean - 0.5) / std::sqrt(2 * variance) * 800 / std::log(10), 1e-9);
  EXPECT_NEAR(s.normalized_elo_margin, kNormal95 * 347.4355855 / std::sqrt(32), 1e-6);
  EXPECT_NEAR(s.superiority, 0.5 * std::erfc(-(mean - 0.5) / se / std::sqrt(2)), 1e-12);
  expect_finite(s);
}

TEST(Strength, ExchangingThePlayersChangesTheSign) {
  const Strength a = strength(PairResults{{3, 9, 20, 31, 12}}).value();
  const Strength b = strength(PairResults{{12, 31, 20, 9, 3}}).value();
  EXPECT_NEAR(a.elo, -b.elo, 1e-9);
  EXPECT_NEAR(a.elo_interval.low, -b.elo_interval.high, 1e-9);
  EXPECT_NEAR(a.normalized_elo_interval.low, -b.normalized_elo_interval.high, 1e-6);
  EXPECT_NEAR(a.superiority, 1 - b.superiority, 1e-12);
}

// Single games count as halves of pairs: with independent games both say the same.
TEST(Strength, PairsAndGamesAgreeWhenGamesAreIndependent) {
  const Strength games = strength(GameResults{{10'000, 20'000, 20'000}}).value();
  // The pairs of independent games with these shares.
  const Strength pairs = strength(PairResults{{1000, 4000, 8000, 8000, 4000}}).value();
  EXPECT_NEAR(games.elo, pairs.elo, 1e-9);
  EXPECT_NEAR(games.elo_margin, pairs.elo_margin, 1e-9);
  EXPECT_NEAR(games.normalized_elo, pairs.normalized_elo, 1e-9);
  EXPECT_NEAR(games.normalized_elo_margin, pairs.normalized_elo_margin, 1e-9);
  EXPECT_NEAR(games.superiority, pairs.superiority, 1e-12);
}

TEST(Strength, IsFiniteWithoutVariance) {
  EXPECT_FALSE(strength(PairResults{}).has_value());
  EXPECT_FALSE(strength(GameResults{}).has_value());
  for (const std::uint64_t n : {1, 2, 100, 1'000'000'000}) {
    for (std::size_t kind = 0; kind < 5; ++kind) {
      PairResults results;
      results.counts[kind] = n;
      const Strength s = strength(results).value();
      expect_finite(s);
      EXPECT_TRUE(s.alike);
      EXPECT_EQ(s.superiority, kind < 2 ? 0 : kind == 2 ? 0.5 : 1);
    }
  }
  // All draws: nobody is ahead, and a hundred draws do not prove equality.
  const Strength draws = strength(PairResults{{0, 0, 100, 0, 0}}).value();
  EXPECT_NEAR(draws.elo, 0, 1e-9);
  EXPECT_NEAR(draws.elo_interval.high, 12.59, 0.01);
  EXPECT_NEAR(draws.elo_interval.low, -12.59, 0.01);
  // All losses: at least so much weaker.
  const Strength losses = strength(PairResults{{100, 0, 0, 0, 0}}).value();
  EXPECT_LT(losses.elo_interval.high, -500);
}

TEST(Strength, IsFiniteForAnyCounts) {
  for (std::uint64_t unit = 0; unit < 150; ++unit) {
    RandomStream random(5, unit);
    PairResults results;
    for (auto& count : results.counts) {
      count = random.below(3) == 0 ? 0 : random.next64() >> (24 + random.below(40));
    }
    if (results.total() > 0) expect_finite(strength(results).value());
  }
}

// Both intervals hold the truth in 95 % of the matches.
TEST(Strength, IntervalsCoverTheTruth) {
  constexpr std::array<double, 5> kShares = {0.05, 0.15, 0.35, 0.25, 0.2};
  double mean = 0;
  double square = 0;
  for (std::size_t i = 0; i < 5; ++i) {
    mean += kShares[i] * static_cast<double>(i) / 4;
    square += kShares[i] * static_cast<double>(i * i) / 16;
  }
  const double elo = elo_of_score(mean);
  const double normalized =
      (mean - 0.5) / std::sqrt(2 * (square - mean * mean)) * kNormalizedEloUnit;
  int elo_covered = 0;
  int normalized_covered = 0;
  constexpr int kMatches = 800;
  for (int match = 0; match < kMatches; ++match) {
    RandomStream random(6, static_cast<std::uint64_t>(match));
    PairResults results;
    for (int pair = 0; pair < 150; ++pair) {
      double u = random.unit_interval();
      std::size_t kind = 0;
      while (kind < 4 && u >= kShares[kind]) u -= kShares[kind++];
      ++results.counts[kind];
    }
    const Strength s = strength(results).value();
    elo_covered += s.elo_interval.low <= elo && elo <= s.elo_interval.high;
    normalized_covered +=
        s.normalized_elo_interval.low <= normalized && normalized <= s.normalized_elo_interval.high;
  }
  EXPECT_NEAR(elo_covered / double{kMatches}, 0.95, 0.02);
  EXPECT_NEAR(normalized_covered / double{kMatches}, 0.95, 0.02);
}

}  // namespace
}  // namespace trilith::ratings
