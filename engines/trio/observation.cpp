// Hides what a seat has not seen.
#include "engines/trio/observation.hpp"

namespace trilith::trio {
namespace {

// Bits of the cards at places that everybody has seen.
std::uint64_t shown_mask(const Hand& hand) {
  std::uint64_t mask = 0;
  for (int place = 0; place < hand.size; ++place) {
    if (hand.shown(place)) mask |= std::uint64_t{15} << 4 * place;
  }
  return mask;
}

}  // namespace

Observation::Observation(const Table& table, int seat)
    : table_(table), seat_(static_cast<std::uint8_t>(seat)) {
  assert(seat >= 0 && seat < table.rules.players);
  hide();
}

Observation Observation::of_spectator(const Table& table) {
  Observation result;
  result.table_ = table;
  result.seat_ = kSpectator;
  result.hide();
  return result;
}

void Observation::hide() {
  const Rules& rules = table_.rules;
  for (int other = 0; other < rules.players; ++other) {
    if (other == seat_) continue;
    table_.hands[other].cards &= shown_mask(table_.hands[other]);
    table_.answers[other] = 0;
    const bool partner = rules.teams && seat_ != kSpectator && other == rules.partner(seat_);
    if (!partner) table_.told[other] = {};
  }
  for (std::uint64_t slots = table_.centre_present & ~table_.centre_known; slots != 0;
       slots &= slots - 1) {
    table_.centre[std::countr_zero(slots)] = 0;
  }
}

}  // namespace trilith::trio
