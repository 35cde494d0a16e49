// Reading of SGF games.
#include "engines/othello/sgf.hpp"

#include <cctype>
#include <optional>
#include <string>
#include <vector>

#include "engines/error.hpp"
#include "engines/othello/notation.hpp"

namespace trilith::othello {
namespace {

bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

// `dc` is d3; every other text is left to parse_square().
Move parse_sgf_square(const std::string& text) {
  if (text.empty() || text == "tt") return kPass;
  const auto is_line = [](char c) { return c >= 'a' && c <= 'h'; };
  if (text.size() == 2 && is_line(text[0]) && is_line(text[1])) {
    return static_cast<Move>(8 * (text[1] - 'a') + text[0] - 'a');
  }
  return parse_square(text);
}

struct Property {
  std::string name;
  std::vector<std::string> values;
};

// Goes through the main line of a text, property by property.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::size_t place() const { return at_ + 1; }  // of the next character, from 1
  int node() const { return node_; }             // from 1

  // The next property, or nothing at the end of the main line, which is the first `)`.
  std::optional<Property> next() {
    while (true) {
      skip_blanks();
      if (at_ >= text_.size()) throw UserError("the text ends before the game's ')'");
      const char c = text_[at_];
      if (c == ')' && node_ > 0) return std::nullopt;
      if (c == '(' || c == ';') {
        if (c == ';' && depth_ == 0) throw UserError("a node stands before the game's '('");
        if (c == '(') ++depth_;
        if (c == ';') ++node_;
        ++at_;
        continue;
      }
      if (node_ == 0) throw UserError("expected '(;'");
      return property();
    }
  }

 private:
  void skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }

  Property property() {
    Property property;
    // Older files write names in full, `Black[d3]`: only capitals count.
    while (at_ < text_.size() && std::isalpha(static_cast<unsigned char>(text_[at_]))) {
      if (std::isupper(static_cast<unsigned char>(text_[at_]))) property.name += text_[at_];
      ++at_;
    }
    skip_blanks();
    if (property.name.empty() || at_ >= text_.size() || text_[at_] != '[') {
      throw UserError("expected a property like B[d3]");
    }
    while (at_ < text_.size() && text_[at_] == '[') {
      property.values.push_back(value());
      skip_blanks();
    }
    return property;
  }

  // A value in brackets; a backslash takes the next character as it is.
  std::string value() {
    std::string text;
    for (++at_; at_ < text_.size(); ++at_) {
      if (text_[at_] == ']') {
        ++at_;
        return text;
      }
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
      text += text_[at_];
    }
    throw UserError("a value has no ']'");
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  int node_ = 0;
};

// Builds the record from the properties.
class Builder {
 public:
  void add(const Property& property, int node) {
    const std::string& first = property.values.front();
    if (property.name == "GM") {
      if (first != "2") throw UserError("GM is not 2, Othello");
    } else if (property.name == "SZ") {
      if (first != "8") throw UserError("SZ is not 8");
    } else if (property.name == "AB" || property.name == "AW" || property.name == "AE") {
      need_start(node);
      for (const std::string& square : property.values) set_up(property.name[1], square);
    } else if (property.name == "PL") {
      need_start(node);
      const bool white = first == "W" || first == "w" || first == "2";
      first_to_move_ = white ? kWhite : kBlack;
    } else if (property.name == "B" || property.name == "W") {
      play(property.name == "B" ? kBlack : kWhite, first);
    }
  }

  GameRecord finish() {
    begin();
    return std::move(game_);
  }

 private:
  void need_start(int node) const {
    if (node > 1 || begun_) throw UserError("discs are set up after the first node");
  }

  void set_up(char what, const std::string& text) {
    const Move square = parse_sgf_square(text);
    if (square == kPass) throw UserError("a set-up square is missing");
    black_ &= ~bit(square);
    white_ &= ~bit(square);
    if (what == 'B') black_ |= bit(square);
    if (what == 'W') white_ |= bit(square);
    is_set_up_ = true;
  }

  // Fixes the start before the first move.
  void begin() {
    if (begun_) return;
    begun_ = true;
    if (is_set_up_) game_.start.board = {black_, white_};
    if (first_to_move_ == kWhite) {
      game_.start.seat = kWhite;
      game_.start.board = game_.start.board.passed();
    }
    position_ = game_.start;
  }

  void play(Seat seat, const std::string& text) {
    begin();
    try {
      const Move square = parse_sgf_square(text);
      append_move(position_, game_.moves, move_text(square), "", seat);
    } catch (const UserError& error) {
      throw UserError("move " + std::to_string(game_.moves.size() + 1) + ": " + error.what());
    }
  }

  GameRecord game_;
  Position position_;
  Mask black_ = 0;
  Mask white_ = 0;
  Seat first_to_move_ = kBlack;
  bool is_set_up_ = false;
  bool begun_ = false;
};

}  // namespace

GameRecord parse_sgf_game(std::string_view text) {
  Reader reader(text);
  try {
    Builder builder;
    while (const std::optional<Property> property = reader.next()) {
      builder.add(*property, reader.node());
    }
    return builder.finish();
  } catch (const UserError& error) {
    throw UserError("SGF, near character " + std::to_string(reader.place()) + ": " + error.what());
  }
}

}  // namespace trilith::othello
