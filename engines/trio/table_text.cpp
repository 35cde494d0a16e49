// Writes tables as text.
#include "engines/trio/table_text.hpp"

namespace trilith::trio {
namespace {

std::string card_text(int card) { return card == 0 ? "?" : std::to_string(card); }

std::string hand_text(const Hand& hand) {
  std::string text;
  for (int place = 0; place <= hand.size; ++place) {
    const bool bar_before = place == hand.known_low;
    const bool bar_after = place == hand.size - hand.known_high;
    if (bar_before) text += '|';
    if (bar_after) text += '|';
    if (place == hand.size) break;
    if (place > 0 && !bar_before && !bar_after) text += ',';
    text += card_text(hand.card(place));
  }
  if (hand.low_up > 0) text += '-' + std::to_string(hand.low_up);
  if (hand.high_up > 0) text += '+' + std::to_string(hand.high_up);
  return text;
}

}  // namespace

std::string list_text(const Counts& counts) {
  std::string text;
  for (int number = 1; number <= kMaxNumbers; ++number) {
    for (int i = 0; i < counts[number]; ++i) {
      text += (text.empty() ? "" : ",") + std::to_string(number);
    }
  }
  return text.empty() ? "-" : text;
}

std::string centre_text(const Table& t) {
  std::string text;
  for (int slot = 0; slot < t.rules.centre(); ++slot) {
    if (slot > 0) text += ',';
    if ((t.centre_present >> slot & 1) == 0) {
      text += '.';
      continue;
    }
    text += card_text(t.centre[slot]);
    if (t.centre_up >> slot & 1) {
      text += '^';
    } else if (t.centre_known >> slot & 1) {
      text += '!';
    }
  }
  return text.empty() ? "-" : text;
}

std::string table_text(const Table& t) {
  const int players = t.rules.players;
  std::string text = std::to_string(t.turn + 1) + ' ';
  text += join(players, [&](int seat) { return hand_text(t.hands[seat]); });
  text += ' ' + centre_text(t) + ' ';
  text += join(t.rules.sides(), [&](int side) {
    Counts numbers;
    for (int v = 1; v <= t.rules.numbers; ++v) {
      if (t.taken[side] >> v & 1) numbers.add(v);
    }
    return list_text(numbers);
  });
  if (t.swapping != 0) {
    text +=
        " swap=" + join(players, [&](int seat) -> std::string {
          if ((t.swapping >> seat & 1) == 0) return "-";
          if (t.asked >> seat & 1) return "?";
          if (t.answers[seat] == 0) return "!";
          return t.answers[seat] == kKeep ? "keep" : std::to_string(given_number(t.answers[seat]));
        });
  }
  const auto add_counts = [&](const char* name, const std::array<Counts, kMaxPlayers>& counts) {
    bool any = false;
    for (const Counts& c : counts) any |= !c.empty();
    if (any) text += name + join(players, [&](int seat) { return list_text(counts[seat]); });
  };
  add_counts(" held=", t.held);
  add_counts(" told=", t.told);
  return text;
}

}  // namespace trilith::trio
