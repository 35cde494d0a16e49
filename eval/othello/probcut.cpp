// The deviation of shallow searches: its formula, text form and fit.
#include "eval/othello/probcut.hpp"

#include <Eigen/Dense>
#include <cmath>
#include <map>
#include <sstream>
#include <tuple>

#include "engines/error.hpp"

namespace trilith::othello {
namespace {

using Terms = Eigen::Matrix<double, static_cast<int>(kProbCutTerms), 1>;

constexpr std::array<std::string_view, kProbCutTerms> kNames = {
    "one", "empties", "empties-squared", "log-depth", "log-shallow", "to-the-end"};

// Samples are grouped by so many empty squares; smaller groups than kSmallestGroup are left out.
constexpr int kGroupedEmpties = 3;
constexpr int kSmallestGroup = 8;

Terms terms_of(double empties, int depth, int shallow) {
  const double e = empties / 60;
  return Terms{
      1, e, e * e, std::log(1.0 + depth), std::log(1.0 + shallow), depth >= empties ? 1.0 : 0.0};
}

struct Group {
  int count = 0;
  double empties = 0;  // sum
  double squares = 0;  // of the differences
};

}  // namespace

double ProbCut::deviation(int empties, int depth, int shallow) const {
  return std::exp(
      Eigen::Map<const Terms>(coefficients.data()).dot(terms_of(empties, depth, shallow)));
}

ProbCut ProbCut::parse(std::string_view text, const std::string& name) {
  ProbCut result;
  std::array<bool, kProbCutTerms> seen{};
  std::istringstream lines{std::string(text)};
  int number = 0;
  const auto fault = [&name, &number](const std::string& why) {
    return UserError("ProbCut file '" + name + "', line " + std::to_string(number) + ": " + why);
  };
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string::npos || line[0] == '#') continue;
    std::istringstream words(line);
    std::string term;
    double value = 0;
    std::string more;
    if (!(words >> term >> value) || words >> more || !std::isfinite(value)) {
      throw fault("wanted a term's name and one number, not '" + line + "'");
    }
    std::size_t i = 0;
    while (i < kProbCutTerms && kNames[i] != term) ++i;
    if (i == kProbCutTerms) throw fault("there is no term '" + term + "'");
    if (seen[i]) throw fault("term '" + term + "' stands twice");
    seen[i] = true;
    result.coefficients[i] = value;
  }
  for (std::size_t i = 0; i < kProbCutTerms; ++i) {
    if (!seen[i]) throw fault("the file ends without term '" + std::string(kNames[i]) + "'");
  }
  return result;
}

std::string ProbCut::text(const std::string& note) const {
  std::ostringstream text;
  text.precision(6);
  text << "# " << note << '\n';
  for (std::size_t i = 0; i < kProbCutTerms; ++i)
    text << kNames[i] << ' ' << coefficients[i] << '\n';
  return text.str();
}

ProbCut fit_probcut(std::span<const ProbCutSample> samples) {
  std::map<std::tuple<int, int, int, bool>, Group> groups;
  for (const ProbCutSample& sample : samples) {
    Group& group = groups[{sample.empties / kGroupedEmpties, sample.depth, sample.shallow,
                           sample.depth >= sample.empties}];
    ++group.count;
    group.empties += sample.empties;
    group.squares += sample.difference * sample.difference;
  }
  // A little ridge keeps a term that no sample speaks about at 0.
  using Square =
      Eigen::Matrix<double, static_cast<int>(kProbCutTerms), static_cast<int>(kProbCutTerms)>;
  Square matrix = Square::Identity() * 1e-3;
  Terms right = Terms::Zero();
  std::size_t used = 0;
  for (const auto& [key, group] : groups) {
    if (group.count < kSmallestGroup || group.squares <= 0) continue;
    const auto& [empties, depth, shallow, ends] = key;
    const double mean_empties = group.empties / group.count;
    Terms terms = terms_of(mean_empties, depth, shallow);
    terms[kProbCutTerms - 1] = ends ? 1 : 0;
    const double deviation = std::sqrt(group.squares / group.count);
    matrix += group.count * terms * terms.transpose();
    right += group.count * std::log(deviation) * terms;
    ++used;
  }
  if (used < 2 * kProbCutTerms) {
    throw UserError("too few positions to fit the ProbCut parameters to");
  }
  ProbCut result;
  Eigen::Map<Terms>(result.coefficients.data()) = matrix.ldlt().solve(right);
  return result;
}

}  // namespace trilith::othello
