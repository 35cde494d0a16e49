// Text of Othello: what is read, what is refused and how the refusal is worded.
#include "engines/othello/notation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "engines/error.hpp"
#include "engines/random.hpp"

namespace trilith::othello {
namespace {

using ::testing::HasSubstr;

constexpr const char* kStartText =
    "---------------------------OX------XO--------------------------- X";

std::string message(const std::function<void()>& action) {
  try {
    action();
  } catch (const UserError& error) {
    return error.what();
  }
  return "no error";
}

std::string position_error(const std::string& text) {
  return message([&] { parse_position({}, text); });
}

TEST(OthelloNotation, ReadsEverySpellingOfABoard) {
  const Position start = initial_position({});
  for (const char* text :
       {kStartText, "...........................O*......*O........................... *",
        "---------------------------ox------xo---------------------------  x",
        "---------------------------WB------BW---------------------------B"}) {
    EXPECT_EQ(parse_position({}, text), start) << text;
  }
}

TEST(OthelloNotation, FaultsOfPositionsAreNamed) {
  EXPECT_THAT(position_error(""), HasSubstr("0 characters"));
  EXPECT_THAT(position_error(std::string(64, '-')), HasSubstr("64 characters"));
  EXPECT_THAT(position_error(std::string(64, '-') + "  "), HasSubstr("missing"));
  EXPECT_THAT(position_error(std::string(64, '-') + " -"), HasSubstr("side to move '-'"));
  EXPECT_THAT(position_error(std::string(64, '-') + " X;"), HasSubstr("1 characters too many"));
  std::string text = kStartText;
  text[9] = '?';
  EXPECT_THAT(position_error(text), HasSubstr("'?' on b2"));
  text[9] = '\n';
  EXPECT_THAT(position_error(text), HasSubstr("byte 0x0a on b2"));
  EXPECT_EQ(position_error(text).find('\n'), std::string::npos);
}

TEST(OthelloNotation, Moves) {
  EXPECT_EQ(parse_square("a1"), 0);
  EXPECT_EQ(parse_square("H8"), 63);
  EXPECT_EQ(move_text(parse_square("f5")), "f5");
  for (const char* pass : {"--", "pa", "PA", "pass", "PS"}) EXPECT_EQ(parse_square(pass), kPass);
  for (const char* wrong : {"", "a", "i1", "a9", "a0", "a11", "1a", "pas"}) {
    EXPECT_THROW(parse_square(wrong), UserError) << wrong;
  }
  const Position start = initial_position({});
  EXPECT_THAT(message([&] { parse_move(start, "d4"); }), HasSubstr("occupied"));
  EXPECT_THAT(message([&] { parse_move(start, "a1"); }), HasSubstr("turn no disc"));
  EXPECT_THAT(message([&] { parse_move(start, "--"); }), HasSubstr("may not pass"));
}

TEST(OthelloNotation, GamesMayHoldBlanksAndNameTheFaultyMove) {
  const Position start = initial_position({});
  const std::vector<Move> moves = parse_game(start, "f5 D6\tc3");
  EXPECT_EQ(game_text(moves), "f5d6c3");
  EXPECT_THAT(message([&] { parse_game(start, "f5d6c3c3"); }), HasSubstr("move 4 (character 7)"));
  EXPECT_THAT(message([&] { parse_game(start, "f5d"); }), HasSubstr("move 2"));
}

TEST(OthelloNotation, GamesSurviveTheirTextWithAndWithoutPasses) {
  int passes = 0;
  for (std::uint64_t game = 0; game < 100; ++game) {
    RandomStream random(5, game);
    Position p = initial_position({});
    std::vector<Move> moves;
    while (!is_over(p)) {
      Mask open = placements(p);
      Move move = kPass;
      if (open != 0) {
        for (auto skip = random.below(static_cast<std::uint32_t>(std::popcount(open))); skip > 0;
             --skip) {
          open &= open - 1;
        }
        move = static_cast<Move>(std::countr_zero(open));
      } else {
        ++passes;
      }
      moves.push_back(move);
      play(p, move);
    }
    EXPECT_EQ(parse_game(initial_position({}), game_text(moves)), moves);
    EXPECT_EQ(parse_game(initial_position({}), game_text(moves, true)), moves);
  }
  EXPECT_GT(passes, 10);
}

TEST(OthelloNotation, PicturesShowDiscsAndMoves) {
  const Position start = initial_position({});
  const std::string text = board_text(start, false);
  EXPECT_THAT(text, HasSubstr("4 - - . O X - - -\n"));
  EXPECT_THAT(text, HasSubstr("Black (X) to move"));
  EXPECT_THAT(board_text(start, true), HasSubstr("\x1b["));
  const std::string svg = board_svg(start);
  EXPECT_EQ(svg.rfind("<svg", 0), 0u);
  EXPECT_THAT(svg, HasSubstr("</svg>"));
}

}  // namespace
}  // namespace trilith::othello
