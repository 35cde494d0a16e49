// What one seat of a Trio game knows: its own hand, everything ever shown, public counts.
#pragma once

#include "engines/trio/position.hpp"

namespace trilith::trio {

inline constexpr int kSpectator = kMaxPlayers;

// A table on which every card that the seat has not seen is 0, and nothing else of the true state:
// the only ways to make one hide those cards.
class Observation {
 public:
  Observation() = default;

  // `seat` is 0..players-1. The table may be a position or already have unknown cards.
  Observation(const Table& table, int seat);

  // What somebody sees who holds no hand; the seat is kSpectator.
  static Observation of_spectator(const Table& table);

  const Table& table() const { return table_; }
  int seat() const { return seat_; }
  const Rules& rules() const { return table_.rules; }

  bool operator==(const Observation&) const = default;

 private:
  void hide();

  Table table_;
  std::uint8_t seat_ = 0;
};

}  // namespace trilith::trio
