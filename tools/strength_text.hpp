// What the program says of a match: strength, interval and sequential test, in words and as JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "eval/ratings/sequential.hpp"
#include "eval/ratings/strength.hpp"
#include "tools/common.hpp"

namespace trilith::tools {

// `0,5` with --nelo or --elo, and the errors.
struct HypothesesOptions {
  std::vector<double> normalized;
  std::vector<double> logistic;
  double alpha = 0.05;
  double beta = 0.05;

  // Nothing when no hypotheses were given; throws UserError for such that are none.
  std::optional<ratings::Hypotheses> read() const;
};

// Adds --nelo, --elo, --alpha and --beta.
void add_hypotheses_options(CLI::App& command, HypothesesOptions& options);

// The fields of a match of `results`; without results the numbers are null.
template <std::size_t kKinds>
Json strength_json(const ratings::Results<kKinds>& results);

// Two lines for people.
template <std::size_t kKinds>
std::string strength_text(const ratings::Results<kKinds>& results);

// The test at these results; `verdict` as reached on the way, or by this ratio alone.
template <std::size_t kKinds>
Json hypotheses_json(const ratings::Results<kKinds>& results, const ratings::Hypotheses& hypotheses,
                     ratings::Verdict verdict);
std::string hypotheses_text(const ratings::Hypotheses& hypotheses, double ratio,
                            ratings::Verdict verdict);

// The verdict of a ratio that is looked at once.
ratings::Verdict verdict_of(double ratio, const ratings::Hypotheses& hypotheses);

// After a sequential test Elo is that of a match stopped at a good moment.
inline constexpr const char* kBiasNote =
    "the match was stopped by its result, so Elo and its intervals are too far from 0 on average";

// `+12.3`.
std::string elo_text(double elo);

}  // namespace trilith::tools
