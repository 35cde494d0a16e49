// The most likely distributions under a hypothesis against plain searches for them.
#include "eval/ratings/likelihood.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engines/random.hpp"

namespace trilith::ratings {
namespace {

template <std::size_t kKinds>
double likelihood(const Distribution<kKinds>& p, const Distribution<kKinds>& q) {
  double sum = 0;
  for (std::size_t i = 0; i < kKinds; ++i) sum += p[i] * std::log(q[i]);
  return sum;
}

template <std::size_t kKinds>
double t_value(const Distribution<kKinds>& q) {
  const auto [mean, variance] = mean_and_variance(q);
  return (mean - 0.5) / std::sqrt(variance);
}

template <std::size_t kKinds>
Distribution<kKinds> random_distribution(RandomStream& random) {
  Distribution<kKinds> p;
  double total = 0;
  for (double& share : p) total += share = -std::log(1 - random.unit_interval());
  for (double& share : p) share /= total;
  return p;
}

// Single games have one free parameter under a constraint: search all of it.
Distribution<3> best_by_search(const Distribution<3>& p, double t) {
  // Along draws = d the t-value rises with the wins; find them by bisection.
  const auto at = [t](double d) {
    double low = 0;
    double high = 1 - d;
    for (int step = 0; step < 100; ++step) {
      const double wins = (low + high) / 2;
      (t_value(Distribution<3>{1 - d - wins, d, wins}) < t ? low : high) = wins;
    }
    return Distribution<3>{1 - d - low, d, low};
  };
  double low = 1e-9;
  double high = 1 - 1e-9;
  for (int step = 0; step < 200; ++step) {
    const double a = low + (high - low) / 3;
    const double b = high - (high - low) / 3;
    (likelihood(p, at(a)) < likelihood(p, at(b)) ? low : high) =
        likelihood(p, at(a)) < likelihood(p, at(b)) ? a : b;
  }
  return at(low);
}

TEST(Likelihood, OfGamesMatchesASearchOfAllDistributions) {
  for (std::uint64_t unit = 0; unit < 60; ++unit) {
    RandomStream random(2, unit);
    const Distribution<3> p = random_distribution<3>(random);
    const double t = 0.8 * (random.unit_interval() - 0.5);
    const Distribution<3> q = most_likely_with_t(p, t);
    const Distribution<3> found = best_by_search(p, t);
    EXPECT_NEAR(t_value(q), t, 1e-9);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(q[i], found[i], 1e-5) << unit;
  }
}

// For pairs: the constraint holds, and no distribution near by that keeps it is more likely.
TEST(Likelihood, OfPairsIsTheLargestNearBy) {
  for (std::uint64_t unit = 0; unit < 300; ++unit) {
    RandomStream random(3, unit);
    const Distribution<5> p = random_distribution<5>(random);
    const double t = 2 * (random.unit_interval() - 0.5);
    const Distribution<5> q = most_likely_with_t(p, t);
    ASSERT_NEAR(t_value(q), t, 1e-7) << unit;
    const double best = likelihood(p, q);
    for (int trial = 0; trial < 20; ++trial) {
      // A random step away, mixed with all-wins or all-losses until t is right again.
      Distribution<5> near = random_distribution<5>(random);
      for (std::size_t i = 0; i < 5; ++i) near[i] = 0.97 * q[i] + 0.03 * near[i];
      const std::size_t end = t_value(near) < t ? 4 : 0;
      double low = 0;
      double high = 1;
      const auto mixed = [&](double share) {
        Distribution<5> result = near;
        for (double& s : result) s *= 1 - share;
        result[end] += share;
        return result;
      };
      for (int step = 0; step < 60; ++step) {
        const double middle = (low + high) / 2;
        ((end == 4) == (t_value(mixed(middle)) < t) ? low : high) = middle;
      }
      EXPECT_LE(likelihood(p, mixed(low)), best + 1e-9) << unit;
    }
  }
}

// With a given mean the problem is convex and q = p / (1 + theta (a - s)) is checked directly.
TEST(Likelihood, WithAMeanHasTheClosedForm) {
  for (std::uint64_t unit = 0; unit < 200; ++unit) {
    RandomStream random(4, unit);
    const Distribution<5> p = random_distribution<5>(random);
    const double score = 0.02 + 0.96 * random.unit_interval();
    const Distribution<5> q = most_likely_with_mean(p, score);
    EXPECT_NEAR(mean_and_variance(q).mean, score, 1e-12);
    const double theta = (p[0] / q[0] - 1) / (0 - score);
    for (std::size_t i = 1; i < 5; ++i) {
      EXPECT_NEAR(p[i] / q[i], 1 + theta * (score_of(i, 5) - score), 1e-9);
    }
  }
}

TEST(Likelihood, StaysFiniteFarOut) {
  for (const Results<5>& results :
       {Results<5>{{1000, 0, 0, 0, 0}}, Results<5>{{0, 0, 7, 0, 0}}, Results<5>{{0, 0, 0, 0, 1}},
        Results<5>{}, Results<5>{{std::uint64_t{1} << 60, 0, 0, 0, std::uint64_t{1} << 60}}}) {
    for (const double t : {-1e300, -1e6, -30.0, -1e-300, 0.0, 1e-9, 5.0, 1e5, 1e300}) {
      const Distribution<5> q = most_likely_with_t(shares(results), t);
      double total = 0;
      for (const double share : q) {
        EXPECT_TRUE(std::isfinite(share) && share > 0) << t;
        total += share;
      }
      EXPECT_NEAR(total, 1, 1e-9);
    }
    for (const double score : {-1e300, 0.0, 1e-300, 0.5, 1.0, 1e300}) {
      for (const double share : most_likely_with_mean(shares(results), score)) {
        EXPECT_TRUE(std::isfinite(share) && share > 0) << score;
      }
    }
  }
}

}  // namespace
}  // namespace trilith::ratings
