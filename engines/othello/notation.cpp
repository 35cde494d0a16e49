// Text of Othello moves, games and positions.
#include "engines/othello/notation.hpp"

#include <algorithm>
#include <cctype>

#include "engines/error.hpp"

namespace trilith::othello {
namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

bool is_pass_text(const std::string& low) {
  return low == "--" || low == "pa" || low == "ps" || low == "pass";
}

// 0 Black, 1 White, 2 empty, -1 none of them.
int disc_of(char letter) {
  switch (letter) {
    case 'X':
    case 'x':
    case '*':
    case 'B':
    case 'b':
      return kBlack;
    case 'O':
    case 'o':
    case 'W':
    case 'w':
      return kWhite;
    case '-':
    case '.':
      return 2;
    default:
      return -1;
  }
}

// A letter of hostile input, fit for a one-line message.
std::string quoted(char letter) {
  if (std::isprint(static_cast<unsigned char>(letter))) return std::string("'") + letter + "'";
  constexpr std::string_view kHex = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(letter);
  return std::string("byte 0x") + kHex[byte >> 4] + kHex[byte & 15];
}

std::string printable(std::string_view text) {
  constexpr std::size_t kLongest = 80;
  std::string result;
  for (const char c : text.substr(0, kLongest)) {
    result += std::isprint(static_cast<unsigned char>(c)) ? c : '?';
  }
  return text.size() > kLongest ? result + "..." : result;
}

UserError position_fault(std::string_view text, const std::string& why) {
  return UserError("position '" + printable(text) + "': " + why);
}

UserError move_fault(std::string_view text, const std::string& why) {
  return UserError("move '" + printable(text) + "': " + why);
}

// Free placements alternate, Black first, and fill the centre only.
void check_placing(std::string_view text, Position& p) {
  const int discs = std::popcount(p.board.discs());
  if ((p.board.discs() & kCentre) == kCentre) return;
  if ((p.board.discs() & ~kCentre) != 0) {
    throw position_fault(text, "discs outside d4 e4 d5 e5 before these four squares are full");
  }
  const int black = std::popcount(p.discs_of(kBlack));
  if (black != (discs + 1) / 2 || p.seat != (discs % 2 == 0 ? kBlack : kWhite)) {
    throw position_fault(text,
                         "the first four discs are put alternately, Black's first; these counts "
                         "or the side to move do not come from that");
  }
  p.placing = static_cast<std::uint8_t>(4 - discs);
}

}  // namespace

std::string move_text(Move move) {
  if (move == kPass) return "--";
  return {static_cast<char>('a' + move % 8), static_cast<char>('1' + move / 8)};
}

Move parse_square(std::string_view text) {
  const std::string low = lower(text);
  if (is_pass_text(low)) return kPass;
  if (low.size() != 2 || low[0] < 'a' || low[0] > 'h' || low[1] < '1' || low[1] > '8') {
    throw move_fault(text, "expected a square a1..h8 or -- for a pass");
  }
  return static_cast<Move>(8 * (low[1] - '1') + (low[0] - 'a'));
}

Move parse_move(const Position& p, std::string_view text) {
  const Move move = parse_square(text);
  if (is_over(p)) throw move_fault(text, "the game is over");
  const Mask legal = placements(p);
  const std::string side = p.seat == kBlack ? "Black" : "White";
  if (move == kPass) {
    if (legal == 0) return kPass;
    throw move_fault(text, side + " can place a disc and may not pass");
  }
  if (legal & bit(move)) return move;
  if (p.board.discs() & bit(move)) throw move_fault(text, "the square is occupied");
  if (legal == 0) throw move_fault(text, side + " has no square to place on and must pass (--)");
  if (p.placing > 0) throw move_fault(text, "the first four discs go on d4, e4, d5, e5");
  throw move_fault(text, side + " would turn no disc there");
}

std::string position_text(const Position& p) {
  std::string text(kSquares, '-');
  for (int square = 0; square < kSquares; ++square) {
    if (p.discs_of(kBlack) & bit(square)) text[square] = 'X';
    if (p.discs_of(kWhite) & bit(square)) text[square] = 'O';
  }
  return text + (p.seat == kBlack ? " X" : " O");
}

Position parse_position(const Setup& setup, std::string_view text) {
  if (text.size() <= kSquares) {
    throw position_fault(text, std::to_string(text.size()) +
                                   " characters; expected 64 of X, O, - from a1, b1, ... to h8, a "
                                   "blank and the side to move, X or O");
  }
  Mask discs[2] = {0, 0};
  for (int square = 0; square < kSquares; ++square) {
    const int disc = disc_of(text[square]);
    if (disc < 0) {
      throw position_fault(text, quoted(text[square]) + " on " +
                                     move_text(static_cast<Move>(square)) +
                                     " is not one of X (Black), O (White), - (empty)");
    }
    if (disc < 2) discs[disc] |= bit(square);
  }
  std::size_t at = kSquares;
  while (at < text.size() && text[at] == ' ') ++at;
  if (at == text.size()) throw position_fault(text, "the side to move, X or O, is missing");
  const int side = disc_of(text[at]);
  if (side != kBlack && side != kWhite) {
    throw position_fault(text, "side to move " + quoted(text[at]) + " is not X or O");
  }
  if (at + 1 != text.size()) {
    throw position_fault(
        text, std::to_string(text.size() - at - 1) + " characters too many after the side to move");
  }
  Position p;
  p.seat = static_cast<Seat>(side);
  p.board = {discs[side], discs[1 - side]};
  p.scoring = setup.scoring;
  if (setup.variant == Variant::reversi) check_placing(text, p);
  return p;
}

std::string game_text(const std::vector<Move>& moves, bool with_passes) {
  std::string text;
  for (const Move move : moves) {
    if (move != kPass || with_passes) text += move_text(move);
  }
  return text;
}

std::vector<Move> parse_game(const Position& start, std::string_view text) {
  std::vector<Move> moves;
  Position p = start;
  std::size_t at = 0;
  while (true) {
    while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at]))) ++at;
    if (at == text.size()) return moves;
    std::size_t length = 2;
    if (lower(text.substr(at, 4)) == "pass") length = 4;
    const std::string_view word = text.substr(at, length);
    try {
      const Move square = parse_square(word);
      if (square != kPass && must_pass(p)) {
        moves.push_back(kPass);
        play(p, kPass);
      }
      const Move move = parse_move(p, word);
      moves.push_back(move);
      play(p, move);
    } catch (const UserError& error) {
      throw UserError("game, move " + std::to_string(moves.size() + 1) + " (character " +
                      std::to_string(at + 1) + "): " + error.what());
    }
    at += word.size();
  }
}

}  // namespace trilith::othello
