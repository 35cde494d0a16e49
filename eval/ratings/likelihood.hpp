// Maximum-likelihood distributions of results under a hypothesis about their mean.
#pragma once

#include <array>
#include <cstddef>

#include "eval/ratings/results.hpp"

namespace trilith::ratings {

template <std::size_t kKinds>
using Distribution = std::array<double, kKinds>;

// Shares of the results, none of them zero: counts of 0 become 1e-3. All alike without results.
template <std::size_t kKinds>
Distribution<kKinds> shares(const Results<kKinds>& results);

// The sum of the counts after zeros became 1e-3; 0 without results.
template <std::size_t kKinds>
double regularized_total(const Results<kKinds>& results);

struct MeanAndVariance {
  double mean = 0;
  double variance = 0;
};
template <std::size_t kKinds>
MeanAndVariance mean_and_variance(const Distribution<kKinds>& p);

// The distribution q that maximizes sum p ln q among those of mean `score`, which is moved into the
// open interval (0, 1) (Van den Bergh, "MLE of multinomial", proposition 1.1).
template <std::size_t kKinds>
Distribution<kKinds> most_likely_with_mean(const Distribution<kKinds>& p, double score);

// The same among those with (mean - 1/2) / standard deviation = t (Van den Bergh, "Normalized Elo:
// practical", section 4). |t| is cut at 1e6.
template <std::size_t kKinds>
Distribution<kKinds> most_likely_with_t(const Distribution<kKinds>& p, double t);

}  // namespace trilith::ratings
