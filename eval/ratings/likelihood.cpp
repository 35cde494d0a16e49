// The secular equation, and the iteration that makes the t-value's constraint linear.
#include "eval/ratings/likelihood.hpp"

#include <algorithm>
#include <cmath>

namespace trilith::ratings {
namespace {

constexpr double kZeroCell = 1e-3;
constexpr double kLargestT = 1e6;
constexpr double kLeastScore = 1e-12;
constexpr int kMostSteps = 200;

template <std::size_t kKinds>
double weighted_sum(const Distribution<kKinds>& p, const Distribution<kKinds>& values) {
  double sum = 0;
  for (std::size_t i = 0; i < kKinds; ++i) sum += p[i] * values[i];
  return sum;
}

// q = p / (1 + theta phi) with sum q phi = 0. The sum falls in theta between its poles, where the
// denominators are positive, so Newton's steps within a bracket always end. phi has both signs.
template <std::size_t kKinds>
Distribution<kKinds> tilt(const Distribution<kKinds>& p, const Distribution<kKinds>& phi) {
  const auto [least, most] = std::minmax_element(phi.begin(), phi.end());
  double low = -1 / *most;
  double high = -1 / *least;
  double theta = std::clamp(0.0, low, high);
  Distribution<kKinds> q = p;
  for (int step = 0; step < kMostSteps; ++step) {
    double sum = 0;
    double slope = 0;
    for (std::size_t i = 0; i < kKinds; ++i) {
      q[i] = p[i] / (1 + theta * phi[i]);
      sum += q[i] * phi[i];
      slope -= q[i] * phi[i] * phi[i] / (1 + theta * phi[i]);
    }
    (sum > 0 ? low : high) = theta;
    double next = theta - sum / slope;
    if (!(next > low && next < high)) next = low + (high - low) / 2;
    if (next == theta || next == low || next == high) break;
    if (std::abs(next - theta) <= 1e-15 * std::abs(next)) break;
    theta = next;
  }
  double total = 0;
  for (const double share : q) total += share;
  for (double& share : q) share /= total;
  return q;
}

template <std::size_t kKinds>
Distribution<kKinds> mirrored(Distribution<kKinds> p) {
  std::reverse(p.begin(), p.end());
  return p;
}

template <std::size_t kKinds>
double excess(const Distribution<kKinds>& p, double t) {
  const auto [mean, variance] = mean_and_variance(p);
  return mean - 0.5 - t * std::sqrt(variance);
}

// A distribution near score 1 whose t-value is at least t > 0.
template <std::size_t kKinds>
Distribution<kKinds> with_large_t(double t) {
  for (double rest = 1;; rest /= 2) {
    Distribution<kKinds> p;
    p.fill(rest / kKinds);
    p[kKinds - 1] += 1 - rest;
    if (excess(p, t) > 0) return p;
  }
}

}  // namespace

template <std::size_t kKinds>
double regularized_total(const Results<kKinds>& results) {
  if (results.total() == 0) return 0;
  double total = 0;
  for (const std::uint64_t count : results.counts) {
    total += count == 0 ? kZeroCell : static_cast<double>(count);
  }
  return total;
}

template <std::size_t kKinds>
Distribution<kKinds> shares(const Results<kKinds>& results) {
  Distribution<kKinds> p;
  const double total = regularized_total(results);
  for (std::size_t i = 0; i < kKinds; ++i) {
    const auto count = static_cast<double>(results.counts[i]);
    p[i] = total == 0 ? 1.0 / kKinds : std::max(count, kZeroCell) / total;
  }
  return p;
}

template <std::size_t kKinds>
MeanAndVariance mean_and_variance(const Distribution<kKinds>& p) {
  MeanAndVariance result;
  for (std::size_t i = 0; i < kKinds; ++i) result.mean += p[i] * score_of(i, kKinds);
  for (std::size_t i = 0; i < kKinds; ++i) {
    const double distance = score_of(i, kKinds) - result.mean;
    result.variance += p[i] * distance * distance;
  }
  return result;
}

template <std::size_t kKinds>
Distribution<kKinds> most_likely_with_mean(const Distribution<kKinds>& p, double score) {
  score = std::clamp(score, kLeastScore, 1 - kLeastScore);
  Distribution<kKinds> phi;
  for (std::size_t i = 0; i < kKinds; ++i) phi[i] = score_of(i, kKinds) - score;
  return tilt(p, phi);
}

// With t > 0 the linear form of mean - 1/2 - t sigma at a point q is nowhere above the form itself
// (sigma is a concave function of the second moment), and equal to it at q. So the iteration, begun
// where the form is positive, keeps it so: each secular equation has a root and no step can leave
// the range of distributions. It ends at the constraint.
template <std::size_t kKinds>
Distribution<kKinds> most_likely_with_t(const Distribution<kKinds>& p, double t) {
  if (t < 0) return mirrored(most_likely_with_t(mirrored(p), -t));
  if (t == 0) return most_likely_with_mean(p, 0.5);
  t = std::min(t, kLargestT);
  Distribution<kKinds> q = excess(p, t) > 0 ? p : with_large_t<kKinds>(t);
  for (int step = 0; step < kMostSteps; ++step) {
    const auto [mean, variance] = mean_and_variance(q);
    const double sigma = std::sqrt(variance);
    Distribution<kKinds> phi;
    for (std::size_t i = 0; i < kKinds; ++i) {
      const double a = score_of(i, kKinds);
      const double deviation = (a - mean) / sigma;
      phi[i] = a - 0.5 - t * sigma * (1 + deviation * deviation) / 2;
    }
    const auto [least, most] = std::minmax_element(phi.begin(), phi.end());
    if (!(*least < 0 && *most > 0)) break;  // rounding, for the largest t only
    const Distribution<kKinds> next = tilt(p, phi);
    double change = 0;
    for (std::size_t i = 0; i < kKinds; ++i) change = std::max(change, std::abs(next[i] - q[i]));
    q = next;
    if (change < 1e-14) break;
  }
  return q;
}

#define TRILITH_LIKELIHOOD(kinds)                                                                \
  template double regularized_total<kinds>(const Results<kinds>&);                               \
  template Distribution<kinds> shares<kinds>(const Results<kinds>&);                             \
  template MeanAndVariance mean_and_variance<kinds>(const Distribution<kinds>&);                 \
  template Distribution<kinds> most_likely_with_mean<kinds>(const Distribution<kinds>&, double); \
  template Distribution<kinds> most_likely_with_t<kinds>(const Distribution<kinds>&, double);
TRILITH_LIKELIHOOD(3)
TRILITH_LIKELIHOOD(5)
#undef TRILITH_LIKELIHOOD

}  // namespace trilith::ratings
