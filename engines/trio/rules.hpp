// Trio's rule set: players, deck, target, the seven and teams, and its text `3,simple`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace trilith::trio {

inline constexpr int kMaxPlayers = 6;
inline constexpr int kMaxNumbers = 12;
inline constexpr int kMaxCards = 36;
inline constexpr int kMaxHand = 16;  // a hand is packed into 64 bits
inline constexpr int kMaxCopies = 4;

enum class Mode : std::uint8_t {
  simple,   // `trios` trios, or the trio of the seven
  picante,  // two linked trios, or the seven
  nana,     // either, or the seven
};

// How a game was won.
enum class Win : std::uint8_t { none, seven, trios, link };

// The values are those of a deck whose cards all lie in hands or in the centre:
// numbers * copies = players * hand + centre(). `Rules{}` is the game for three.
struct Rules {
  std::uint8_t players = 3;
  std::uint8_t numbers = 12;  // cards are 1..numbers
  std::uint8_t copies = 3;    // of every number; a "trio" is all of them
  std::uint8_t hand = 9;
  std::uint8_t trios = 3;  // target of `simple` and `nana`
  std::uint8_t seven = 7;  // the number that wins at once; also the distance of linked numbers
  bool seven_wins = true;
  bool teams = false;  // seats i and i + players / 2 play together
  bool swaps = false;  // partners may exchange a card at the start and when others take a trio
  Mode mode = Mode::simple;

  int cards() const { return numbers * copies; }
  int centre() const { return cards() - players * hand; }
  int sides() const { return teams ? players / 2 : players; }
  int side_of(int seat) const { return teams ? seat % (players / 2) : seat; }
  // Meaningful with teams only.
  int partner(int seat) const { return (seat + players / 2) % players; }

  bool operator==(const Rules&) const = default;
};

// Do two trios of these numbers win together under `picante` and `nana`?
constexpr bool linked(const Rules& rules, int a, int b) {
  return a + b == rules.seven || a - b == rules.seven || b - a == rules.seven;
}

// How a side wins that owns the numbers of `taken` (bit v for number v), the last of them `last`.
Win how_won(const Rules& rules, std::uint32_t taken, int last);

// The standard deal for 3..6 players, or for 4 or 6 in teams (with swaps). Throws UserError.
Rules standard_rules(int players, bool teams, Mode mode);

// `players,mode[,name=value]...`: players is 3..6, 4t or 6t (teams of two), mode simple, picante or
// nana; names are players (for small decks, 2..6), numbers, copies, hand, centre, trios, seven (a
// number or off) and swaps (on, off). A deck that is not the standard one needs its hand; the rest
// of the cards is the centre. rules_text writes what differs from the standard. Throws UserError.
std::string rules_text(const Rules& rules);
Rules parse_rules(std::string_view text);

// Throws UserError that says which value is out of range or does not fit the others.
void check_rules(const Rules& rules);

std::string_view mode_text(Mode mode);
std::string_view win_text(Win win);

}  // namespace trilith::trio
