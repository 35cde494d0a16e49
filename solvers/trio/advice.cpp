// Advice by exact chances and paired playouts.
#include "solvers/trio/advice.hpp"

#include <algorithm>
#include <cmath>

#include "engines/trio/belief.hpp"
#include "solvers/montecarlo/confidence.hpp"
#include "solvers/trio/disclosure.hpp"
#include "solvers/trio/ismcts.hpp"
#include "solvers/trio/solve.hpp"
#include "solvers/trio/turn_odds.hpp"

namespace trilith::trio {
namespace {

using montecarlo::SequentialMean;
using montecarlo::Sums;

constexpr std::int64_t kRound = 256;  // deals between two looks

// The reveals that are played out, their win shares and the paired differences of all pairs.
class Race {
 public:
  Race(std::size_t arms, double level)
      : arms_(arms),
        alpha_((1 - level) / (0.5 * static_cast<double>(arms * (arms + 1)))),
        alive_(arms, true),
        shares_(arms, SequentialMean(0, 1, 0.5)),
        differences_(arms * arms, SequentialMean(-1, 1, 0)) {}

  bool alive(std::size_t arm) const { return alive_[arm]; }
  std::size_t left() const {
    return static_cast<std::size_t>(std::count(alive_.begin(), alive_.end(), true));
  }

  // won[i * arms + a]: arm a won deal i.
  void add(const std::vector<std::uint8_t>& won) {
    const std::size_t deals = won.size() / arms_;
    for (std::size_t a = 0; a < arms_; ++a) {
      if (!alive_[a]) continue;
      Sums share;
      for (std::size_t i = 0; i < deals; ++i) share.add(won[i * arms_ + a], 0);
      shares_[a].add(share);
      for (std::size_t b = 0; b < a; ++b) {
        if (!alive_[b]) continue;
        Sums difference;
        for (std::size_t i = 0; i < deals; ++i) {
          difference.add(won[i * arms_ + a] - won[i * arms_ + b], 0);
        }
        differences_[a * arms_ + b].add(difference);
      }
    }
    std::vector<bool> next = alive_;
    for (std::size_t a = 0; a < arms_; ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        if (!alive_[a] || !alive_[b]) continue;
        const SequentialMean& difference = differences_[a * arms_ + b];
        if (std::abs(difference.mean()) <= difference.half_width(alpha_)) continue;
        next[difference.mean() > 0 ? b : a] = false;
      }
    }
    alive_ = next;
  }

  void report(std::size_t arm, RevealAdvice& advice) const {
    const double width = shares_[arm].half_width(alpha_);
    advice.deals = shares_[arm].blocks();
    advice.win_share = shares_[arm].mean();
    advice.low = std::max(0.0, advice.win_share - width);
    advice.high = std::min(1.0, advice.win_share + width);
    advice.dropped = !alive_[arm];
  }

 private:
  std::size_t arms_;
  double alpha_;
  std::vector<bool> alive_;
  std::vector<SequentialMean> shares_;
  std::vector<SequentialMean> differences_;
};

}  // namespace

std::vector<RevealAdvice> advise(const Observation& seen, std::int64_t deals, double level,
                                 std::uint64_t seed, int threads) {
  const Table& table = seen.table();
  const Belief belief(seen);
  const Disclosure disclosure(seen, belief);
  const TurnTable odds = turn_odds(seen, belief);

  std::vector<RevealAdvice> result;
  std::vector<Move> arms;
  Move first_unknown = kKeep;
  for (const TurnOdds& o : odds.moves) {
    RevealAdvice advice;
    advice.move = advice.tried_as = o.move;
    advice.chance = mpq_class(to_mpz(o.ways), to_mpz(odds.denominator));
    advice.chance.canonicalize();
    advice.bits = disclosure.bits(o.move);
    if (is_centre(o.move) && (table.centre_known >> o.move & 1) == 0) {
      if (first_unknown == kKeep) first_unknown = o.move;
      advice.tried_as = first_unknown;
    }
    if (advice.tried_as == o.move) arms.push_back(o.move);
    result.push_back(std::move(advice));
  }

  Race race(arms.size(), level);
  for (std::int64_t start = 0; start < deals && race.left() > 1; start += kRound) {
    const std::int64_t round = std::min(kRound, deals - start);
    std::vector<std::uint8_t> won(static_cast<std::size_t>(round) * arms.size());
#pragma omp parallel num_threads(threads)
    {
      TurnTree tree;
#pragma omp for schedule(dynamic, 16)
      for (std::int64_t i = 0; i < round; ++i) {
        const auto unit = static_cast<std::uint64_t>(start + i);
        RandomStream sampler(seed, unit, 0);
        const Position deal = belief.sample(sampler);
        for (std::size_t a = 0; a < arms.size(); ++a) {
          if (!race.alive(a)) continue;
          won[static_cast<std::size_t>(i) * arms.size() + a] =
              wins_after(deal, arms[a], seen.seat(), tree, RandomStream(seed, unit, 1));
        }
      }
    }
    race.add(won);
  }
  for (RevealAdvice& advice : result) {
    const auto arm = std::find(arms.begin(), arms.end(), advice.tried_as) - arms.begin();
    race.report(static_cast<std::size_t>(arm), advice);
  }
  return result;
}

}  // namespace trilith::trio
