// Reading and writing of GGF games.
#include "engines/othello/ggf.hpp"

#include <algorithm>
#include <cctype>

#include "engines/error.hpp"
#include "engines/othello/notation.hpp"

namespace trilith::othello {
namespace {

constexpr std::size_t kLongestTag = 3;

bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

// `text` without anything that would break a one-line message, cut to a readable length.
std::string excerpt(std::string_view text) {
  std::string result;
  for (const char c : text.substr(0, 40)) {
    result += std::isprint(static_cast<unsigned char>(c)) ? c : '?';
  }
  return text.size() > 40 ? result + "..." : result;
}

Position parse_board(const std::string& value) {
  std::string squares;
  for (const char c : value) {
    if (!is_blank(c)) squares += c;
  }
  if (squares.size() != 1 + kSquares + 1 || squares[0] != '8') {
    throw UserError("BO[" + excerpt(value) + "] is not 8, 64 squares and the side to move");
  }
  return parse_position({}, squares.substr(1, kSquares) + ' ' + squares.back());
}

// Reads one archive from front to back.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  // The place of the next character, from 1, for messages.
  std::size_t place() const { return at_ + 1; }

  // Skips blanks and the count of games before a match; false at the end of the text.
  bool next_game() {
    skip_blanks();
    while (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_]))) ++at_;
    skip_blanks();
    return at_ < text_.size();
  }

  GameRecord game() {
    if (!take("(;")) throw UserError(expected("'(;'"));
    GameRecord game;
    Position p;
    bool has_board = false;
    bool has_moves = false;
    for (skip_blanks(); !take(";)"); skip_blanks()) {
      Tag tag = next_tag();
      if (tag.name == "GM") {
        if (lower(tag.value) != "othello") {
          throw UserError("GM[" + excerpt(tag.value) + "] is not GM[Othello]");
        }
      } else if (tag.name == "BO") {
        if (has_board || has_moves) throw UserError("BO stands twice or after a move");
        p = game.start = parse_board(tag.value);
        has_board = true;
      } else if (tag.name == "B" || tag.name == "W") {
        const std::size_t slash = std::min(tag.value.find('/'), tag.value.size());
        const Seat seat = tag.name == "B" ? kBlack : kWhite;
        try {
          append_move(p, game.moves, tag.value.substr(0, slash), tag.value.substr(slash), seat);
        } catch (const UserError& error) {
          throw UserError("move " + std::to_string(game.moves.size() + 1) + ": " + error.what());
        }
        has_moves = true;
      } else {
        game.tags.push_back(std::move(tag));
      }
    }
    return game;
  }

 private:
  void skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }

  bool take(std::string_view token) {
    if (text_.substr(at_, token.size()) != token) return false;
    at_ += token.size();
    return true;
  }

  std::string expected(const std::string& what) const {
    const std::string found =
        at_ < text_.size() ? "'" + excerpt(text_.substr(at_, 12)) + "'" : "the end of the text";
    return "expected " + what + ", found " + found;
  }

  Tag next_tag() {
    Tag tag;
    while (at_ < text_.size() && text_[at_] >= 'A' && text_[at_] <= 'Z') tag.name += text_[at_++];
    if (tag.name.empty() || tag.name.size() > kLongestTag || !take("[")) {
      throw UserError(expected("a tag like PB[name] or ';)'"));
    }
    const std::size_t end = text_.find(']', at_);
    if (end == std::string_view::npos) throw UserError("tag " + tag.name + "[ has no ']'");
    tag.value = text_.substr(at_, end - at_);
    at_ = end + 1;
    return tag;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

std::string board_value(const Position& p) {
  std::string squares = position_text(p);
  std::replace(squares.begin(), squares.end(), 'X', '*');
  std::string value = "8";
  for (std::size_t row = 0; row < 8; ++row) value += ' ' + squares.substr(8 * row, 8);
  return value + ' ' + squares.back();
}

// A value may not end its tag, nor the line.
std::string bracketed(std::string value) {
  for (char& c : value) {
    if (c == ']') c = ')';
    if (c == '\n' || c == '\r') c = ' ';
  }
  return '[' + value + ']';
}

}  // namespace

std::vector<GameRecord> parse_ggf(std::string_view text, const std::string& name) {
  std::vector<GameRecord> games;
  Reader reader(text);
  while (reader.next_game()) {
    try {
      games.push_back(reader.game());
    } catch (const UserError& error) {
      throw UserError("file '" + name + "': record " + std::to_string(games.size() + 1) +
                      " (near character " + std::to_string(reader.place()) + "): " + error.what());
    }
  }
  return games;
}

GameRecord parse_ggf_game(std::string_view text) {
  Reader reader(text);
  if (!reader.next_game()) throw UserError("GGF: no game in the text");
  GameRecord game;
  try {
    game = reader.game();
  } catch (const UserError& error) {
    throw UserError("GGF, near character " + std::to_string(reader.place()) + ": " + error.what());
  }
  if (reader.next_game()) {
    throw UserError("GGF: one game expected, more text stands at character " +
                    std::to_string(reader.place()));
  }
  return game;
}

std::string ggf_text(const GameRecord& game) {
  std::string text = "(;GM[Othello]";
  for (const Tag& tag : game.tags) text += tag.name + bracketed(tag.value);
  text += "BO[" + board_value(game.start) + "]";
  Seat seat = game.start.seat;
  for (const RecordedMove& recorded : game.moves) {
    text += seat == kBlack ? "B" : "W";
    text += bracketed((recorded.move == kPass ? "PA" : move_text(recorded.move)) + recorded.note);
    seat = seat == kBlack ? kWhite : kBlack;
  }
  return text + ";)";
}

}  // namespace trilith::othello
