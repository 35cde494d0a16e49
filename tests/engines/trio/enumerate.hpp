// All deals of physical cards that fit an observation, one by one: the plain checker of beliefs.
#pragma once

#include <vector>

#include "engines/trio/observation.hpp"

namespace trilith::trio::testing {

// Do the hands hold what the seat knows of them since swaps?
inline bool holds_what_is_known(const Table& deal, int seat) {
  for (int other = 0; other < deal.rules.players; ++other) {
    const Counts has = deal.hands[other].counts();
    for (int v = 1; v <= deal.rules.numbers; ++v) {
      if (has[v] < deal.held[other][v]) return false;
      if (deal.rules.teams && other == deal.rules.partner(seat) && has[v] < deal.told[seat][v]) {
        return false;
      }
    }
  }
  return true;
}

// Gives every card still in play, copies told apart, to a hand or a centre slot in all ways and
// calls visit(position) for each that looks like `seen`. Hands are sets, slots are ordered.
template <class Visit>
void for_each_deal(const Observation& seen, Visit&& visit) {
  const Table& table = seen.table();
  const Rules& rules = table.rules;
  std::uint32_t taken = 0;
  for (const auto numbers : table.taken) taken |= numbers;
  std::vector<int> cards;
  for (int v = 1; v <= rules.numbers; ++v) {
    for (int i = 0; i < rules.copies && (taken >> v & 1) == 0; ++i) cards.push_back(v);
  }

  Table deal = table;
  for (int slot = 0; slot < rules.centre(); ++slot) deal.centre[slot] = 0;
  std::array<int, kMaxPlayers> filled{};
  for (int seat = 0; seat < rules.players; ++seat) deal.hands[seat].cards = 0;

  // Cards come in rising order, so hands grow in rising order too; mismatches end a branch early.
  const auto place = [&](auto&& self, std::size_t next) -> void {
    if (next == cards.size()) {
      const Observation look(deal, seen.seat());
      if (look == seen && holds_what_is_known(deal, seen.seat())) visit(deal);
      return;
    }
    const auto card = static_cast<std::uint64_t>(cards[next]);
    for (int seat = 0; seat < rules.players; ++seat) {
      Hand& hand = deal.hands[seat];
      const int at = filled[seat];
      if (at == hand.size) continue;
      const int known = table.hands[seat].card(at);
      if (known != 0 && known != cards[next]) continue;
      hand.cards |= card << 4 * at;
      ++filled[seat];
      self(self, next + 1);
      --filled[seat];
      hand.cards &= ~(std::uint64_t{15} << 4 * at);
    }
    for (int slot = 0; slot < rules.centre(); ++slot) {
      if ((table.centre_present >> slot & 1) == 0 || deal.centre[slot] != 0) continue;
      if (table.centre[slot] != 0 && table.centre[slot] != cards[next]) continue;
      deal.centre[slot] = static_cast<std::uint8_t>(cards[next]);
      self(self, next + 1);
      deal.centre[slot] = 0;
    }
  };
  place(place, 0);
}

}  // namespace trilith::trio::testing
