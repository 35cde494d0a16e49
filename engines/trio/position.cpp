// Playing Trio: reveals, trios, swaps.
#include "engines/trio/position.hpp"

#include <algorithm>
#include <span>

namespace trilith::trio {
namespace {

// A hand of these cards in rising order.
std::uint64_t sorted_cards(const Counts& counts) {
  std::uint64_t cards = 0;
  int shift = 0;
  for (int number = 1; number <= kMaxNumbers; ++number) {
    for (int i = 0; i < counts[number]; ++i, shift += 4) {
      cards |= static_cast<std::uint64_t>(number) << shift;
    }
  }
  return cards;
}

// Copies known to lie in a hand: the larger of what was shown and what is held for certain.
Counts at_least(const Counts& a, const Counts& b) {
  Counts result;
  for (int number = 1; number <= kMaxNumbers; ++number) {
    for (int i = std::max(a[number], b[number]); i > 0; --i) result.add(number);
  }
  return result;
}

// The partners exchange cards. Everybody sees that they do and nobody else which: all numbers known
// to lie in a hand may be the one that left. The partners know what they gave and got.
void exchange(Position& p, int seat, int partner) {
  const std::array<int, 2> who = {seat, partner};
  std::array<Counts, 2> told;
  for (int i = 0; i < 2; ++i) {
    const int other = who[1 - i];
    told[i] = at_least(at_least(p.told[who[i]], p.held[other]), p.hands[other].shown_counts());
    const int received = given_number(p.answers[other]);
    if (told[i][received] > 0) told[i].remove(received);
    told[i].add(given_number(p.answers[who[i]]));
  }
  for (int i = 0; i < 2; ++i) {
    Counts held = at_least(p.held[who[i]], p.hands[who[i]].shown_counts());
    for (int number = 1; number <= p.rules.numbers; ++number) {
      if (held[number] > 0) held.remove(number);
    }
    p.held[who[i]] = held;
    p.told[who[i]] = told[i];
  }
  const int out = given_number(p.answers[seat]);
  const int in = given_number(p.answers[partner]);
  p.hands[seat].exchange(out, in);
  p.hands[partner].exchange(in, out);
}

void answer(Position& p, Move move) {
  const int seat = side_to_move(p);
  p.answers[seat] = move;
  p.asked = static_cast<std::uint8_t>(p.asked & (p.asked - 1));
  if (p.asked != 0) return;
  for (int s = 0; s < p.rules.players / 2; ++s) {
    const int partner = p.rules.partner(s);
    if (p.answers[s] > kKeep && p.answers[partner] > kKeep) exchange(p, s, partner);
  }
  p.swapping = 0;
  p.answers = {};
}

// Everybody but the side `winners` (-1 for nobody) may swap, if both partners have cards.
void offer_swaps(Position& p, int winners) {
  if (!p.rules.swaps) return;
  for (int seat = 0; seat < p.rules.players; ++seat) {
    if (p.rules.side_of(seat) != winners && p.hands[seat].size > 0 &&
        p.hands[p.rules.partner(seat)].size > 0) {
      p.swapping = static_cast<std::uint8_t>(p.swapping | 1 << seat);
    }
  }
  p.asked = p.swapping;
}

void end_turn(Position& p) {
  p.showing = p.shown = 0;
  p.centre_up = 0;
  p.turn = static_cast<std::uint8_t>(p.turn + 1 == p.rules.players ? 0 : p.turn + 1);
}

void take_trio(Position& p) {
  const int number = p.showing;
  bool cards_left = false;
  for (int seat = 0; seat < p.rules.players; ++seat) {
    Hand& hand = p.hands[seat];
    if (hand.low_up + hand.high_up > 0) hand.take_up();
    cards_left |= hand.size > 0;
    p.held[seat].clear(number);
    p.told[seat].clear(number);
  }
  for (std::uint64_t up = p.centre_up; up != 0; up &= up - 1) p.centre[std::countr_zero(up)] = 0;
  p.centre_present &= ~p.centre_up;
  p.centre_known &= ~p.centre_up;
  cards_left |= p.centre_present != 0;

  const int side = p.rules.side_of(p.turn);
  p.taken[side] = static_cast<std::uint16_t>(p.taken[side] | 1 << number);
  p.win = how_won(p.rules, p.taken[side], number);
  if (p.win != Win::none) {
    p.status = Status::won;
    p.winner = static_cast<std::uint8_t>(side);
  } else if (!cards_left) {
    p.status = Status::drawn;
  }
  end_turn(p);
  if (p.status == Status::running) offer_swaps(p, side);
}

}  // namespace

void Hand::take_up() {
  const int left = hidden();
  known_low = static_cast<std::uint8_t>(std::max(0, known_low - low_up));
  known_high = static_cast<std::uint8_t>(std::max(0, known_high - high_up));
  cards >>= 4 * low_up;
  if (left < kMaxHand) cards &= (std::uint64_t{1} << 4 * left) - 1;
  size = static_cast<std::uint8_t>(left);
  low_up = high_up = 0;
  normalize();
}

void Hand::exchange(int out, int in) {
  Counts held = counts();
  held.remove(out);
  held.add(in);
  cards = sorted_cards(held);
  known_low = known_high = 0;
}

Counts Hand::counts() const {
  Counts result;
  for (int place = 0; place < size; ++place) result.add(card(place));
  return result;
}

Counts Hand::shown_counts() const {
  Counts result;
  for (int place = 0; place < size; ++place) {
    if (shown(place)) result.add(card(place));
  }
  return result;
}

void legal_moves(const Table& t, FixedList<Move, kMaxMoves>& list) {
  if (is_terminal(t)) return;
  if (t.asked != 0) {
    list.push_back(kKeep);
    const Hand& hand = t.hands[side_to_move(t)];
    for (int i = 0; i < hand.size; ++i) {
      if (i == 0 || hand.card(i) != hand.card(i - 1)) list.push_back(give_move(hand.card(i)));
    }
    return;
  }
  for (std::uint64_t slots = t.centre_present & ~t.centre_up; slots != 0; slots &= slots - 1) {
    list.push_back(centre_move(std::countr_zero(slots)));
  }
  for (int seat = 0; seat < t.rules.players; ++seat) {
    if (t.hands[seat].hidden() == 0) continue;
    list.push_back(low_move(seat));
    list.push_back(high_move(seat));
  }
}

void play(Position& p, Move move) {
  assert(!is_terminal(p));
  if (move >= kKeep) {
    answer(p, move);
    return;
  }
  const int number = revealed_number(p, move);
  if (is_centre(move)) {
    const std::uint64_t slot = std::uint64_t{1} << move;
    p.centre_known |= slot;
    p.centre_up |= slot;
  } else if (is_high(move)) {
    p.hands[seat_of(move)].show_high();
  } else {
    p.hands[seat_of(move)].show_low();
  }
  if (p.shown != 0 && number != p.showing) {
    for (Hand& hand : std::span(p.hands).first(p.rules.players)) hand.turn_back();
    end_turn(p);
    return;
  }
  p.showing = static_cast<std::uint8_t>(number);
  if (++p.shown == p.rules.copies) take_trio(p);
}

Position dealt(const Rules& rules, const std::array<std::uint8_t, kMaxCards>& cards) {
  Position p;
  p.rules = rules;
  auto next = cards.begin();
  for (Hand& hand : std::span(p.hands).first(rules.players)) {
    Counts held;
    for (int i = 0; i < rules.hand; ++i) held.add(*next++);
    hand.cards = sorted_cards(held);
    hand.size = rules.hand;
  }
  std::copy_n(next, rules.centre(), p.centre.begin());
  p.centre_present = (std::uint64_t{1} << rules.centre()) - 1;
  offer_swaps(p, -1);
  return p;
}

std::array<std::uint8_t, kMaxCards> deck(const Rules& rules) {
  std::array<std::uint8_t, kMaxCards> cards{};
  for (int i = 0; i < rules.cards(); ++i) {
    cards[i] = static_cast<std::uint8_t>(1 + i / rules.copies);
  }
  return cards;
}

Position deal(const Rules& rules, RandomStream& random) {
  auto cards = deck(rules);
  std::span<std::uint8_t> used = std::span(cards).first(rules.cards());
  shuffle(used, random);
  return dealt(rules, cards);
}

}  // namespace trilith::trio
