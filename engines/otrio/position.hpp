// An Otrio position: five 27-bit masks and the colour due; legal placements and `play`.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>

#include "engines/otrio/board.hpp"
#include "engines/otrio/rules.hpp"

namespace trilith::otrio {

// Moves are slots 0..26; kPass is the forced move of a colour that cannot place.
using Move = std::uint8_t;
inline constexpr Move kPass = kSlots;

enum class Status : std::uint8_t {
  running,
  won,    // by the colour that moved last
  drawn,  // no colour can place
};

// pieces[c]  slots that hold a piece of colour c, for V, R, G, B; never two colours in one slot
// closed     slots into which nobody may place: filled, blocked and, under `nested`, those that a
//            piece of the same or a smaller size in their cell shuts. That is all a future depends
//            on.
// due        the colour to place
//
// Example, free placement: after Sa1 by V and Mb2 by R, pieces = {0x1, 0x2000, 0, 0}, closed =
// 0x2001, due = 2; under `nested` Sa1 also closes Ma1 and La1, and Mb2 closes Lb2: closed =
// 0x442201.
struct Position {
  std::array<SlotMask, 4> pieces{};
  SlotMask closed = 0;
  std::uint8_t due = 0;
  Status status = Status::running;

  bool operator==(const Position&) const = default;
};
static_assert(std::is_trivially_copyable_v<Position> && sizeof(Position) == 24);

// Slots that a piece in `slot` closes: itself and, under `nested`, the larger ones of its cell.
constexpr SlotMask closed_by(Placement placement, int slot) {
  constexpr SlotMask kTower = 1u | 1u << kCells | 1u << (2 * kCells);
  return placement == Placement::nested ? kTower << slot & kAllSlots : slot_bit(slot);
}

// The slots of sizes of which `own` has pieces left.
constexpr SlotMask supplied(SlotMask own) {
  SlotMask result = 0;
  for (int size = 0; size < kSizes; ++size) {
    if (std::popcount(own & layer_of(size)) < kPiecesPerSize) result |= layer_of(size);
  }
  return result;
}

// Slots into which `colour` may place.
constexpr SlotMask placements(const Position& p, int colour) {
  return ~p.closed & kAllSlots & supplied(p.pieces[colour]);
}

// Slots with which `colour` would win if it were due.
constexpr SlotMask winning_placements(const Position& p, int colour) {
  return completions(p.pieces[colour]) & placements(p, colour);
}

// Is there a colour among the first `colours` that can place?
constexpr bool anyone_can_place(const Position& p, int colours) {
  for (int colour = 0; colour < colours; ++colour) {
    if (placements(p, colour) != 0) return true;
  }
  return false;
}

// Plays a legal move of a running game; `colours` take turns.
constexpr void play(Position& p, Move move, Placement placement, int colours) {
  if (move != kPass) {
    SlotMask& own = p.pieces[p.due];
    own |= slot_bit(move);
    const bool wins = has_line(own);  // a running game has none before
    p.closed |= closed_by(placement, move);
    if (wins) {
      p.status = Status::won;
    } else if (!anyone_can_place(p, colours)) {
      p.status = Status::drawn;
    }
  }
  p.due = static_cast<std::uint8_t>(p.due + 1 == colours ? 0 : p.due + 1);
}

// The empty board of a rule set.
constexpr Position empty_board(const Rules& rules) {
  Position p;
  if (rules.blocked) p.closed = slot_bit(*rules.blocked);
  return p;
}

}  // namespace trilith::otrio
