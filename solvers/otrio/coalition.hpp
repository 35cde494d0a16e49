// Otrio for three and four: one seat against all others together, exactly; and values per seat.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engines/otrio/position.hpp"
#include "engines/otrio/rules.hpp"
#include "solvers/alphabeta/control.hpp"
#include "solvers/otrio/score.hpp"

namespace trilith::otrio {

// What is proven of a seat that plays against the coalition of all others. `win`: it forces a win
// whatever they do. Otherwise the others together stop it: `draw` when the best they can force is
// that nobody wins, `loss` when they can see to it that one of them does.
struct CoalitionResult {
  Outcome at_least = Outcome::loss;
  Outcome at_most = Outcome::win;
  std::uint64_t nodes = 0;
  double seconds = 0;

  bool exact() const { return at_least == at_most; }
};

// `rules` are for three or four players, `p` is a running position under them, `seat` 0..players-1.
// A limit leaves the bounds open.
CoalitionResult against_all(const Rules& rules, const Position& p, int seat, int threads,
                            std::size_t table_bytes, const alphabeta::Limits& limits);

// The mean result of a seat over independent tree searches, and the standard error of that mean
// from their spread.
struct SeatValue {
  double mean = 0;
  double standard_error = 0;
};

struct SeatValues {
  std::vector<SeatValue> seats;
  Move best = kPass;  // the move with most visits over all searches
  std::uint64_t playouts = 0;
};

// `searches` trees of `playouts` each with win-or-block playouts, their seeds apart.
SeatValues estimate_seats(const Rules& rules, const Position& p, int searches,
                          std::uint64_t playouts, std::uint64_t seed, int threads,
                          const std::atomic<bool>* stop);

}  // namespace trilith::otrio
