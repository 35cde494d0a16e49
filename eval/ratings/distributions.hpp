// The normal and Student's t distribution: what intervals are made of.
#pragma once

namespace trilith::ratings {

// The 97.5 % point of the normal distribution: two-sided intervals of 95 %.
inline constexpr double kNormal95 = 1.959963984540054;

double normal_cdf(double x);

// P(T <= t) for Student's t with `degrees` >= 1 degrees of freedom (Abramowitz and Stegun, 26.7.3
// and 26.7.4).
double student_cdf(double t, int degrees);

// The point with 97.5 % of the distribution below it.
double student_95(int degrees);

}  // namespace trilith::ratings
