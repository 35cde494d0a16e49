// Confidence sequences: intervals for a mean that hold at all sample sizes at once.
#pragma once

#include <cstdint>

namespace trilith::montecarlo {

// Integer sums of one statistic over a chunk of blocks, with those of a control variate of known
// mean. Being integers they are the same however the chunk was computed.
struct Sums {
  std::int64_t blocks = 0;
  std::int64_t x = 0;
  std::int64_t xx = 0;
  std::int64_t c = 0;
  std::int64_t cc = 0;
  std::int64_t xc = 0;

  void add(std::int64_t value, std::int64_t control) {
    ++blocks;
    x += value;
    xx += value * value;
    c += control;
    cc += control * control;
    xc += value * control;
  }
  Sums& operator+=(const Sums& other);
  bool operator==(const Sums&) const = default;
};

// The polynomial stitched boundary of Howard, Ramdas, McAuliffe and Sekhon, "Time-uniform,
// nonparametric, nonasymptotic confidence sequences" (Annals of Statistics, 2021), Theorem 1 and
// equation 10, with eta = 2 and s = 1.4, for a sub-gamma process of scale 1: crossed at any time
// with probability at most alpha. `variance` is the intrinsic time, `start` that from which the
// boundary is tight.
double stitched_boundary(double variance, double alpha, double start);

// Empirical-Bernstein confidence sequence (the same paper, Theorem 4) for the mean of independent
// bounded blocks, updated chunk by chunk. The prediction of a chunk's blocks and the coefficient of
// the control variate come from earlier chunks only, which keeps the guarantee.
class SequentialMean {
 public:
  // Values lie in low..high. A control variate has the exact mean control_mean and values within
  // control_range of each other; a range of 0 means that there is none.
  // `guess` predicts the first chunk's mean; it must not come from the blocks that are added.
  SequentialMean(double low, double high, double guess, double control_range = 0,
                 double control_mean = 0);

  void add(const Sums& chunk);

  std::int64_t blocks() const { return total_.blocks; }
  const Sums& total() const { return total_; }
  double mean() const;
  // With probability 1 - alpha, the true mean is within this of mean() at all times; the range of
  // the values while nothing is known.
  double half_width(double alpha) const;
  // Estimated variance of mean(), from all blocks alike.
  double variance_of_mean() const;

 private:
  double coefficient() const;  // of the control, from the blocks so far
  double prediction() const;   // of the next blocks, without the control

  double low_;
  double range_;
  double guess_;  // in units of range_, from low_
  double control_range_;
  double control_mean_;
  double scale_;  // bound of |value - prediction|, in units of range_
  Sums total_;
  double adjusted_sum_ = 0;  // of (value - low) / range - b * control, control centred at its mean
  double intrinsic_ = 0;     // sum of squared differences from the predictions
};

}  // namespace trilith::montecarlo
