// Win shares and length of any game with chance, every seat played by the same kind of player.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "solvers/montecarlo/playout.hpp"

namespace trilith::montecarlo {

// An experiment for run_chunks: a block is one deal played once. Statistics: wins of seat 0, 1, ...
// (a payoff of max_payoff), then moves made, then games stopped by the cap. Player is callable as
// player(position, random) and gives a move.
template <Chance G, class Player>
class WinShares {
 public:
  struct Tally {};

  WinShares(typename G::Setup setup, Player player, std::uint64_t seed, std::uint64_t max_moves,
            int seats)
      : setup_(std::move(setup)),
        player_(std::move(player)),
        seed_(seed),
        max_moves_(max_moves),
        seats_(seats) {}

  std::size_t statistics() const { return static_cast<std::size_t>(seats_) + 2; }
  std::uint64_t blocks_per_chunk() const { return 256; }

  std::int64_t run(std::uint64_t block, std::span<std::int64_t> values, Tally&) const {
    RandomStream deal(seed_, block, 0);
    RandomStream play(seed_, block, 1);
    typename G::Position p = G::deal(setup_, deal);
    const std::uint64_t moves =
        play_out<G>(p, max_moves_, [&](const typename G::Position& q) { return player_(q, play); });
    const bool over = G::is_terminal(p);
    const Payoff<G> payoff = over ? G::payoff(p) : Payoff<G>{};
    for (int seat = 0; seat < seats_; ++seat) values[seat] = payoff[seat] == G::max_payoff;
    values[seats_] = static_cast<std::int64_t>(moves);
    values[seats_ + 1] = !over;
    return 0;
  }

 private:
  typename G::Setup setup_;
  Player player_;
  std::uint64_t seed_;
  std::uint64_t max_moves_;
  int seats_;
};

}  // namespace trilith::montecarlo
