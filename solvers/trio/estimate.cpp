// From chunks of Trio games to estimates.
#include "solvers/trio/estimate.hpp"

#include <algorithm>

#include "solvers/trio/deal_odds.hpp"

namespace trilith::trio {
namespace {

constexpr std::uint64_t kPilotStart = std::uint64_t{1} << 60;  // blocks that no run comes to
constexpr std::uint64_t kPilotBlocks = 64;
constexpr std::uint64_t kPilotTurns = 100'000;
constexpr std::uint64_t kLeastCap = 50;
constexpr std::uint64_t kRoom = 4;

}  // namespace

Pilot run_pilot(const Rules& rules, const std::vector<LineUp>& line_ups, std::uint64_t seed) {
  const Experiment experiment(rules, line_ups, seed, kPilotTurns);
  const std::uint64_t blocks = std::min(kPilotBlocks, 4 * experiment.blocks_per_chunk());
  Experiment::Tally tally;
  std::vector<std::int64_t> values(experiment.statistics());
  Pilot pilot;
  pilot.guesses.resize(values.size());
  for (std::uint64_t b = 0; b < blocks; ++b) {
    experiment.run(kPilotStart + b, values, tally);
    for (std::size_t k = 0; k < values.size(); ++k) {
      pilot.guesses[k] += static_cast<double>(values[k]) / static_cast<double>(blocks);
    }
  }
  std::uint64_t longest = 0;
  for (const auto& lengths : tally.lengths) {
    longest = std::max<std::uint64_t>(longest, lengths.size() - 1);
  }
  pilot.max_turns = std::clamp(kRoom * longest, kLeastCap, kPilotTurns);
  return pilot;
}

Estimates::Estimates(const Experiment& experiment, double level, const std::vector<double>& guesses)
    : experiment_(experiment), alpha_((1 - level) / static_cast<double>(experiment.statistics())) {
  const double control_mean = expected_completable(experiment.rules()).get_d();
  for (std::size_t k = 0; k < experiment.statistics(); ++k) {
    const Statistic& statistic = experiment.described()[k];
    const auto low = static_cast<double>(statistic.low);
    const auto high = static_cast<double>(statistic.high);
    means_.emplace_back(low, high, std::clamp(guesses[k], low, high), experiment.rules().numbers,
                        control_mean);
  }
  tally_.lengths.resize(experiment.line_ups().size());
}

void Estimates::add(const Chunk& chunk) {
  ++chunks_;
  for (std::size_t k = 0; k < means_.size(); ++k) means_[k].add(chunk.sums[k]);
  tally_.add(chunk.tally);
}

std::uint64_t Estimates::games(std::size_t line_up) const {
  return static_cast<std::uint64_t>(blocks()) *
         static_cast<std::uint64_t>(experiment_.games(line_up));
}

// The variance of one game: of a share from its mean, of turns from the lengths.
double Estimates::game_variance(std::size_t k, double mean) const {
  const Statistic& statistic = experiment_.described()[k];
  if (statistic.low < 0) return 0;  // a difference of line-ups
  if (statistic.name != "turns") return mean * (1 - mean);
  double games = 0;
  double sum = 0;
  double squares = 0;
  const auto& lengths = tally_.lengths[statistic.line_up];
  for (std::size_t l = 0; l < lengths.size(); ++l) {
    const auto count = static_cast<double>(lengths[l]);
    const auto turns = static_cast<double>(l);
    games += count;
    sum += count * turns;
    squares += count * turns * turns;
  }
  return games > 0 ? squares / games - sum / games * (sum / games) : 0;
}

Estimate Estimates::estimate(std::size_t k) const {
  const Statistic& statistic = experiment_.described()[k];
  const montecarlo::SequentialMean& mean = means_[k];
  const double lowest = static_cast<double>(statistic.low) / statistic.scale;
  const double highest = static_cast<double>(statistic.high) / statistic.scale;
  Estimate result;
  result.mean = mean.mean() / statistic.scale;
  result.half_width = mean.half_width(alpha_) / statistic.scale;
  result.low = std::max(lowest, result.mean - result.half_width);
  result.high = std::min(highest, result.mean + result.half_width);
  const double variance = mean.variance_of_mean() / (statistic.scale * statistic.scale);
  if (variance > 0) {
    result.effective_games = std::max(0.0, game_variance(k, result.mean) / variance);
  }
  return result;
}

double Estimates::widest_share() const {
  double widest = 0;
  for (std::size_t k = 0; k < means_.size(); ++k) {
    const Statistic& statistic = experiment_.described()[k];
    const bool share = statistic.name.starts_with("seat") || statistic.name.starts_with("team") ||
                       statistic.name.starts_with("player");
    if (share) widest = std::max(widest, means_[k].half_width(alpha_) / statistic.scale);
  }
  return widest;
}

std::uint64_t Estimates::length_quantile(std::size_t line_up, double share) const {
  const double wanted = share * static_cast<double>(games(line_up));
  const auto& lengths = tally_.lengths[line_up];
  double below = 0;
  for (std::size_t l = 0; l < lengths.size(); ++l) {
    below += static_cast<double>(lengths[l]);
    if (below >= wanted && below > 0) return l;
  }
  return 0;
}

}  // namespace trilith::trio
