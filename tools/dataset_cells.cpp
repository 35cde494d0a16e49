// Packing of Trio's positions relative to their deal.
#include "tools/dataset_cells.hpp"

#include <array>

namespace trilith::tools {
namespace {

using trio::Hand;

bool get(const std::uint8_t* bits, int i) { return (bits[i / 8] >> i % 8 & 1) != 0; }
void set(std::uint8_t* bits, int i) {
  bits[i / 8] = static_cast<std::uint8_t>(bits[i / 8] | 1 << i % 8);
}

// The side that took the trio of `number`, or -1.
int taker(const TrioCells& cells, int number) {
  return (cells.taken_by[(number - 1) / 2] >> 4 * ((number - 1) % 2) & 15) - 1;
}

// A hand's cards of the deal that are left, lowest first: their places in the deal's hand.
struct Left {
  std::array<int, trio::kMaxHand> places{};
  int size = 0;
};

Left left_of(const Hand& dealt, const TrioCells& cells) {
  Left left;
  for (int place = 0; place < dealt.size; ++place) {
    if (taker(cells, dealt.card(place)) < 0) left.places[left.size++] = place;
  }
  return left;
}

}  // namespace

std::vector<Column> Records<trio::Trio>::columns() {
  return {
      {"taken_by", "|u1", 6,
       "nibble v - 1 (low nibble first): 0, or 1 + the side that took the trio of number v"},
      {"known", "|u1", 5,
       "bit i (low bit first): card i of the deal is there and has been shown before; cards are "
       "numbered hands first, by seat in rising order, then the centre's slots"},
      {"up", "|u1", 5, "bit i: card i of the deal is face up in this turn"}};
}

TrioCells Records<trio::Trio>::pack(const Position& start, const Position& p) {
  TrioCells cells{};
  for (int side = 0; side < p.rules.sides(); ++side) {
    for (int number = 1; number <= p.rules.numbers; ++number) {
      if ((p.taken[side] >> number & 1) == 0) continue;
      std::uint8_t& pair = cells.taken_by[(number - 1) / 2];
      pair = static_cast<std::uint8_t>(pair | (side + 1) << 4 * ((number - 1) % 2));
    }
  }
  int first = 0;  // card of the deal at place 0 of the hand
  for (int seat = 0; seat < p.rules.players; ++seat, first += p.rules.hand) {
    const Hand& hand = p.hands[seat];
    const Left left = left_of(start.hands[seat], cells);
    for (int i = 0; i < hand.size; ++i) {
      if (hand.shown(i)) set(cells.known, first + left.places[i]);
      if (i < hand.low_up || i >= hand.size - hand.high_up) set(cells.up, first + left.places[i]);
    }
  }
  for (int slot = 0; slot < p.rules.centre(); ++slot) {
    if (p.centre_known >> slot & 1) set(cells.known, first + slot);
    if (p.centre_up >> slot & 1) set(cells.up, first + slot);
  }
  return cells;
}

trio::Position Records<trio::Trio>::unpack(const Position& start, const Cells& cells,
                                           std::uint8_t side) {
  Position p = start;
  p.turn = side;
  for (int number = 1; number <= p.rules.numbers; ++number) {
    const int by = taker(cells, number);
    if (by < 0 || by >= p.rules.sides()) continue;
    p.taken[by] = static_cast<std::uint16_t>(p.taken[by] | 1 << number);
  }
  int first = 0;
  for (int seat = 0; seat < p.rules.players; ++seat, first += p.rules.hand) {
    const Left left = left_of(start.hands[seat], cells);
    Hand& hand = p.hands[seat];
    hand = {};
    hand.size = static_cast<std::uint8_t>(left.size);
    for (int i = 0; i < left.size; ++i) {
      const int card = start.hands[seat].card(left.places[i]);
      hand.cards |= static_cast<std::uint64_t>(card) << 4 * i;
      if (get(cells.up, first + left.places[i])) p.showing = static_cast<std::uint8_t>(card);
    }
    // What is known and what is up are runs from the ends.
    const auto run = [&](const std::uint8_t* bits, bool from_high) {
      int length = 0;
      while (length < left.size &&
             get(bits, first + left.places[from_high ? left.size - 1 - length : length])) {
        ++length;
      }
      return static_cast<std::uint8_t>(length);
    };
    hand.known_low = run(cells.known, false);
    hand.known_high = hand.known_low == hand.size ? std::uint8_t{0} : run(cells.known, true);
    hand.low_up = run(cells.up, false);
    hand.high_up = hand.low_up == hand.size ? std::uint8_t{0} : run(cells.up, true);
    p.shown = static_cast<std::uint8_t>(p.shown + hand.low_up + hand.high_up);
  }
  for (int slot = 0; slot < p.rules.centre(); ++slot) {
    const std::uint64_t bit = std::uint64_t{1} << slot;
    if (taker(cells, p.centre[slot]) >= 0) {
      p.centre[slot] = 0;
      p.centre_present &= ~bit;
      continue;
    }
    if (get(cells.known, first + slot)) p.centre_known |= bit;
    if (get(cells.up, first + slot)) {
      p.centre_up |= bit;
      p.showing = p.centre[slot];
      ++p.shown;
    }
  }
  return p;
}

}  // namespace trilith::tools
