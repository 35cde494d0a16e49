// Otrio for two players with two colours each, written a second time, plainly, for the checker.
//
// This file includes nothing of the engine or the solvers: whoever wants to know what a certificate
// proves reads this file and walk.hpp. The rules are those of rules/otrio in words:
//
//   - Nine cells a1..c3, three slots each: S, M, L. Slot number = 9 * size + cell, cell = 3 * row +
//     column; a Mask has bit i for slot i.
//   - The colours V, R, G, B place one piece each in turn; V and G are the first player's, R and B
//     the second's. A colour has three pieces of each size.
//   - `free`: a piece goes into any empty slot of its size. `nested`: not into a cell that holds
//     a piece of the same or a smaller size. A blocked slot is never filled (and is no piece).
//   - A colour wins with its own placement that completes one of the lines below.
//   - A colour that cannot place passes; when no colour can, the game is a draw.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace trilith::certificate {

using Mask = std::uint32_t;

inline constexpr Mask kAllSlots = (Mask{1} << 27) - 1;
inline constexpr int kPass = 27;  // as a move

struct RuleSet {
  bool nested = true;
  int blocked = -1;  // a slot, or none
};

// Reads `nested,Sb2,pairs`; nothing when it is not a rule set for pairs.
inline std::optional<RuleSet> parse_rule_set(std::string_view text) {
  RuleSet rules;
  if (text.starts_with("free,")) {
    rules.nested = false;
    text.remove_prefix(5);
  } else if (text.starts_with("nested,")) {
    text.remove_prefix(7);
  } else {
    return std::nullopt;
  }
  if (text == "none,pairs") return rules;
  if (text.size() != 9 || text.substr(3) != ",pairs") return std::nullopt;
  const std::size_t size = std::string_view("SML").find(text[0]);
  const std::size_t column = std::string_view("abc").find(text[1]);
  const std::size_t row = std::string_view("123").find(text[2]);
  if (size > 2 || column > 2 || row > 2) return std::nullopt;
  rules.blocked = static_cast<int>(9 * size + 3 * row + column);
  return rules;
}

// The 49 lines: along each of the 8 lines of cells the sizes SSS, MMM, LLL, SML or LMS; and S, M
// and L of one cell. `layer` is the nine slots of the size for a line of one size, else empty.
struct Line {
  Mask slots;
  Mask layer;
};

inline constexpr std::array<Line, 49> kLines = [] {
  constexpr int cells[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                               {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
  constexpr int sizes[5][3] = {{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {0, 1, 2}, {2, 1, 0}};
  std::array<Line, 49> lines{};
  int count = 0;
  for (const auto& size : sizes) {
    for (const auto& cell : cells) {
      Line& line = lines[count++];
      for (int i = 0; i < 3; ++i) line.slots |= Mask{1} << (9 * size[i] + cell[i]);
      if (size[0] == size[1]) line.layer = Mask{0777} << (9 * size[0]);
    }
  }
  for (int cell = 0; cell < 9; ++cell) lines[count++] = {Mask{0001001001} << cell, 0};
  return lines;
}();

// A position of a running game. No colour has a line.
struct State {
  std::array<Mask, 4> own{};  // pieces of V, R, G, B
  Mask open = kAllSlots;      // slots that somebody with pieces left may fill
  int due = 0;
};

inline State start(const RuleSet& rules) {
  State s;
  if (rules.blocked >= 0) s.open &= ~(Mask{1} << rules.blocked);
  return s;
}

// The slots of the sizes of which three pieces are not placed yet.
inline Mask supply(Mask own) {
  Mask slots = 0;
  for (int size = 0; size < 3; ++size) {
    const Mask layer = Mask{0777} << (9 * size);
    if (std::popcount(own & layer) < 3) slots |= layer;
  }
  return slots;
}

// Slots into which `colour` may place when it is due.
inline Mask placements(const State& s, int colour) { return s.open & supply(s.own[colour]); }

// Slots that would complete a line of the pieces `own`, whether they are open or not.
inline Mask completing(Mask own) {
  Mask slots = 0;
  for (const Line& line : kLines) {
    const Mask missing = line.slots & ~own;
    slots |= (missing & (missing - 1)) == 0 ? missing : 0;
  }
  return slots;
}

// Placements with which `colour` wins when it is due.
inline Mask wins(const State& s, int colour) {
  return completing(s.own[colour]) & placements(s, colour);
}

// Slots that nobody can fill any more once `slot` is filled: itself and, nested, the larger ones of
// its cell.
inline Mask shut_by(const RuleSet& rules, int slot) {
  return (rules.nested ? Mask{0001001001} << slot : Mask{1} << slot) & kAllSlots;
}

// The position after a legal move that does not win.
inline State after(const RuleSet& rules, State s, int move) {
  if (move != kPass) {
    s.own[s.due] |= Mask{1} << move;
    s.open &= ~shut_by(rules, move);
  }
  s.due = (s.due + 1) % 4;
  return s;
}

// The lines that a colour can still complete ("living" lines).
//
// Lemma 1. A line that is not living for a colour never becomes one of its winning lines. For a
// slot of it is neither the colour's own nor open to it, and closed slots stay closed, pieces stay
// where they are and supplies only shrink; or it is a line of one size, of which the colour has
// placed a piece elsewhere and so has at most two for this line.
//
// Lemma 2. A colour with a living line of which it lacks at least m pieces, and no nearer one,
// cannot win before its m-th turn from now: it places one piece a turn.
struct Hope {
  Mask slots = 0;   // of all living lines
  int missing = 4;  // pieces that the nearest living line lacks; 4 when there is none
};

inline Hope hope(const State& s, int colour) {
  const Mask own = s.own[colour];
  const Mask usable = own | placements(s, colour);
  Hope hope;
  Mask with_one = 0;  // living lines lacking one piece, or two
  Mask with_two = 0;
  for (const Line& line : kLines) {
    const Mask dead = (line.slots & ~usable) | (own & line.layer & ~line.slots);
    const Mask alive = dead == 0 ? line.slots : 0;
    const Mask missing = alive & ~own;
    const Mask rest = missing & (missing - 1);
    hope.slots |= alive;
    with_one |= rest == 0 ? missing : 0;
    with_two |= (rest & (rest - 1)) == 0 ? rest : 0;
  }
  if (hope.slots != 0) hope.missing = with_one != 0 ? 1 : with_two != 0 ? 2 : 3;
  return hope;
}

// The position in the project's notation, rows from the top, cells S M L, the colour due.
inline std::string text(const State& s) {
  std::string result;
  for (int cell = 0; cell < 9; ++cell) {
    if (cell > 0) result += cell % 3 == 0 ? '/' : ',';
    for (int size = 0; size < 3; ++size) {
      char letter = '.';
      for (int colour = 0; colour < 4; ++colour) {
        if (s.own[colour] >> (9 * size + cell) & 1) letter = "VRGB"[colour];
      }
      result += letter;
    }
  }
  return result + ' ' + "VRGB"[s.due];
}

inline std::string move_text(int move) {
  if (move == kPass) return "pass";
  return {"SML"[move / 9], "abc"[move % 3], "123"[move / 3 % 3]};
}

}  // namespace trilith::certificate
