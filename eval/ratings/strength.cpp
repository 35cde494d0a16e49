// Strength of the first player, by the formulas of Van den Bergh's "Normalized Elo" (2022).
#include "eval/ratings/strength.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "eval/ratings/distributions.hpp"
#include "eval/ratings/likelihood.hpp"

namespace trilith::ratings {
namespace {

// 2 N sum p ln(p / q_t): the deviance of the hypothesis that the t-value is t.
template <std::size_t kKinds>
double deviance(const Distribution<kKinds>& p, double total, double t) {
  const Distribution<kKinds> q = most_likely_with_t(p, t);
  double sum = 0;
  for (std::size_t i = 0; i < kKinds; ++i) sum += p[i] * std::log(p[i] / q[i]);
  return 2 * total * sum;
}

// The value between `estimate` and `end` at which the deviance reaches its 95 % point; `end` when
// it stays below.
template <std::size_t kKinds>
double interval_end(const Distribution<kKinds>& p, double total, double estimate, double end) {
  double inside = estimate;
  double outside = end;
  // Doubling steps first: the deviance is smooth near the estimate and unruly far away.
  for (double step = std::copysign(4 / std::sqrt(total), end - estimate);; step *= 2) {
    const double t = estimate + step;
    if (std::abs(step) >= std::abs(end - estimate)) return end;
    if (deviance(p, total, t) > kNormal95 * kNormal95) {
      outside = t;
      break;
    }
    inside = t;
  }
  for (int step = 0; step < 50; ++step) {
    const double middle = (inside + outside) / 2;
    (deviance(p, total, middle) > kNormal95 * kNormal95 ? outside : inside) = middle;
  }
  return inside;
}

}  // namespace

double elo_of_score(double score) { return -400 * std::log10(1 / score - 1); }

double score_of_elo(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

template <std::size_t kKinds>
double t_of_normalized_elo(double normalized_elo) {
  return normalized_elo * std::sqrt(Results<kKinds>::games_per_result) / kNormalizedEloUnit;
}

template <std::size_t kKinds>
std::optional<Strength> strength(const Results<kKinds>& results) {
  const std::uint64_t count = results.total();
  if (count == 0) return std::nullopt;
  const auto n = static_cast<double>(count);
  Strength s;
  s.results = count;

  Distribution<kKinds> observed;
  for (std::size_t i = 0; i < kKinds; ++i) {
    observed[i] = static_cast<double>(results.counts[i]) / n;
    if (results.counts[i] == count) s.alike = true;
  }
  const auto [mean, variance] = mean_and_variance(observed);
  s.score = mean;
  s.deviation = s.alike ? 0 : std::sqrt(variance);
  s.standard_error = s.deviation / std::sqrt(n);
  const double half = kNormal95 * s.standard_error;
  const double unseen = s.alike ? unseen_share(count) : 0;
  s.score_interval = {std::max(0.0, mean - half - unseen * mean),
                      std::min(1.0, mean + half + unseen * (1 - mean))};

  const double least = 0.5 * score_of(1, kKinds) / n;
  const auto elo = [least](double score) {
    return elo_of_score(std::clamp(score, least, 1 - least));
  };
  s.elo = elo(mean);
  s.elo_interval = {elo(s.score_interval.low), elo(s.score_interval.high)};
  s.elo_margin = (s.elo_interval.high - s.elo_interval.low) / 2;

  const double games = Results<kKinds>::games_per_result;
  const double unit = kNormalizedEloUnit / std::sqrt(games);  // normalized Elo per t
  const Distribution<kKinds> p = shares(results);
  const double total = regularized_total(results);
  const MeanAndVariance used = s.alike ? mean_and_variance(p) : MeanAndVariance{mean, variance};
  const double largest = kLargestNormalizedElo / unit;
  const double t = std::clamp((used.mean - 0.5) / std::sqrt(used.variance), -largest, largest);
  s.normalized_elo = t * unit;
  s.normalized_elo_margin = kNormal95 * unit / std::sqrt(n);
  s.normalized_elo_interval = {interval_end(p, total, t, -largest) * unit,
                               interval_end(p, total, t, largest) * unit};

  s.superiority = s.alike ? mean : normal_cdf((mean - 0.5) / s.standard_error);
  if (s.alike && mean != 0.5) s.superiority = mean > 0.5 ? 1 : 0;
  return s;
}

template double t_of_normalized_elo<3>(double);
template double t_of_normalized_elo<5>(double);
template std::optional<Strength> strength(const Results<3>&);
template std::optional<Strength> strength(const Results<5>&);

}  // namespace trilith::ratings
