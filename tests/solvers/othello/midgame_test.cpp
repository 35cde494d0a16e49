// The midgame search: plain minimax without cuts, the same on every code path, exact at the end.
#include "solvers/othello/midgame.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engines/error.hpp"
#include "solvers/othello/endgame.hpp"
#include "tests/engines/othello/boards.hpp"

namespace trilith::othello {
namespace {

constexpr std::size_t kHash = 1 << 20;
constexpr int kMost = kSquares * kMidgameUnit;

int rounded(int units) {
  return static_cast<int>(std::lround(units * double{kMidgameUnit} / kUnit));
}

// Minimax with the evaluation at the horizon; a pass costs no depth.
int minimax(const Weights& weights, Board board, int depth) {
  const Mask moves = Portable::legal_moves(board);
  if (moves == 0) {
    if (Portable::legal_moves(board.passed()) == 0) return kMidgameUnit * final_score(board);
    if (depth > 0) return -minimax(weights, board.passed(), depth);
  }
  if (depth == 0) return rounded(weights.evaluate(board));
  int best = -kMost;
  for (Mask rest = moves; rest != 0; rest &= rest - 1) {
    const int square = std::countr_zero(rest);
    const Board child = after(board, square, Portable::flips(board, square));
    best = std::max(best, -minimax(weights, child, depth - 1));
  }
  return best;
}

class Midgame : public ::testing::TestWithParam<CpuPath> {
 protected:
  MidgameSearcher searcher_{Weights::shipped(), ProbCut::shipped(), kHash, GetParam()};
  alphabeta::Control control_;
};

TEST_P(Midgame, IsMinimaxWithoutCuts) {
  RandomStream random(31, 1);
  for (int i = 0; i < 60; ++i) {
    const Board board = random_game_board(random, 1 + i % 55);
    for (int depth = 0; depth <= 4; ++depth) {
      const alphabeta::SearchResult result =
          searcher_.search_around(board, 0, {depth, kNoCuts}, 1, control_);
      EXPECT_TRUE(result.complete);
      EXPECT_EQ(result.score, minimax(Weights::shipped(), board, depth)) << i << ' ' << depth;
    }
  }
}

TEST_P(Midgame, AsDeepAsTheGameIsExact) {
  EndgameSolver solver(kHash);
  RandomStream random(31, 2);
  for (int i = 0; i < 20; ++i) {
    const int empties = 1 + i % 11;
    const Board board = random_game_board(random, empties);
    EXPECT_EQ(searcher_.deepen(board, {empties, kNoCuts}).score,
              kMidgameUnit * solver.solve(board, {}).lower);
  }
}

TEST_P(Midgame, SearchesTheSameTreeOnEveryPath) {
  MidgameSearcher portable(Weights::shipped(), ProbCut::shipped(), kHash, CpuPath::portable);
  RandomStream random(31, 3);
  for (int i = 0; i < 5; ++i) {
    const Board board = random_game_board(random, 15 + 9 * i);
    const auto wanted = portable.deepen(board, {8, 0});
    const auto result = searcher_.deepen(board, {8, 0});
    EXPECT_EQ(result.score, wanted.score);
    EXPECT_EQ(result.nodes, wanted.nodes);
    EXPECT_EQ(searcher_.line(board, 8), portable.line(board, 8));
  }
}

INSTANTIATE_TEST_SUITE_P(Paths, Midgame,
                         ::testing::ValuesIn(cpu_paths().begin(), cpu_paths().end()),
                         [](const auto& tested) {
                           return std::string(cpu_path_name(tested.param));
                         });

TEST(MidgameSearcher, CutsSaveNodes) {
  MidgameSearcher searcher(Weights::shipped(), ProbCut::shipped(), kHash);
  RandomStream random(31, 4);
  std::uint64_t cut = 0;
  std::uint64_t whole = 0;
  for (int i = 0; i < 5; ++i) {
    const Board board = random_game_board(random, 30);
    searcher.clear();
    cut += searcher.deepen(board, {8, 0}).nodes;
    searcher.clear();
    whole += searcher.deepen(board, {8, kNoCuts}).nodes;
  }
  EXPECT_LT(2 * cut, whole);
}

TEST(MidgameSearcher, AStoppedSearchIsNotComplete) {
  MidgameSearcher searcher(Weights::shipped(), ProbCut::shipped(), kHash);
  alphabeta::Control control({5000});
  EXPECT_FALSE(searcher.search_around(kStart, 0, {12, 0}, 1, control).complete);
}

TEST(MidgameSearcher, SelectivityByPercent) {
  for (const int percent : {73, 87, 95, 98, 99, 100}) {
    EXPECT_EQ(selectivity_percent(parse_selectivity(percent)), percent);
  }
  EXPECT_EQ(parse_selectivity(100), kNoCuts);
  EXPECT_THROW(parse_selectivity(50), UserError);
}

}  // namespace
}  // namespace trilith::othello
