// How far a shallow search errs from a deep one: the parameters of Multi-ProbCut, their file and
// their fit.
//
// M. Buro, "Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello"
// (1997): a deep search's value is the shallow one's plus a normal error, so a null window that the
// shallow value misses by several standard deviations is decided. The deviation depends on both
// depths and on how many squares are empty:
//   ln deviation = sum of coefficient[i] * term i
// with the terms 1, e, e^2, ln(1 + depth), ln(1 + shallow), and 1 when the deep search ends the
// game, where e = empties / 60. The logarithm keeps the deviation positive.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace trilith::othello {

inline constexpr std::size_t kProbCutTerms = 6;

// A pair of searches of one position without selective cuts.
struct ProbCutSample {
  int empties = 0;
  int depth = 0;
  int shallow = 0;        // depth of the shallow search
  double difference = 0;  // deep value minus shallow value, discs
};

struct ProbCut {
  std::array<double, kProbCutTerms> coefficients{};

  // Discs.
  double deviation(int empties, int depth, int shallow) const;

  // A text file: lines of a term's name and its coefficient, # starts a comment. Throws UserError.
  static ProbCut parse(std::string_view text, const std::string& name);
  // `note` becomes the file's first comment.
  std::string text(const std::string& note) const;

  // The parameters that come with the program: data/othello/probcut.txt.
  static const ProbCut& shipped();
};

// Least squares over groups of samples with equal depths and similar empties: each group's observed
// deviation, weighted by its size (the logarithm of a deviation seen in n samples has variance
// 1 / (2 n)). Throws UserError when there are too few samples.
ProbCut fit_probcut(std::span<const ProbCutSample> samples);

}  // namespace trilith::othello
