// A Trio position: hands, centre, what has been shown, the turn under way; and `play`.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <type_traits>

#include "engines/fixed_list.hpp"
#include "engines/random.hpp"
#include "engines/trio/rules.hpp"

namespace trilith::trio {

// A multiset of numbers: nibble v counts the copies of v.
class Counts {
 public:
  int operator[](int number) const { return static_cast<int>(bits_ >> 4 * number & 15); }
  void add(int number) { bits_ += std::uint64_t{1} << 4 * number; }
  void remove(int number) {
    assert((*this)[number] > 0);
    bits_ -= std::uint64_t{1} << 4 * number;
  }
  void clear(int number) { bits_ &= ~(std::uint64_t{15} << 4 * number); }
  bool empty() const { return bits_ == 0; }
  bool operator==(const Counts&) const = default;

 private:
  std::uint64_t bits_ = 0;
};

// A hand in rising order. Nibble i of `cards` is the card at place i; 0 is a card that is not known
// (in observations only). Shown cards are always a run from either end, because only ends can be
// asked and trios leave from the ends:
//
//   place      0 1 2 3 4 5 6        cards = 0xB977421, size = 7
//   card       1 2 4 7 7 9 11       known_low = 2 (everybody has seen 1 and 2), known_high = 1 (11)
//   face up    ^           ^        low_up = 1, high_up = 1 during this turn
//
// When every card has been shown, known_low is size and known_high 0, so that equal knowledge has
// one form.
struct Hand {
  std::uint64_t cards = 0;
  std::uint8_t size = 0;
  std::uint8_t known_low = 0;
  std::uint8_t known_high = 0;
  std::uint8_t low_up = 0;
  std::uint8_t high_up = 0;

  int card(int place) const { return static_cast<int>(cards >> 4 * place & 15); }
  int hidden() const { return size - low_up - high_up; }
  int lowest() const { return card(low_up); }
  int highest() const { return card(size - 1 - high_up); }
  bool shown(int place) const { return place < known_low || place >= size - known_high; }
  // Cards nobody else has seen.
  int unknown() const { return size - known_low - known_high; }

  void show_low() {
    if (++low_up > known_low) known_low = low_up;
    normalize();
  }
  void show_high() {
    if (++high_up > known_high) known_high = high_up;
    normalize();
  }
  void turn_back() { low_up = high_up = 0; }
  // The cards that are face up leave.
  void take_up();
  // Exchanges one copy of `out` for `in`; what was known of the order is no longer.
  void exchange(int out, int in);
  Counts counts() const;
  Counts shown_counts() const;

  bool operator==(const Hand&) const = default;

 private:
  void normalize() {
    if (known_low + known_high >= size) {
      known_low = size;
      known_high = 0;
    }
  }
};

enum class Status : std::uint8_t { running, won, drawn };  // drawn: all cards taken, nobody won

// A move is a reveal or an answer in a swap:
//   0..35          the centre card in that slot
//   36 + 2 s       the lowest card of seat s       37 + 2 s     the highest
//   48             keep: no swap                   48 + v       give a card of number v
using Move = std::uint8_t;
inline constexpr Move kFirstEnd = kMaxCards;
inline constexpr Move kKeep = kFirstEnd + 2 * kMaxPlayers;
inline constexpr std::size_t kMaxMoves = kMaxCards + 2 * kMaxPlayers;

constexpr Move centre_move(int slot) { return static_cast<Move>(slot); }
constexpr Move low_move(int seat) { return static_cast<Move>(kFirstEnd + 2 * seat); }
constexpr Move high_move(int seat) { return static_cast<Move>(kFirstEnd + 2 * seat + 1); }
constexpr Move give_move(int number) { return static_cast<Move>(kKeep + number); }
constexpr bool is_centre(Move move) { return move < kFirstEnd; }
constexpr bool is_end(Move move) { return move >= kFirstEnd && move < kKeep; }
constexpr bool is_high(Move move) { return is_end(move) && (move - kFirstEnd) % 2 == 1; }
constexpr int seat_of(Move move) { return (move - kFirstEnd) / 2; }
constexpr int given_number(Move move) { return move - kKeep; }  // 0 for keep

// What lies on the table. A Position is a Table without unknown cards.
struct Table {
  Rules rules;
  std::array<Hand, kMaxPlayers> hands{};
  std::array<std::uint8_t, kMaxCards> centre{};  // numbers by slot; 0 for empty (or unknown) slots
  std::uint64_t centre_present = 0;              // slots with a card
  std::uint64_t centre_known = 0;                // of these, shown at some time
  std::uint64_t centre_up = 0;                   // of these, face up now
  std::array<std::uint16_t, kMaxPlayers> taken{};  // by side: bit v for the trio of v
  std::uint8_t turn = 0;                           // the seat whose turn it is
  std::uint8_t showing = 0;                        // the number face up, 0 when none is
  std::uint8_t shown = 0;                          // cards face up
  Status status = Status::running;
  Win win = Win::none;
  std::uint8_t winner = 0;  // side

  // A swap under way: seats that take part, seats that have not answered yet, and the answers
  // (moves). All are zero outside a swap.
  std::uint8_t swapping = 0;
  std::uint8_t asked = 0;
  std::array<Move, kMaxPlayers> answers{};
  // After swaps: cards that a hand holds at least, as everybody knows (`held`), and cards that the
  // partner of a seat holds at least, as that seat knows (`told`).
  std::array<Counts, kMaxPlayers> held{};
  std::array<Counts, kMaxPlayers> told{};

  bool operator==(const Table&) const = default;
};
static_assert(std::is_trivially_copyable_v<Table>);

using Position = Table;

inline int side_to_move(const Table& t) {
  return t.asked != 0 ? std::countr_zero(t.asked) : t.turn;
}
inline bool is_terminal(const Table& t) { return t.status != Status::running; }

// The number that a legal reveal shows.
inline int revealed_number(const Position& p, Move move) {
  if (is_centre(move)) return p.centre[move];
  const Hand& hand = p.hands[seat_of(move)];
  return is_high(move) ? hand.highest() : hand.lowest();
}

// Centre slots in rising order, then lowest and highest by seat; in a swap keep, then the numbers
// of the hand in rising order.
void legal_moves(const Table& t, FixedList<Move, kMaxMoves>& list);

// Plays a legal move of a running game.
void play(Position& p, Move move);

// A position after the deal of `cards` (hands seat by seat, then the centre), before any move.
Position dealt(const Rules& rules, const std::array<std::uint8_t, kMaxCards>& cards);

// The deck in rising order, and a shuffled deal of it.
std::array<std::uint8_t, kMaxCards> deck(const Rules& rules);
Position deal(const Rules& rules, RandomStream& random);

}  // namespace trilith::trio
