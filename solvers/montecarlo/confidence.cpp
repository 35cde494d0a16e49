// Confidence sequences for means of bounded blocks.
#include "solvers/montecarlo/confidence.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace trilith::montecarlo {
namespace {

// A control may widen the range of the adjusted values by this share at most.
constexpr double kMostWidening = 0.5;
constexpr double kStart = 1.0;  // intrinsic time from which intervals are tight

}  // namespace

Sums& Sums::operator+=(const Sums& other) {
  blocks += other.blocks;
  x += other.x;
  xx += other.xx;
  c += other.c;
  cc += other.cc;
  xc += other.xc;
  return *this;
}

double stitched_boundary(double variance, double alpha, double start) {
  constexpr double kEta = 2;
  constexpr double kS = 1.4;
  constexpr double kZeta = 3.1055472779775804;  // Riemann's zeta(1.4)
  const double k1 = (std::pow(kEta, 0.25) + std::pow(kEta, -0.25)) / std::sqrt(2.0);
  const double k2 = (std::sqrt(kEta) + 1) / 2;
  const double v = std::max(variance, start);
  const double level =
      kS * std::log(std::log(kEta * v / start) / std::log(kEta)) + std::log(kZeta / alpha);
  return std::sqrt(k1 * k1 * v * level + k2 * k2 * level * level) + k2 * level;
}

SequentialMean::SequentialMean(double low, double high, double guess, double control_range,
                               double control_mean)
    : low_(low),
      range_(high - low),
      guess_((guess - low) / (high - low)),
      control_range_(control_range),
      control_mean_(control_mean),
      scale_(control_range > 0 ? 1 + kMostWidening : 1) {
  assert(range_ > 0);
}

double SequentialMean::prediction() const {
  if (total_.blocks == 0) return guess_;
  return (static_cast<double>(total_.x) / static_cast<double>(total_.blocks) - low_) / range_;
}

double SequentialMean::coefficient() const {
  if (control_range_ <= 0 || total_.blocks < 2) return 0;
  const auto n = static_cast<double>(total_.blocks);
  const auto c = static_cast<double>(total_.c);
  const double variance = static_cast<double>(total_.cc) - c * c / n;
  if (variance <= 0) return 0;
  const double covariance = static_cast<double>(total_.xc) - static_cast<double>(total_.x) * c / n;
  const double most = kMostWidening / control_range_;
  return std::clamp(covariance / variance / range_, -most, most);
}

void SequentialMean::add(const Sums& chunk) {
  // In units of the range: y = u - b * (c - mean), u = (x - low) / range; the prediction is the
  // mean of u so far.
  const double b = coefficient();
  const double expected = prediction();
  const auto n = static_cast<double>(chunk.blocks);
  const double u = (static_cast<double>(chunk.x) - n * low_) / range_;
  const double uu =
      (static_cast<double>(chunk.xx) - 2 * low_ * static_cast<double>(chunk.x) + n * low_ * low_) /
      (range_ * range_);
  const double c = static_cast<double>(chunk.c) - n * control_mean_;
  const double cc = static_cast<double>(chunk.cc) -
                    2 * control_mean_ * static_cast<double>(chunk.c) +
                    n * control_mean_ * control_mean_;
  const double uc = (static_cast<double>(chunk.xc) - low_ * static_cast<double>(chunk.c)) / range_ -
                    control_mean_ * u;
  const double y = u - b * c;
  const double yy = uu - 2 * b * uc + b * b * cc;
  adjusted_sum_ += y;
  intrinsic_ += std::max(0.0, yy - 2 * expected * y + n * expected * expected);
  total_ += chunk;
}

double SequentialMean::mean() const {
  if (total_.blocks == 0) return low_ + range_ / 2;
  return low_ + range_ * adjusted_sum_ / static_cast<double>(total_.blocks);
}

double SequentialMean::half_width(double alpha) const {
  if (total_.blocks == 0) return range_;
  const double boundary =
      scale_ * stitched_boundary(intrinsic_ / (scale_ * scale_), alpha / 2, kStart);
  return std::min(range_, range_ * boundary / static_cast<double>(total_.blocks));
}

double SequentialMean::variance_of_mean() const {
  const auto n = static_cast<double>(total_.blocks);
  if (n < 2) return range_ * range_;
  const auto x = static_cast<double>(total_.x);
  const auto c = static_cast<double>(total_.c);
  const double b = coefficient() * range_;
  const double xx = static_cast<double>(total_.xx) - x * x / n;
  const double xc = static_cast<double>(total_.xc) - x * c / n;
  const double cc = static_cast<double>(total_.cc) - c * c / n;
  return std::max(0.0, xx - 2 * b * xc + b * b * cc) / (n * (n - 1));
}

}  // namespace trilith::montecarlo
