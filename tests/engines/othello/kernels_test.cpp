// Moves and flips of every code path that this machine has, against the plain rules.
#include "engines/othello/kernels.hpp"

#include <gtest/gtest.h>

#include "engines/error.hpp"
#include "tests/engines/othello/boards.hpp"
#include "tests/engines/othello/plain_rules.hpp"

namespace trilith::othello {
namespace {

class EveryPath : public ::testing::TestWithParam<CpuPath> {};

void check(const Kernels& hot, Board board) {
  ASSERT_EQ(hot.legal_moves(board), plain::legal_moves(board))
      << board.own << ' ' << board.opponent;
  for (Mask empties = board.empties(); empties != 0; empties &= empties - 1) {
    const int square = std::countr_zero(empties);
    ASSERT_EQ(hot.flips(board, square), plain::flips(board, square))
        << board.own << ' ' << board.opponent << ' ' << square;
  }
}

TEST_P(EveryPath, AgreesWithThePlainRules) {
  const Kernels& hot = kernels(GetParam());
  RandomStream random(3, 0);
  for (int round = 0; round < 20'000; ++round) check(hot, random_board(random));
  for (int empties = 1; empties < 60; ++empties) check(hot, random_game_board(random, empties));
}

// One line at a time, with every pattern of its eight squares: nothing depends on other lines.
TEST_P(EveryPath, EveryPatternOfALine) {
  const Kernels& hot = kernels(GetParam());
  for (int pattern = 0; pattern < 6561; ++pattern) {
    Board row;
    Board column;
    Board diagonal;
    for (int i = 0, rest = pattern; i < 8; ++i, rest /= 3) {
      if (rest % 3 == 0) continue;
      (rest % 3 == 1 ? row.own : row.opponent) |= bit(24 + i);
      (rest % 3 == 1 ? column.own : column.opponent) |= bit(8 * i + 7);
      (rest % 3 == 1 ? diagonal.own : diagonal.opponent) |= bit(7 * i + 7);
    }
    check(hot, row);
    check(hot, column);
    check(hot, diagonal);
  }
}

INSTANTIATE_TEST_SUITE_P(Othello, EveryPath,
                         ::testing::ValuesIn(cpu_paths().begin(), cpu_paths().end()),
                         [](const auto& path) { return std::string(cpu_path_name(path.param)); });

TEST(CpuPaths, NamesAreReadAndUnknownOnesRefused) {
  for (const CpuPath path : cpu_paths()) EXPECT_EQ(parse_cpu_path(cpu_path_name(path)), path);
  EXPECT_EQ(cpu_paths().front(), CpuPath::portable);
  EXPECT_THROW(parse_cpu_path("sse9"), UserError);
  EXPECT_THROW(parse_cpu_path(""), UserError);
}

}  // namespace
}  // namespace trilith::othello
