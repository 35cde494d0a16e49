// Text of Otrio moves and positions.
#include "engines/otrio/notation.hpp"

#include <array>

#include "engines/error.hpp"

namespace trilith::otrio {
namespace {

constexpr std::size_t kTextLength = 37;  // 27 slots, 6 commas, 2 slashes, a blank, a colour

UserError fault(std::string_view text, const std::string& why) {
  return UserError("position '" + std::string(text) + "': " + why);
}

std::string colour_name(int colour) { return std::string(1, kColourLetters[colour]); }

void check_supply(std::string_view text, const Position& p) {
  for (int colour = 0; colour < 4; ++colour) {
    for (int size = 0; size < kSizes; ++size) {
      const int count = std::popcount(p.pieces[colour] & layer_of(size));
      if (count > kPiecesPerSize) {
        throw fault(text, colour_name(colour) + " has " + std::to_string(count) +
                              " pieces of size " + "SML"[size] + ", there are only 3");
      }
    }
  }
}

// A colour that cannot place now may have passed before, one that can never has: what is open to a
// colour only shrinks. So the colours that can place must have a piece for each of their turns.
void check_counts(std::string_view text, const Position& p, int colours) {
  std::array<int, 4> count{};
  std::array<bool, 4> stuck{};
  int rounds = -1;      // complete rounds, known from a colour that never passed
  int most_rounds = 0;  // what the fullest colour needs at least
  for (int colour = 0; colour < colours; ++colour) {
    count[colour] = std::popcount(p.pieces[colour]);
    stuck[colour] = placements(p, colour) == 0;
    const int full = count[colour] - (colour < p.due ? 1 : 0);
    if (!stuck[colour] && rounds < 0) rounds = full;
    most_rounds = std::max(most_rounds, full);
  }
  if (rounds < 0) rounds = most_rounds;
  for (int colour = 0; colour < colours; ++colour) {
    const int turns = rounds + (colour < p.due ? 1 : 0);
    if (count[colour] == turns || (stuck[colour] && count[colour] < turns)) continue;
    std::string counts;
    for (int c = 0; c < colours; ++c) {
      counts += (c > 0 ? " " : "") + colour_name(c) + std::to_string(count[c]);
    }
    throw fault(text, "piece counts " + counts + " with " + colour_name(p.due) +
                          " to place cannot come from turns in the order " +
                          std::string(kColourLetters.substr(0, colours)));
  }
}

}  // namespace

std::string move_text(Move move) { return move == kPass ? "pass" : slot_text(move); }

Move parse_move(const Position& p, std::string_view text) {
  if (p.status != Status::running) {
    throw UserError("move '" + std::string(text) + "': the game is over");
  }
  const SlotMask open = placements(p, p.due);
  if (text == "pass") {
    if (open == 0) return kPass;
    throw UserError("move 'pass': " + colour_name(p.due) + " can place and may not pass");
  }
  const int slot = parse_slot(text);
  if ((open & slot_bit(slot)) == 0) {
    std::string why;
    if (open == 0) {
      why = "cannot place anything; the only move is pass";
    } else if ((supplied(p.pieces[p.due]) & slot_bit(slot)) == 0) {
      why = std::string("has no piece of size ") + "SML"[size_of(slot)] + " left";
    } else {
      why = "may not place there: the slot is filled, blocked or shut by a smaller piece";
    }
    throw UserError("move '" + std::string(text) + "': " + colour_name(p.due) + " " + why);
  }
  return static_cast<Move>(slot);
}

std::string position_text(const Position& p) {
  std::string text;
  for (int cell = 0; cell < kCells; ++cell) {
    if (cell > 0) text += cell % 3 == 0 ? '/' : ',';
    for (int size = 0; size < kSizes; ++size) {
      char letter = '.';
      for (int colour = 0; colour < 4; ++colour) {
        if (p.pieces[colour] & slot_bit(slot_of(size, cell))) letter = kColourLetters[colour];
      }
      text += letter;
    }
  }
  text += ' ';
  text += kColourLetters[p.due];
  return text;
}

Position parse_position(const Rules& rules, std::string_view text) {
  const int players = colours(rules.players);
  const std::string_view letters = kColourLetters.substr(0, players);
  if (text.size() != kTextLength) {
    throw fault(text, std::to_string(text.size()) + " characters instead of " +
                          std::to_string(kTextLength) +
                          "; the empty board is ...,...,.../...,...,.../...,...,... V");
  }
  Position p = empty_board(rules);
  for (int cell = 0; cell < kCells; ++cell) {
    const std::size_t start = 4 * static_cast<std::size_t>(cell);
    for (int size = 0; size < kSizes; ++size) {
      const char letter = text[start + size];
      if (letter == '.') continue;
      const int slot = slot_of(size, cell);
      const std::size_t colour = letters.find(letter);
      if (colour == std::string_view::npos) {
        throw fault(text, std::string("'") + letter + "' in slot " + slot_text(slot) +
                              " is not one of " + std::string(letters) + " or .");
      }
      if (rules.blocked == slot)
        throw fault(text, "blocked slot " + slot_text(slot) + " is filled");
      p.pieces[colour] |= slot_bit(slot);
      p.closed |= closed_by(rules.placement, slot);
    }
    const char expected = cell == kCells - 1 ? ' ' : cell % 3 == 2 ? '/' : ',';
    if (text[start + 3] != expected) {
      throw fault(text, std::string("'") + expected + "' expected at character " +
                            std::to_string(start + 4) + ", found '" + text[start + 3] + "'");
    }
  }
  const std::size_t due = letters.find(text.back());
  if (due == std::string_view::npos) {
    throw fault(text, std::string("colour to place '") + text.back() + "' is not one of " +
                          std::string(letters));
  }
  p.due = static_cast<std::uint8_t>(due);

  check_supply(text, p);
  for (int colour = 0; colour < players; ++colour) {
    if (has_line(p.pieces[colour])) {
      throw fault(text, colour_name(colour) + " already has a triple, the game is over");
    }
  }
  check_counts(text, p, players);
  if (!anyone_can_place(p, players)) p.status = Status::drawn;
  return p;
}

}  // namespace trilith::otrio
