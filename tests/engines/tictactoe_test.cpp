// The trait with a game that is not Otrio.
#include "tests/tictactoe.hpp"

#include <gtest/gtest.h>

#include "tests/conformance.hpp"

namespace trilith::testing {
namespace {

static_assert(Game<TicTacToe> && Hashed<TicTacToe> && Symmetric<TicTacToe>);
static_assert(!Hidden<TicTacToe> && !Chance<TicTacToe> && !Tiered<TicTacToe>);

TEST(TicTacToe, Conforms) { conformance::check_all<TicTacToe>({}); }

// 255,168 games in all, of which 127,872 fill the board to the ninth move.
TEST(TicTacToe, Perft) {
  EXPECT_EQ(conformance::perft<TicTacToe>(TicTacToe::initial({}), 5), 15120u);
  EXPECT_EQ(conformance::perft<TicTacToe>(TicTacToe::initial({}), 9), 127872u);
}

}  // namespace
}  // namespace trilith::testing
