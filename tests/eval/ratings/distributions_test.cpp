// The distributions against tables and numerical integration; intervals against counting.
#include "eval/ratings/distributions.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "engines/random.hpp"
#include "eval/ratings/intervals.hpp"

namespace trilith::ratings {
namespace {

TEST(Distributions, NormalAsInTables) {
  EXPECT_NEAR(normal_cdf(0), 0.5, 1e-15);
  EXPECT_NEAR(normal_cdf(kNormal95), 0.975, 1e-15);
  EXPECT_NEAR(normal_cdf(-1), 0.158655253931457, 1e-14);
  EXPECT_EQ(normal_cdf(-1e300), 0);
  EXPECT_EQ(normal_cdf(1e300), 1);
}

TEST(Distributions, StudentAsInTables) {
  EXPECT_NEAR(student_95(1), 12.706, 5e-4);
  EXPECT_NEAR(student_95(2), 4.303, 5e-4);
  EXPECT_NEAR(student_95(3), 3.182, 5e-4);
  EXPECT_NEAR(student_95(9), 2.262, 5e-4);
  EXPECT_NEAR(student_95(30), 2.042, 5e-4);
  EXPECT_NEAR(student_95(120), 1.980, 5e-4);
  EXPECT_NEAR(student_95(1'000'000'000), kNormal95, 1e-8);
}

// The finite sums against Simpson's rule over the density.
TEST(Distributions, StudentIntegratesItsDensity) {
  for (const int degrees : {1, 2, 3, 4, 7, 8, 25, 40}) {
    const double v = degrees;
    const double scale =
        std::exp(std::lgamma((v + 1) / 2) - std::lgamma(v / 2)) / std::sqrt(v * std::numbers::pi);
    const auto density = [&](double t) { return scale * std::pow(1 + t * t / v, -(v + 1) / 2); };
    for (const double t : {0.3, 1.0, 2.5, 6.0}) {
      constexpr int kSteps = 2000;
      double sum = density(0) + density(t);
      for (int i = 1; i < kSteps; ++i) sum += density(t * i / kSteps) * (i % 2 == 1 ? 4 : 2);
      EXPECT_NEAR(student_cdf(t, degrees), 0.5 + sum * t / kSteps / 3, 1e-9) << degrees << " " << t;
      EXPECT_NEAR(student_cdf(-t, degrees), 1 - student_cdf(t, degrees), 1e-12);
    }
  }
}

// The expansion takes over where the finite sums stop.
TEST(Distributions, StudentIsSmoothAtManyDegrees) {
  EXPECT_NEAR(student_cdf(student_95(200), 200), 0.975, 1e-9);
  EXPECT_NEAR(student_cdf(student_95(1001), 1001), 0.975, 1e-9);
}

TEST(Intervals, WilsonAsPublished) {
  // Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I.
  EXPECT_NEAR(wilson(81, 263).low, 0.2553, 5e-5);
  EXPECT_NEAR(wilson(81, 263).high, 0.3662, 5e-5);
  EXPECT_NEAR(wilson(15, 148).low, 0.0624, 5e-5);
  EXPECT_NEAR(wilson(15, 148).high, 0.1605, 5e-5);
  EXPECT_NEAR(wilson(0, 20).high, 0.1611, 5e-5);
  EXPECT_EQ(wilson(0, 20).low, 0);
  EXPECT_NEAR(wilson(1, 29).low, 0.0061, 5e-5);
  EXPECT_NEAR(wilson(1, 29).high, 0.1718, 5e-5);
  EXPECT_EQ(wilson(0, 0), (Interval{0, 1}));
}

TEST(Intervals, OfMeans) {
  Moments values;
  EXPECT_EQ(mean_interval(values, -64, 64), (Interval{-64, 64}));
  values.add(10);
  Interval interval = mean_interval(values, -64, 64);  // one value says next to nothing
  EXPECT_LT(interval.low, -60);
  EXPECT_GT(interval.high, 62);
  values.add(14);
  // Two values: mean 12, standard error 2, t 12.706.
  interval = mean_interval(values, -64, 64);
  EXPECT_NEAR(interval.low, 12 - 2 * 12.706, 2e-3);
  EXPECT_NEAR(interval.high, 12 + 2 * 12.706, 2e-3);
  Moments alike;
  for (int i = 0; i < 1000; ++i) alike.add(-64);
  interval = mean_interval(alike, -64, 64);
  EXPECT_EQ(interval.low, -64);
  EXPECT_NEAR(interval.high, -64 + 128 * 0.003682, 1e-3);
}

// The interval holds the true mean in 95 % of samples.
TEST(Intervals, CoverTheMean) {
  int covered = 0;
  constexpr int kSamples = 4000;
  for (int sample = 0; sample < kSamples; ++sample) {
    RandomStream random(1, static_cast<std::uint64_t>(sample));
    Moments values;
    for (int i = 0; i < 12; ++i) {
      values.add(static_cast<int>(random.below(21)) + static_cast<int>(random.below(21)) - 20);
    }
    const Interval interval = mean_interval(values, -64, 64);
    covered += interval.low <= 0 && 0 <= interval.high;
  }
  EXPECT_NEAR(covered / double{kSamples}, 0.95, 0.012);
}

}  // namespace
}  // namespace trilith::ratings
