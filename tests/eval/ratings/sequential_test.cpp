// Published log-likelihood ratios, the error rates of the test, and its independence of timing.
#include "eval/ratings/sequential.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "engines/error.hpp"
#include "engines/random.hpp"
#include "eval/ratings/strength.hpp"

namespace trilith::ratings {
namespace {

constexpr Hypotheses kNormalized02{EloModel::normalized, 0, 2};

// Fastchess's pull requests 426 and 783. The last figure of 783, 2.94598, is the ratio of the
// t-test, which that program shows; the ratio of the multinomial model is 2.94550.
TEST(Sequential, RatiosAsPublished) {
  const PairResults match783{{379, 10170, 21828, 10640, 343}};
  EXPECT_NEAR(log_likelihood_ratio(match783, kNormalized02), 2.94598, 5e-4);
  EXPECT_NEAR(log_likelihood_ratio_of_t(match783, 0, 2), 2.94598, 5e-6);
  const PairResults match426{{365, 16618, 36229, 16974, 390}};
  EXPECT_NEAR(log_likelihood_ratio(match426, kNormalized02), 2.25, 0.005);
  EXPECT_NEAR(log_likelihood_ratio_of_t(match426, 0, 2), 2.25, 0.005);
  const GameResults games426{{36027, 68692, 36433}};
  EXPECT_NEAR(log_likelihood_ratio(games426, kNormalized02), 0.92, 0.005);
  EXPECT_NEAR(log_likelihood_ratio_of_t(games426, 0, 2), 0.92, 0.005);
}

// With a logistic hypothesis and many results the ratio is that of a normal mean,
// (s1 - s0) (2 s - s0 - s1) / (2 variance / N).
TEST(Sequential, LogisticRatioOfALongMatchIsThatOfANormalMean) {
  const PairResults results{{300, 10'000, 20'000, 10'500, 350}};
  const Hypotheses h{EloModel::logistic, 0, 1};
  const Strength s = strength(results).value();
  const double s0 = score_of_elo(0);
  const double s1 = score_of_elo(1);
  const double normal =
      (s1 - s0) * (2 * s.score - s0 - s1) / (2 * s.standard_error * s.standard_error);
  EXPECT_NEAR(log_likelihood_ratio(results, h), normal, 0.005 * normal);
}

TEST(Sequential, RatioIsFiniteForAnyResultsAndBounds) {
  for (const EloModel model : {EloModel::logistic, EloModel::normalized}) {
    for (const PairResults& results :
         {PairResults{}, PairResults{{1, 0, 0, 0, 0}}, PairResults{{1'000'000, 0, 0, 0, 0}},
          PairResults{{0, 0, 5000, 0, 0}}, PairResults{{0, 0, 0, 0, 80}},
          PairResults{{1'000'000'000'000, 0, 0, 0, 1'000'000'000'000}}}) {
      for (const auto& [elo0, elo1] : std::vector<std::pair<double, double>>{
               {-1e6, -9e5}, {-5000, -4000}, {-3, 3}, {1e3, 1e9}, {-1e300, 1e300}}) {
        EXPECT_TRUE(std::isfinite(log_likelihood_ratio(results, {model, elo0, elo1})));
        EXPECT_TRUE(std::isfinite(log_likelihood_ratio_of_t(results, elo0, elo1)));
      }
    }
  }
  // All losses are no evidence for being less than 5000 weaker.
  EXPECT_LT(log_likelihood_ratio(PairResults{{1000, 0, 0, 0, 0}}, {EloModel::logistic, -900, 0}),
            -3);
  EXPECT_EQ(log_likelihood_ratio(PairResults{}, kNormalized02), 0);
}

TEST(Sequential, BoundsAreWalds) {
  EXPECT_NEAR(kNormalized02.upper_bound(), 2.9444, 1e-4);
  EXPECT_NEAR(kNormalized02.lower_bound(), -2.9444, 1e-4);
  const Hypotheses other{EloModel::normalized, 0, 2, 0.01, 0.1};
  EXPECT_NEAR(other.upper_bound(), std::log(0.9 / 0.01), 1e-12);
  EXPECT_NEAR(other.lower_bound(), std::log(0.1 / 0.99), 1e-12);
}

TEST(Sequential, RefusesHypothesesThatAreNone) {
  EXPECT_THROW(check_hypotheses({EloModel::logistic, 2, 2}), UserError);
  EXPECT_THROW(check_hypotheses({EloModel::logistic, 3, 2}), UserError);
  EXPECT_THROW(check_hypotheses({EloModel::logistic, std::nan(""), 2}), UserError);
  EXPECT_THROW(check_hypotheses({EloModel::logistic, -HUGE_VAL, 2}), UserError);
  EXPECT_THROW(check_hypotheses({EloModel::logistic, 0, 2, 0, 0.05}), UserError);
  EXPECT_THROW(check_hypotheses({EloModel::logistic, 0, 2, 0.05, 0.5}), UserError);
  EXPECT_NO_THROW(check_hypotheses({}));
}

// A pair's result for a player whose pairs have these shares.
template <class Random>
std::size_t draw(const std::array<double, 5>& shares, Random& random) {
  double u = random.unit_interval();
  std::size_t kind = 0;
  while (kind < 4 && u >= shares[kind]) u -= shares[kind++];
  return kind;
}

// Units finish in any order; verdict, ratio and results are those of the order of their numbers.
TEST(Sequential, VerdictDoesNotDependOnTheOrderOfFinishing) {
  constexpr std::array<double, 5> kShares = {0.05, 0.2, 0.4, 0.25, 0.1};
  int decided = 0;
  for (std::uint64_t run = 0; run < 20; ++run) {
    std::vector<std::size_t> results(400);
    RandomStream random(7, run);
    for (std::size_t& result : results) result = draw(kShares, random);
    const Hypotheses h{EloModel::normalized, 0, 60};
    SequentialTest in_order(h);
    for (std::size_t unit = 0; unit < results.size(); ++unit) in_order.add(unit, results[unit]);
    std::vector<std::size_t> order(results.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    // As threads do it: each unit at most 16 places from its own.
    for (std::size_t i = 0; i + 16 < order.size(); ++i) {
      std::swap(order[i], order[i + random.below(16)]);
    }
    SequentialTest shuffled(h);
    for (const std::size_t unit : order) shuffled.add(unit, results[unit]);
    EXPECT_EQ(in_order.verdict(), shuffled.verdict());
    EXPECT_EQ(in_order.results(), shuffled.results());
    EXPECT_EQ(in_order.ratio(), shuffled.ratio());
    decided += in_order.verdict() != Verdict::undecided;
  }
  EXPECT_GT(decided, 5);
}

// A missing unit holds the verdict back, however clear the later ones are.
TEST(Sequential, CountsThePrefixOnly) {
  SequentialTest test({EloModel::normalized, 0, 100});
  for (std::uint64_t unit = 1; unit < 1000; ++unit) test.add(unit, unit % 2 == 0 ? 4 : 3);
  EXPECT_EQ(test.verdict(), Verdict::undecided);
  EXPECT_EQ(test.results().total(), 0u);
  test.add(0, 0);
  EXPECT_EQ(test.verdict(), Verdict::accept1);
  EXPECT_LT(test.results().total(), 200u);
}

// Wald's promise by simulation: at each hypothesis the wrong one is accepted in at most 5 % of the
// matches (10 % are played to keep the test short, so the bounds are wider).
TEST(Sequential, ErrorsAreThosePromised) {
  // Shares tilted until their normalized Elo is the hypothesis.
  const auto shares_with = [](double normalized_elo) {
    std::array<double, 5> shares{};
    double low = -2;
    double high = 2;
    for (int step = 0; step < 60; ++step) {
      const double tilt = (low + high) / 2;
      constexpr std::array<double, 5> kEven = {0.1, 0.2, 0.4, 0.2, 0.1};
      double total = 0;
      for (std::size_t i = 0; i < 5; ++i) {
        total += shares[i] = kEven[i] * std::exp(tilt * static_cast<double>(i));
      }
      double mean = 0;
      double square = 0;
      for (std::size_t i = 0; i < 5; ++i) {
        shares[i] /= total;
        mean += shares[i] * static_cast<double>(i) / 4;
        square += shares[i] * static_cast<double>(i * i) / 16;
      }
      const double now = (mean - 0.5) / std::sqrt(2 * (square - mean * mean)) * kNormalizedEloUnit;
      (now < normalized_elo ? low : high) = tilt;
    }
    return shares;
  };
  const Hypotheses h{EloModel::normalized, 0, 80, 0.1, 0.1};
  for (const bool truth : {false, true}) {
    const auto shares = shares_with(truth ? h.elo1 : h.elo0);
    int wrong = 0;
    constexpr int kMatches = 300;
    for (int match = 0; match < kMatches; ++match) {
      RandomStream random(truth ? 8 : 9, static_cast<std::uint64_t>(match));
      SequentialTest test(h);
      for (std::uint64_t unit = 0; test.verdict() == Verdict::undecided; ++unit) {
        ASSERT_LT(unit, 5000u);
        test.add(unit, draw(shares, random));
      }
      wrong += (test.verdict() == Verdict::accept1) != truth;
    }
    EXPECT_LE(wrong, 0.1 * kMatches + 3 * std::sqrt(0.09 * kMatches));
    EXPECT_GT(wrong, 0);
  }
}

}  // namespace
}  // namespace trilith::ratings
