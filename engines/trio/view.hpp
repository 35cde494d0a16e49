// A seat's view of a table without copying it: the accessors give only what the seat has seen.
#pragma once

#include "engines/trio/observation.hpp"

namespace trilith::trio {

// Fast players look through this instead of an Observation; unknown cards are 0 here too. The view
// must not outlive its table.
class View {
 public:
  View(const Table& table, int seat) : table_(&table), seat_(seat) {}
  explicit View(const Observation& seen) : View(seen.table(), seen.seat()) {}

  const Rules& rules() const { return table_->rules; }
  int seat() const { return seat_; }
  int turn() const { return table_->turn; }
  // The number face up and how many cards show it; 0 and 0 at the start of a turn.
  int showing() const { return table_->showing; }
  int shown() const { return table_->shown; }
  // Does the seat have to answer whether and what to swap?
  bool in_swap() const { return table_->asked != 0; }
  std::uint32_t taken(int side) const { return table_->taken[side]; }

  int hidden(int seat) const { return table_->hands[seat].hidden(); }
  // The lowest (highest) hidden card of a hand that has one, 0 when this seat does not know it.
  int lowest(int seat) const {
    const Hand& hand = table_->hands[seat];
    return seat == seat_ || hand.known_low > hand.low_up ? hand.lowest() : 0;
  }
  int highest(int seat) const {
    const Hand& hand = table_->hands[seat];
    return seat == seat_ || hand.known_high > hand.high_up || hand.unknown() == 0 ? hand.highest()
                                                                                  : 0;
  }
  // How many hidden cards from the low (high) end on are known to be equal, given that the end is.
  int low_run(int seat) const {
    const Hand& hand = table_->hands[seat];
    const int end = (seat == seat_ ? hand.size : hand.known_low) - hand.high_up;
    int place = hand.low_up + 1;
    while (place < end && hand.card(place) == hand.lowest()) ++place;
    return place - hand.low_up;
  }
  int high_run(int seat) const {
    const Hand& hand = table_->hands[seat];
    const bool all = seat == seat_ || hand.unknown() == 0;
    const int end = all ? hand.low_up : hand.size - hand.known_high;
    int place = hand.size - hand.high_up - 2;
    while (place >= end && hand.card(place) == hand.highest()) --place;
    return hand.size - hand.high_up - 1 - place;
  }

  // Centre slots with a card face down that was shown before, and with one never shown.
  std::uint64_t centre_known() const { return table_->centre_known & ~table_->centre_up; }
  std::uint64_t centre_unknown() const { return table_->centre_present & ~table_->centre_known; }
  // The number in one of centre_known().
  int centre(int slot) const {
    assert(table_->centre_known >> slot & 1);
    return table_->centre[slot];
  }

  // Its own hand and the legal moves hold nothing that the seat does not know.
  const Hand& own_hand() const { return table_->hands[seat_]; }
  void legal_moves(FixedList<Move, kMaxMoves>& list) const { trio::legal_moves(*table_, list); }

  Observation observation() const { return Observation(*table_, seat_); }

 private:
  const Table* table_;
  int seat_;
};

}  // namespace trilith::trio
