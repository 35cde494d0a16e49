// The log-likelihood ratio, and the walk over the pairs in their order.
#include "eval/ratings/sequential.hpp"

#include <cmath>

#include "engines/error.hpp"
#include "eval/ratings/likelihood.hpp"
#include "eval/ratings/strength.hpp"

namespace trilith::ratings {
namespace {

template <std::size_t kKinds>
Distribution<kKinds> most_likely(const Distribution<kKinds>& p, EloModel model, double elo) {
  return model == EloModel::logistic ? most_likely_with_mean(p, score_of_elo(elo))
                                     : most_likely_with_t(p, t_of_normalized_elo<kKinds>(elo));
}

}  // namespace

double Hypotheses::lower_bound() const { return std::log(beta / (1 - alpha)); }
double Hypotheses::upper_bound() const { return std::log((1 - beta) / alpha); }

void check_hypotheses(const Hypotheses& h) {
  if (!std::isfinite(h.elo0) || !std::isfinite(h.elo1) || !(h.elo0 < h.elo1)) {
    throw UserError("hypotheses " + std::to_string(h.elo0) + ", " + std::to_string(h.elo1) +
                    ": the first Elo must be less than the second");
  }
  for (const double error : {h.alpha, h.beta}) {
    if (!(error > 0 && error < 0.5)) {
      throw UserError("error probability " + std::to_string(error) +
                      " does not lie between 0 and 0.5");
    }
  }
}

template <std::size_t kKinds>
double log_likelihood_ratio(const Results<kKinds>& results, const Hypotheses& hypotheses) {
  if (results.total() == 0) return 0;
  const Distribution<kKinds> p = shares(results);
  const Distribution<kKinds> q0 = most_likely(p, hypotheses.model, hypotheses.elo0);
  const Distribution<kKinds> q1 = most_likely(p, hypotheses.model, hypotheses.elo1);
  double sum = 0;
  for (std::size_t i = 0; i < kKinds; ++i) sum += p[i] * (std::log(q1[i]) - std::log(q0[i]));
  return regularized_total(results) * sum;
}

template <std::size_t kKinds>
double log_likelihood_ratio_of_t(const Results<kKinds>& results, double elo0, double elo1) {
  const std::optional<Strength> match = strength(results);
  if (!match || match->alike) return 0;
  const double t = (match->score - 0.5) / match->deviation;
  const double from0 = t - t_of_normalized_elo<kKinds>(elo0);
  const double from1 = t - t_of_normalized_elo<kKinds>(elo1);
  return static_cast<double>(match->results) *
         (std::log(std::hypot(1, from0)) - std::log(std::hypot(1, from1)));
}

std::string_view verdict_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::accept0:
      return "accept H0";
    case Verdict::accept1:
      return "accept H1";
    default:
      return "undecided";
  }
}

void SequentialTest::add(std::uint64_t unit, std::size_t result) {
  waiting_.emplace(unit, result);
  while (verdict_ == Verdict::undecided && !waiting_.empty() && waiting_.begin()->first == next_) {
    ++results_.counts[waiting_.begin()->second];
    waiting_.erase(waiting_.begin());
    ++next_;
    ratio_ = log_likelihood_ratio(results_, hypotheses_);
    if (ratio_ >= hypotheses_.upper_bound()) verdict_ = Verdict::accept1;
    if (ratio_ <= hypotheses_.lower_bound()) verdict_ = Verdict::accept0;
  }
}

template double log_likelihood_ratio(const Results<3>&, const Hypotheses&);
template double log_likelihood_ratio(const Results<5>&, const Hypotheses&);
template double log_likelihood_ratio_of_t(const Results<3>&, double, double);
template double log_likelihood_ratio_of_t(const Results<5>&, double, double);

}  // namespace trilith::ratings
