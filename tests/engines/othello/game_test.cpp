// Othello against the conformance suite and the rule text: variants, scoring, passes, many moves.
#include "engines/othello/game.hpp"

#include <gtest/gtest.h>

#include "engines/error.hpp"
#include "tests/conformance.hpp"

namespace trilith::othello {
namespace {

static_assert(Game<Othello> && Hashed<Othello> && Symmetric<Othello>);

Position parse(const char* text, const Setup& setup = {}) { return parse_position(setup, text); }

// Plays moves by name, each of which must be legal.
void play_all(Position& p, const char* text) {
  for (const Move move : parse_game(p, text)) Othello::play(p, move);
}

TEST(Othello, Conforms) {
  for (const Variant variant : {Variant::standard, Variant::reversi}) {
    for (const Scoring scoring : {Scoring::wof, Scoring::discs}) {
      conformance::check_all<Othello>({variant, scoring}, {.games = 20});
      conformance::fuzz_position_parser<Othello>({variant, scoring}, 2000, "XO-*.xo ");
    }
  }
}

TEST(Othello, StartsWithFourEqualMoves) {
  const Position p = Othello::initial({});
  EXPECT_EQ(position_text(p), "---------------------------OX------XO--------------------------- X");
  EXPECT_EQ(placements(p), bit(parse_square("c4")) | bit(parse_square("d3")) |
                               bit(parse_square("e6")) | bit(parse_square("f5")));
}

TEST(Othello, ShortestWipeOutScoresAllSquares) {
  for (const Scoring scoring : {Scoring::wof, Scoring::discs}) {
    Position p = Othello::initial({.scoring = scoring});
    play_all(p, "e6f4e3f6g5d6e7f5c5");
    EXPECT_TRUE(Othello::is_terminal(p));
    const int points = scoring == Scoring::wof ? 64 : 13;
    EXPECT_EQ(Othello::payoff(p), (std::array<int, 2>{points, -points}));
  }
}

TEST(Othello, EmptySquaresAreSharedInADraw) {
  const Position p = parse("XXXXXXXX------------------------------------------------OOOOOOOO X");
  ASSERT_TRUE(Othello::is_terminal(p));
  EXPECT_EQ(Othello::payoff(p), (std::array<int, 2>{0, 0}));
}

// 40-20 with four empties is 44-20.
TEST(Othello, EmptySquaresGoToTheWinner) {
  Board board{(bit(40) - 1), ~(bit(44) - 1)};
  EXPECT_EQ(final_score(board), 24);
  EXPECT_EQ(disc_difference(board), 20);
  EXPECT_EQ(final_score(board.passed()), -24);
}

TEST(Othello, AProvenDrawnGameEndsAtZero) {
  Position p = Othello::initial({});
  play_all(p,
           "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3"
           "b2h5b7a3a4a1a2c1h2h1g2b8a8g7h8h7h6");
  EXPECT_TRUE(Othello::is_terminal(p));
  EXPECT_EQ(p.board.empty_count(), 0);
  EXPECT_EQ(score(p), 0);
}

TEST(Othello, PassIsForcedAndOnlyThen) {
  int passes = 0;
  conformance::for_random_positions<Othello>({}, {.games = 200}, [&](const Position& p) {
    if (Othello::is_terminal(p)) {
      EXPECT_THROW(parse_move(p, "--"), UserError);
      return;
    }
    if (placements(p) != 0) {
      EXPECT_THROW(parse_move(p, "--"), UserError);
      return;
    }
    ++passes;
    EXPECT_TRUE(must_pass(p));
    EXPECT_EQ(parse_move(p, "pass"), kPass);
    Position q = p;
    Othello::play(q, kPass);
    EXPECT_EQ(q.board, p.board.passed());
    EXPECT_NE(q.seat, p.seat);
  });
  EXPECT_GT(passes, 0);
}

// A move list of 32 would overflow.
TEST(Othello, ManyLegalMoves) {
  const Position p = parse("----X---O-OXO-O-X-XX-XO--O---XX--O--OXO-XXX-OX---OOOXOO-------X- X");
  MoveList<Othello> moves;
  Othello::legal_moves(p, moves);
  EXPECT_EQ(moves.size(), 34u);
}

TEST(Reversi, FirstFourDiscsGoOnTheCentre) {
  Position p = Othello::initial({.variant = Variant::reversi});
  EXPECT_EQ(placements(p), kCentre);
  EXPECT_THROW(parse_move(p, "c4"), UserError);
  play_all(p, "d4e4");
  EXPECT_EQ(p.placing, 2);
  EXPECT_EQ(parse_position({.variant = Variant::reversi}, position_text(p)), p);
  play_all(p, "e5d5");
  EXPECT_EQ(p.placing, 0);
  EXPECT_EQ(p.seat, kBlack);
  EXPECT_EQ(p.discs_of(kBlack), bit(parse_square("d4")) | bit(parse_square("e5")));
  EXPECT_NE(placements(p), 0u);
}

TEST(Reversi, ParallelStart) {
  Position p = Othello::initial({.variant = Variant::reversi});
  play_all(p, "d4d5e4e5");
  EXPECT_EQ(position_text(p), "---------------------------XX------OO--------------------------- X");
  EXPECT_NE(p, Othello::initial({}));
}

TEST(Reversi, RefusesImpossibleBeginnings) {
  const Othello::Setup setup{.variant = Variant::reversi};
  const std::string empty(27, '-');
  EXPECT_THROW(parse_position(setup, empty + "XX" + std::string(35, '-') + " X"), UserError);
  EXPECT_THROW(parse_position(setup, empty + "XO" + std::string(35, '-') + " O"), UserError);
  EXPECT_THROW(parse_position(setup, "X" + std::string(63, '-') + " O"), UserError);
  EXPECT_NO_THROW(parse_position(setup, empty + "XO" + std::string(35, '-') + " X"));
}

}  // namespace
}  // namespace trilith::othello
