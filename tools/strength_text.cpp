// Strength and sequential tests in words and as JSON.
#include "tools/strength_text.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>

#include "engines/error.hpp"

namespace trilith::tools {
namespace {

using ratings::EloModel;
using ratings::Hypotheses;
using ratings::Results;
using ratings::Strength;
using ratings::Verdict;

const char* model_text(EloModel model) {
  return model == EloModel::normalized ? "normalized" : "logistic";
}

}  // namespace

std::optional<Hypotheses> HypothesesOptions::read() const {
  if (normalized.empty() && logistic.empty()) return std::nullopt;
  const std::vector<double>& values = normalized.empty() ? logistic : normalized;
  Hypotheses h{normalized.empty() ? EloModel::logistic : EloModel::normalized, values.at(0),
               values.at(1), alpha, beta};
  ratings::check_hypotheses(h);
  return h;
}

void add_hypotheses_options(CLI::App& command, HypothesesOptions& options) {
  auto* normalized =
      command
          .add_option("--nelo", options.normalized,
                      "Sequential test of two hypotheses in normalized Elo, like --nelo 0,5")
          ->delimiter(',')
          ->expected(2);
  command
      .add_option("--elo", options.logistic,
                  "Sequential test of two hypotheses in Elo of the score, like --elo 0,5")
      ->delimiter(',')
      ->expected(2)
      ->excludes(normalized);
  command
      .add_option("--alpha", options.alpha, "Chance to accept the second when the first is true")
      ->capture_default_str();
  command.add_option("--beta", options.beta, "Chance to accept the first when the second is true")
      ->capture_default_str();
}

std::string elo_text(double elo) {
  const std::string text = fmt::format("{:+.1f}", elo);
  return text == "-0.0" ? "+0.0" : text;
}

template <std::size_t kKinds>
Json strength_json(const Results<kKinds>& results) {
  const std::optional<Strength> s = ratings::strength(results);
  const auto number = [&](auto member) { return s ? Json((*s).*member) : Json(nullptr); };
  const auto interval = [&](auto member) {
    return s ? Json({((*s).*member).low, ((*s).*member).high}) : Json(nullptr);
  };
  return {{kKinds == 5 ? "pairs" : "games", results.counts},
          {"count", results.total()},
          {"score", number(&Strength::score)},
          {"score_interval", interval(&Strength::score_interval)},
          {"elo", number(&Strength::elo)},
          {"elo_margin", number(&Strength::elo_margin)},
          {"elo_interval", interval(&Strength::elo_interval)},
          {"nelo", number(&Strength::normalized_elo)},
          {"nelo_margin", number(&Strength::normalized_elo_margin)},
          {"nelo_interval", interval(&Strength::normalized_elo_interval)},
          {"los", number(&Strength::superiority)},
          {"all_alike", s ? Json(s->alike) : Json(nullptr)}};
}

template <std::size_t kKinds>
std::string strength_text(const Results<kKinds>& results) {
  const std::optional<Strength> s = ratings::strength(results);
  std::string text =
      kKinds == 5 ? fmt::format("pairs LL LD DD/WL WD WW: {}\n", fmt::join(results.counts, " "))
                  : fmt::format("games L D W: {}\n", fmt::join(results.counts, " "));
  if (!s) return text + "no games, nothing is known\n";
  text += fmt::format("score {:.2f} %   Elo {} [{}, {}]   LOS {:.1f} %\n", 100 * s->score,
                      elo_text(s->elo), elo_text(s->elo_interval.low),
                      elo_text(s->elo_interval.high), 100 * s->superiority);
  if (s->alike) {
    return text + fmt::format(
                      "all {} are alike: the intervals are what chance allows, and no "
                      "normalized Elo can be told\n",
                      kKinds == 5 ? "pairs" : "games");
  }
  return text + fmt::format("normalized Elo {} [{}, {}]\n", elo_text(s->normalized_elo),
                            elo_text(s->normalized_elo_interval.low),
                            elo_text(s->normalized_elo_interval.high));
}

template <std::size_t kKinds>
Json hypotheses_json(const Results<kKinds>& results, const Hypotheses& h, Verdict verdict) {
  Json json = {{"model", model_text(h.model)},
               {"elo0", h.elo0},
               {"elo1", h.elo1},
               {"alpha", h.alpha},
               {"beta", h.beta},
               {"llr", ratings::log_likelihood_ratio(results, h)}};
  if (h.model == EloModel::normalized) {
    json["llr_t_test"] = ratings::log_likelihood_ratio_of_t(results, h.elo0, h.elo1);
  }
  json["lower"] = h.lower_bound();
  json["upper"] = h.upper_bound();
  json["verdict"] = ratings::verdict_text(verdict);
  return json;
}

std::string hypotheses_text(const Hypotheses& h, double ratio, Verdict verdict) {
  return fmt::format("{} Elo {} against {}: LLR {:.2f} in ({:.2f}, {:.2f}), {}",
                     model_text(h.model), h.elo0, h.elo1, ratio, h.lower_bound(), h.upper_bound(),
                     ratings::verdict_text(verdict));
}

Verdict verdict_of(double ratio, const Hypotheses& h) {
  return ratio >= h.upper_bound()   ? Verdict::accept1
         : ratio <= h.lower_bound() ? Verdict::accept0
                                    : Verdict::undecided;
}

#define TRILITH_STRENGTH(kinds)                              \
  template Json strength_json(const Results<kinds>&);        \
  template std::string strength_text(const Results<kinds>&); \
  template Json hypotheses_json(const Results<kinds>&, const Hypotheses&, Verdict);
TRILITH_STRENGTH(3)
TRILITH_STRENGTH(5)
#undef TRILITH_STRENGTH

}  // namespace trilith::tools
