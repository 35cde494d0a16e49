// Wilson's and Student's intervals.
#include "eval/ratings/intervals.hpp"

#include <algorithm>
#include <cmath>

#include "eval/ratings/distributions.hpp"

namespace trilith::ratings {

Interval wilson(double successes, double trials) {
  if (!(trials > 0)) return {0, 1};
  const double z2 = kNormal95 * kNormal95;
  const double share = successes / trials;
  const double centre = (share + z2 / (2 * trials)) / (1 + z2 / trials);
  const double half = kNormal95 / (1 + z2 / trials) *
                      std::sqrt(share * (1 - share) / trials + z2 / (4 * trials * trials));
  return {std::max(0.0, centre - half), std::min(1.0, centre + half)};
}

double unseen_share(std::uint64_t count) {
  if (count == 0) return 1;
  return -std::expm1(std::log(0.025) / static_cast<double>(count));
}

double Moments::mean() const {
  return count == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(count);
}

double Moments::variance() const {
  if (count < 2) return 0;
  const auto n = static_cast<double>(count);
  const auto total = static_cast<double>(sum);
  return std::max(0.0, (static_cast<double>(squares) - total * total / n) / (n - 1));
}

Interval mean_interval(const Moments& values, double least, double most) {
  if (values.count == 0) return {least, most};
  const double mean = values.mean();
  if (values.least == values.most) {
    const double unseen = unseen_share(values.count);
    return {mean - unseen * (mean - least), mean + unseen * (most - mean)};
  }
  const int degrees = static_cast<int>(std::min<std::uint64_t>(values.count - 1, 1'000'000'000));
  const double half =
      student_95(degrees) * std::sqrt(values.variance() / static_cast<double>(values.count));
  return {std::max(least, mean - half), std::min(most, mean + half)};
}

}  // namespace trilith::ratings
