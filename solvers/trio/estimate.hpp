// Collects an Experiment's chunks into intervals that hold at every moment.
#pragma once

#include <cstdint>
#include <vector>

#include "solvers/montecarlo/chunks.hpp"
#include "solvers/trio/experiment.hpp"

namespace trilith::trio {

// One statistic of games, not of blocks.
struct Estimate {
  double mean = 0;
  double half_width = 0;
  double low = 0;  // the interval, within what is possible
  double high = 0;
  // How many independent games would give a plain mean of the same variance; 0 when unknown.
  double effective_games = 0;
};

// What a few games apart from all others say beforehand: a cap on the turns (four times the longest
// game's) and a guess of every statistic's mean over blocks. Equal settings give equal pilots.
struct Pilot {
  std::uint64_t max_turns = 0;
  std::vector<double> guesses;
};
Pilot run_pilot(const Rules& rules, const std::vector<LineUp>& line_ups, std::uint64_t seed);

class Estimates {
 public:
  using Chunk = montecarlo::Chunk<Experiment::Tally>;

  // All intervals together hold at all times with probability `level`.
  // The guesses are a pilot's with the same line-ups.
  Estimates(const Experiment& experiment, double level, const std::vector<double>& guesses);

  void add(const Chunk& chunk);

  std::uint64_t chunks() const { return chunks_; }
  std::int64_t blocks() const { return means_[0].blocks(); }
  std::uint64_t games(std::size_t line_up) const;
  Estimate estimate(std::size_t statistic) const;
  const montecarlo::Sums& sums(std::size_t statistic) const { return means_[statistic].total(); }
  // The largest half-width among the win shares.
  double widest_share() const;
  // The length that a share of the games of a line-up does not exceed.
  std::uint64_t length_quantile(std::size_t line_up, double share) const;
  const std::vector<std::uint64_t>& lengths(std::size_t line_up) const {
    return tally_.lengths[line_up];
  }

 private:
  double game_variance(std::size_t statistic, double mean) const;

  const Experiment& experiment_;
  double alpha_;  // of one interval
  std::uint64_t chunks_ = 0;
  std::vector<montecarlo::SequentialMean> means_;
  Experiment::Tally tally_;
};

}  // namespace trilith::trio
