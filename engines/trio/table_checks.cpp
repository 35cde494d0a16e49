// Whether the fields of a table that was read fit together.
#include <algorithm>
#include <array>

#include "engines/trio/table_reader.hpp"
#include "engines/trio/table_text.hpp"

namespace trilith::trio {

void TableReader::check_deck() const {
  std::uint32_t taken = 0;
  for (const std::uint16_t mask : t_.taken) taken |= mask;
  std::array<int, kMaxNumbers + 1> copies{};
  for (const Hand& hand : t_.hands) {
    for (int place = 0; place < hand.size; ++place) ++copies[hand.card(place)];
  }
  for (int slot = 0; slot < t_.rules.centre(); ++slot) {
    if (t_.centre_present >> slot & 1) ++copies[t_.centre[slot]];
  }
  int missing = 0;
  for (int v = 1; v <= t_.rules.numbers; ++v) {
    const int expected = (taken >> v & 1) ? 0 : t_.rules.copies;
    if (copies[v] > expected || (!open_ && copies[v] < expected)) {
      throw fault("number " + std::to_string(v) + " lies on the table " +
                  std::to_string(copies[v]) + " times instead of " + std::to_string(expected));
    }
    missing += expected - copies[v];
  }
  if (missing != copies[0]) {
    throw fault(std::to_string(copies[0]) + " unknown cards, but " + std::to_string(missing) +
                " cards of the deck are missing");
  }
  if (taken != 0 && std::popcount(taken) == t_.rules.numbers) {
    throw fault("all trios are taken, the game is over");
  }
}

void TableReader::check_turn() {
  for (int s = 0; s < t_.rules.players; ++s) {
    const Hand& hand = t_.hands[s];
    for (int i = 0; i < hand.low_up; ++i) turn_up(hand.card(i));
    for (int i = 0; i < hand.high_up; ++i) turn_up(hand.card(hand.size - 1 - i));
  }
  for (std::uint64_t up = t_.centre_up; up != 0; up &= up - 1) {
    turn_up(t_.centre[std::countr_zero(up)]);
  }
  if (t_.shown >= t_.rules.copies) throw fault("a whole trio is face up");
  if (t_.swapping != 0 && t_.shown != 0) throw fault("cards are face up during a swap");
}

void TableReader::turn_up(int v) {
  if (t_.shown != 0 && t_.showing != v) throw fault("different numbers are face up");
  t_.showing = static_cast<std::uint8_t>(v);
  ++t_.shown;
}

void TableReader::check_counts_after_swaps() const {
  for (int s = 0; s < t_.rules.players; ++s) {
    check_held(t_.held[s], s, "held");
    if (t_.rules.teams) check_held(t_.told[s], t_.rules.partner(s), "told");
  }
}

void TableReader::check_held(const Counts& held, int s, const std::string& what) const {
  const Hand& hand = t_.hands[s];
  const Counts has = hand.counts();
  int needed = 0;
  for (int v = 1; v <= t_.rules.numbers; ++v) needed += std::max(0, held[v] - has[v]);
  int unknown = 0;
  for (int place = 0; place < hand.size; ++place) unknown += hand.card(place) == 0;
  if (needed > unknown) {
    throw fault(what + ": seat " + std::to_string(s + 1) + " cannot hold " + list_text(held));
  }
}

}  // namespace trilith::trio
