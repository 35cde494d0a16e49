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
  const Rules& rules = table.rules;
  assert(seat >= 0 && seat < rules.players);
  for (int other = 0; other < rules.players; ++other) {
    if (other == seat) continue;
    table_.hands[other].cards &= shown_mask(table_.hands[other]);
    table_.answers[other] = 0;
    if (!rules.teams || other != rules.partner(seat)) table_.told[other] = {};
  }
  for (std::uint64_t slots = table.centre_present & ~table.centre_known; slots != 0;
       slots &= slots - 1) {
    table_.centre[std::countr_zero(slots)] = 0;
  }
}

}  // namespace trilith::trio
