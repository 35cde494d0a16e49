// Confidence intervals of 95 % for shares and for means of bounded values.
#pragma once

#include <algorithm>
#include <cstdint>

namespace trilith::ratings {

struct Interval {
  double low = 0;
  double high = 0;
  bool operator==(const Interval&) const = default;
};

// Wilson, "Probable inference, the law of succession, and statistical inference" (1927): the share
// of `successes` among `trials`; [0, 1] without trials.
Interval wilson(double successes, double trials);

// A sample of one value is all that is known of a mean: with probability 0.975 at most this share
// of the population is different when `count` independent draws were all alike (1 - 0.025^(1/n)).
double unseen_share(std::uint64_t count);

// Sums over independent integer values: exact, so the same in any order.
struct Moments {
  std::uint64_t count = 0;
  std::int64_t sum = 0;
  std::int64_t squares = 0;
  std::int64_t least = 0;
  std::int64_t most = 0;

  void add(std::int64_t value) {
    least = count == 0 ? value : std::min(least, value);
    most = count == 0 ? value : std::max(most, value);
    ++count;
    sum += value;
    squares += value * value;
  }
  // 0 without values.
  double mean() const;
  // The unbiased one; 0 below two values.
  double variance() const;
};

// Student's interval for the mean of values in least..most, cut to that range. Values that are all
// alike give the interval that `unseen_share` allows; without values it is [least, most].
Interval mean_interval(const Moments& values, double least, double most);

}  // namespace trilith::ratings
