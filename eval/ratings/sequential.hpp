// The generalized sequential probability ratio test of two stated hypotheses about a match.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

#include "eval/ratings/results.hpp"

namespace trilith::ratings {

// logistic: Elo of the score; normalized: normalized Elo, whose test takes about the same number of
// games whatever the share of draws.
enum class EloModel { logistic, normalized };

// The first player is elo0 (hypothesis 0) or elo1 (hypothesis 1) stronger, elo0 < elo1. The test
// accepts the wrong one with probability alpha (1 instead of 0) or beta (0 instead of 1).
struct Hypotheses {
  EloModel model = EloModel::normalized;
  double elo0 = 0;
  double elo1 = 2;
  double alpha = 0.05;
  double beta = 0.05;

  double lower_bound() const;  // ln(beta / (1 - alpha)): accept hypothesis 0
  double upper_bound() const;  // ln((1 - beta) / alpha): accept hypothesis 1
  bool operator==(const Hypotheses&) const = default;
};

// Throws UserError unless elo0 < elo1 are finite and alpha, beta lie in (0, 1/2).
void check_hypotheses(const Hypotheses& hypotheses);

// N sum p ln(q1 / q0) with the most likely distributions q under the hypotheses; finite for any
// results and bounds, 0 without results.
template <std::size_t kKinds>
double log_likelihood_ratio(const Results<kKinds>& results, const Hypotheses& hypotheses);

// N/2 ln((1 + (t - t0)^2) / (1 + (t - t1)^2)): the same ratio if results were normally distributed
// with an unknown variance (normalized model only). Fishtest and others show it for long matches,
// where it is within a few thousandths of log_likelihood_ratio. 0 when the results are all alike.
template <std::size_t kKinds>
double log_likelihood_ratio_of_t(const Results<kKinds>& results, double elo0, double elo1);

enum class Verdict { undecided, accept0, accept1 };
std::string_view verdict_text(Verdict verdict);

// The test over pairs of games that finish in any order. Only the pairs before the first one that
// is missing count, looked at one by one, so the verdict does not depend on timing or on how many
// pairs were played at once.
class SequentialTest {
 public:
  explicit SequentialTest(const Hypotheses& hypotheses) : hypotheses_(hypotheses) {}

  // Pair number `unit` had result 0..4; each number is given once.
  void add(std::uint64_t unit, std::size_t result);

  Verdict verdict() const { return verdict_; }
  // The pairs that counted: all up to the verdict, or all before the first that is missing.
  const PairResults& results() const { return results_; }
  double ratio() const { return ratio_; }
  const Hypotheses& hypotheses() const { return hypotheses_; }

 private:
  Hypotheses hypotheses_;
  std::map<std::uint64_t, std::size_t> waiting_;
  std::uint64_t next_ = 0;
  PairResults results_;
  double ratio_ = 0;
  Verdict verdict_ = Verdict::undecided;
};

}  // namespace trilith::ratings
