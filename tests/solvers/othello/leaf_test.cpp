// The leaf solver of every code path against plain minimax and known endgames, and its parts alone.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "engines/othello/notation.hpp"
#include "solvers/othello/endgame_kernels.hpp"
#include "solvers/othello/leaf_solver.hpp"
#include "tests/engines/othello/boards.hpp"
#include "tests/engines/othello/plain_rules.hpp"

namespace trilith::othello {
namespace {

#ifdef __SANITIZE_ADDRESS__
constexpr int kShare = 4;  // of the work below that is done
#else
constexpr int kShare = 1;
#endif

class EndgamePath : public ::testing::TestWithParam<CpuPath> {
 protected:
  const EndgameKernels& hot_ = endgame_kernels(GetParam());

  int leaf(Board board, int alpha, int beta) const {
    std::uint64_t nodes = 0;
    return hot_.leaf(board, alpha, beta, nodes);
  }
};

TEST_P(EndgamePath, CountsTheLastFlips) {
  RandomStream random(21, 0);
  for (int round = 0; round < 100'000; ++round) {
    const int square = static_cast<int>(random.below(64));
    const Mask own = random.next64() & ~bit(square);
    const Board board{own, ~(own | bit(square))};
    const LastTurns turns = hot_.last_turns(own, square);
    ASSERT_EQ(turns.own, 2 * std::popcount(plain::flips(board, square))) << own << ' ' << square;
    ASSERT_EQ(turns.opponent, 2 * std::popcount(plain::flips(board.passed(), square)))
        << own << ' ' << square;
  }
}

// A disc called stable keeps its colour in every continuation: here in random ones, passes and
// free turns of either side included, which only make it harder.
TEST_P(EndgamePath, StableDiscsAreNeverTurned) {
  std::uint64_t found = 0;
  RandomStream random(22, 0);
  for (int round = 0; round < 400 / kShare; ++round) {
    const Board board = random_game_board(random, 4 + static_cast<int>(random.below(30)));
    const Mask stable = hot_.stable_discs(board);
    ASSERT_EQ(stable & ~board.own, 0u);
    found += static_cast<std::uint64_t>(std::popcount(stable));
    for (int game = 0; game < 20; ++game) {
      Board now = board;
      bool owner_to_move = true;
      for (int stuck = 0; stuck < 2;) {
        Mask moves = plain::legal_moves(now);
        if (moves == 0 || random.below(8) == 0) {
          if (moves == 0) ++stuck;
          now = now.passed();
          owner_to_move = !owner_to_move;
          continue;
        }
        stuck = 0;
        for (auto skip = random.below(static_cast<std::uint32_t>(std::popcount(moves))); skip > 0;
             --skip) {
          moves &= moves - 1;
        }
        const int square = std::countr_zero(moves);
        now = after(now, square, plain::flips(now, square));
        owner_to_move = !owner_to_move;
        ASSERT_EQ(stable & ~(owner_to_move ? now.own : now.opponent), 0u)
            << position_text({board}) << " after " << position_text({now});
      }
    }
  }
  EXPECT_GT(found, 600u / kShare);
}

TEST_P(EndgamePath, KnownStableDiscs) {
  EXPECT_EQ(hot_.stable_discs({kCorners, 0}), kCorners);
  EXPECT_EQ(hot_.stable_discs({0xff, 0}), 0xffu);
  EXPECT_EQ(hot_.stable_discs({0x7e, 0}), 0u);
  EXPECT_EQ(hot_.stable_discs({~Mask{0}, 0}), ~Mask{0});
  // A full edge of two colours is stable, a corner's neighbours of its colour too.
  EXPECT_EQ(hot_.stable_discs({0x5a, 0xa5}), 0x5au);
  EXPECT_EQ(hot_.stable_discs({0x07, 0x08}), 0x07u);
}

TEST_P(EndgamePath, AgreesWithPlainMinimax) {
  RandomStream random(23, 0);
  for (int empties = 1; empties <= 8; ++empties) {
    for (int round = 0; round < (empties < 6 ? 200 : 30) / kShare; ++round) {
      const Board board = random_game_board(random, empties);
      const int score = plain::solve(board);
      ASSERT_EQ(leaf(board, -65, 65), score) << position_text({board});
      for (const int alpha : {score - 9, score - 1, score, score + 7}) {
        const int value = leaf(board, alpha, alpha + 1);
        ASSERT_EQ(value > alpha, score > alpha) << position_text({board}) << ' ' << alpha;
        ASSERT_TRUE(value > alpha ? value <= score : value >= score) << position_text({board});
      }
    }
  }
}

TEST_P(EndgamePath, AgreesWithPlainMinimaxAtTenEmpties) {
  RandomStream random(24, 0);
  for (int round = 0; round < 2; ++round) {
    const Board board = random_game_board(random, 10);
    EXPECT_EQ(leaf(board, -65, 65), plain::solve(board)) << position_text({board});
  }
}

TEST_P(EndgamePath, KnownEndgames) {
  std::ifstream file(TRILITH_TEST_DATA "/othello/endgame.tsv");
  int solved = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("position", 0) == 0) continue;
    std::istringstream fields(line);
    std::string squares;
    std::string side;
    int empties = 0;
    int score = 0;
    fields >> squares >> side >> empties >> score;
    if (empties > (kShare > 1 ? 12 : 16)) continue;
    ++solved;
    const Board board = parse_position({}, squares + " " + side).board;
    EXPECT_EQ(leaf(board, -65, 65), score) << line;
  }
  EXPECT_GE(solved, 40);
}

// Boards that no game leads to: few discs, one colour, nobody can move.
TEST_P(EndgamePath, OddBoards) {
  EXPECT_EQ(leaf({~Mask{0}, 0}, -65, 65), 64);
  EXPECT_EQ(leaf({0, ~Mask{0}}, -65, 65), -64);
  EXPECT_EQ(leaf({~Mask{1}, 0}, -65, 65), 64);
  EXPECT_EQ(leaf({}, -65, 65), 0);
  EXPECT_EQ(leaf({bit(0), bit(63)}, -65, 65), 0);
  EXPECT_EQ(leaf({bit(0), bit(1)}, -65, 65), 64);
}

INSTANTIATE_TEST_SUITE_P(Othello, EndgamePath,
                         ::testing::ValuesIn(cpu_paths().begin(), cpu_paths().end()),
                         [](const auto& path) { return std::string(cpu_path_name(path.param)); });

TEST(Parity, OddQuadrants) {
  EXPECT_EQ(odd_quadrants(0), 0u);
  EXPECT_EQ(odd_quadrants(bit(0)), 0x0f0f0f0fu);
  EXPECT_EQ(odd_quadrants(bit(0) | bit(9)), 0u);
  EXPECT_EQ(odd_quadrants(bit(63) | bit(0)), 0xf0f0f0f00f0f0f0fu);
  EXPECT_EQ(quadrant(7), 0xf0f0f0f0u);
  EXPECT_EQ(quadrant(56), 0x0f0f0f0f00000000u);
}

}  // namespace
}  // namespace trilith::othello
