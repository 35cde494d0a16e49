// Closed forms and a bisection.
#include "eval/ratings/distributions.hpp"

#include <cassert>
#include <cmath>
#include <numbers>

namespace trilith::ratings {
namespace {

// From here on the expansion in 1/degrees is exact to ten digits and the finite sum only slow.
constexpr int kMany = 200;

// Abramowitz and Stegun, 26.7.5.
double cornish_fisher(double x, double degrees) {
  const double x2 = x * x;
  const double g1 = x * (x2 + 1) / 4;
  const double g2 = x * ((5 * x2 + 16) * x2 + 3) / 96;
  const double g3 = x * (((3 * x2 + 19) * x2 + 17) * x2 - 15) / 384;
  return x + (g1 + (g2 + g3 / degrees) / degrees) / degrees;
}

}  // namespace

double normal_cdf(double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); }

double student_cdf(double t, int degrees) {
  assert(degrees >= 1);
  const double angle = std::atan(t / std::sqrt(degrees));
  const double cosine = std::cos(angle);
  // The terms of both series: odd degrees begin with cos, even ones with 1.
  double term = degrees % 2 == 1 ? cosine : 1;
  double sum = degrees == 1 ? 0 : term;
  for (int power = degrees % 2 == 1 ? 3 : 2; power <= degrees - 2; power += 2) {
    term *= cosine * cosine * (power - 1) / power;
    sum += term;
  }
  const double within = degrees % 2 == 1 ? 2 / std::numbers::pi * (angle + std::sin(angle) * sum)
                                         : std::sin(angle) * sum;
  return 0.5 + 0.5 * within;
}

double student_95(int degrees) {
  assert(degrees >= 1);
  if (degrees >= kMany) return cornish_fisher(kNormal95, degrees);
  double low = kNormal95;
  double high = 13;  // one degree of freedom has 12.706
  for (int step = 0; step < 60; ++step) {
    const double middle = (low + high) / 2;
    (student_cdf(middle, degrees) < 0.975 ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace trilith::ratings
