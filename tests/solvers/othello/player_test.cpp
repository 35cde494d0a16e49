// The player: legal under any limit, exact near the end, the same every time.
#include "solvers/othello/player.hpp"

#include <gtest/gtest.h>

#include "tests/engines/othello/boards.hpp"

namespace trilith::othello {
namespace {

constexpr std::size_t kHash = 4 << 20;

Player make_player() { return Player(Weights::shipped(), kHash); }

// Plain minimax to the end of the game.
int minimax(Board board) {
  const Mask moves = Portable::legal_moves(board);
  if (moves == 0) {
    if (Portable::legal_moves(board.passed()) == 0) return final_score(board);
    return -minimax(board.passed());
  }
  int best = -64;
  for (Mask rest = moves; rest != 0; rest &= rest - 1) {
    const int square = std::countr_zero(rest);
    best = std::max(best, -minimax(after(board, square, Portable::flips(board, square))));
  }
  return best;
}

Board after_choice(Board board, Move move) {
  return move == kPass ? board.passed() : after(board, move, Portable::flips(board, move));
}

void expect_legal(Board board, const Choice& choice) {
  const Mask moves = Portable::legal_moves(board);
  if (moves == 0) {
    EXPECT_EQ(choice.move, kPass);
  } else {
    ASSERT_LT(choice.move, kSquares);
    EXPECT_NE(moves & bit(choice.move), 0u);
  }
  EXPECT_EQ(choice.pv.at(0), choice.move);
}

TEST(Player, LegalUnderTheTightestLimits) {
  Player player = make_player();
  RandomStream random(9, 1);
  const std::atomic<bool> stop{true};
  for (int i = 0; i < 30; ++i) {
    const Board board = random_game_board(random, 3 + i);
    PlayLimits limits;
    limits.interrupt = &stop;
    expect_legal(board, player.choose(board, limits));
    limits = {};
    limits.nodes = 1;
    expect_legal(board, player.choose(board, limits));
    limits = {};
    limits.seconds = 0;
    expect_legal(board, player.choose(board, limits));
  }
}

TEST(Player, SolvesTheEnd) {
  Player player = make_player();
  RandomStream random(9, 2);
  for (int i = 0; i < 20; ++i) {
    const Board board = random_game_board(random, 7);
    PlayLimits limits;
    limits.depth = 1 + i % 8;
    const Choice choice = player.choose(board, limits);
    EXPECT_TRUE(choice.exact);
    EXPECT_EQ(choice.score, minimax(board));
    EXPECT_EQ(-minimax(after_choice(board, choice.move)), minimax(board));
    expect_legal(board, choice);
  }
}

TEST(Player, RanksEveryMove) {
  Player player = make_player();
  RandomStream random(9, 3);
  for (int i = 0; i < 10; ++i) {
    const Board board = random_game_board(random, 7);
    int reports = 0;
    const std::vector<Choice> choices =
        player.rank(board, 64, {}, [&](const std::vector<Choice>&) { ++reports; });
    EXPECT_GT(reports, 0);
    ASSERT_EQ(choices.size(),
              static_cast<std::size_t>(std::max(1, std::popcount(Portable::legal_moves(board)))));
    for (std::size_t k = 0; k < choices.size(); ++k) {
      EXPECT_EQ(choices[k].score, -minimax(after_choice(board, choices[k].move)));
      EXPECT_TRUE(choices[k].exact);
      EXPECT_LE(choices[k].score, choices[k == 0 ? 0 : k - 1].score);
    }
    EXPECT_EQ(player.rank(board, 1, {}, nullptr).at(0).score, choices[0].score);
  }
}

TEST(Player, TheSameChoiceEveryTime) {
  Player player = make_player();
  RandomStream random(9, 4);
  for (int i = 0; i < 5; ++i) {
    const Board board = random_game_board(random, 40);
    PlayLimits limits;
    limits.depth = 5;
    player.clear();
    const Choice first = player.choose(board, limits);
    player.clear();
    const Choice second = player.choose(board, limits);
    EXPECT_EQ(first.move, second.move);
    EXPECT_EQ(first.nodes, second.nodes);
    EXPECT_EQ(first.score, second.score);
    EXPECT_EQ(first.depth, 5);
  }
}

TEST(Player, LooksNoFartherThanItsDepth) {
  // Depth 1 is the best evaluation after one move.
  Player player = make_player();
  RandomStream random(9, 5);
  PlayLimits limits;
  limits.depth = 1;
  for (int i = 0; i < 10; ++i) {
    const Board board = random_game_board(random, 30);
    int best = -64 * kUnit;
    for (Mask rest = Portable::legal_moves(board); rest != 0; rest &= rest - 1) {
      const Board child = after_choice(board, static_cast<Move>(std::countr_zero(rest)));
      const bool over =
          Portable::legal_moves(child) == 0 && Portable::legal_moves(child.passed()) == 0;
      best =
          std::max(best, over ? -kUnit * final_score(child) : -Weights::shipped().evaluate(child));
    }
    EXPECT_NEAR(player.choose(board, limits).score, static_cast<double>(best) / kUnit,
                0.5 / kMidgameUnit);
  }
}

TEST(Player, AFinishedGameHasNoMove) {
  Player player = make_player();
  const Choice choice = player.choose({~Mask{0} >> 1, 0}, {});
  EXPECT_EQ(choice.move, kPass);
  EXPECT_TRUE(choice.pv.empty());
  EXPECT_EQ(choice.score, 64);
  EXPECT_TRUE(player.rank({~Mask{0} >> 1, 0}, 3, {}, nullptr).empty());
}

}  // namespace
}  // namespace trilith::othello
