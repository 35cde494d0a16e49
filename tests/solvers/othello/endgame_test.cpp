// The exact solver as a whole: known scores and best moves, threads, warm tables, limits.
#include "solvers/othello/endgame.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "engines/othello/notation.hpp"
#include "engines/othello/portable.hpp"
#include "tests/engines/othello/boards.hpp"
#include "tests/engines/othello/plain_rules.hpp"

namespace trilith::othello {
namespace {

#ifdef __SANITIZE_ADDRESS__
constexpr bool kSlow = true;  // a sanitizer: smaller work
#else
constexpr bool kSlow = false;
#endif

constexpr std::size_t kTableBytes = std::size_t{16} << 20;

struct Known {
  Board board;
  std::map<Move, int> moves;  // scores as far as they are known
  int score = 0;
};

// Lines `board side; move:score; ...`.
std::vector<Known> read_obf(const std::string& name) {
  std::ifstream file(TRILITH_TEST_DATA "/othello/" + name);
  std::vector<Known> positions;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '%') continue;
    std::istringstream fields(line);
    std::string field;
    std::getline(fields, field, ';');
    Known known{parse_position({}, field).board, {}, -64};
    while (std::getline(fields, field, ';')) {
      const std::size_t colon = field.find(':');
      const std::size_t start = field.find_first_not_of(" \r");
      if (colon == std::string::npos || start == std::string::npos) continue;
      const int score = std::stoi(field.substr(colon + 1));
      if (score < -64) continue;
      known.moves[parse_square(field.substr(start, colon - start))] = score;
      known.score = std::max(known.score, score);
    }
    positions.push_back(known);
  }
  return positions;
}

std::vector<Known> read_tsv() {
  std::ifstream file(TRILITH_TEST_DATA "/othello/endgame.tsv");
  std::vector<Known> positions;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    std::string position;
    int empties = 0;
    Known known;
    std::getline(fields, position, '\t');
    fields >> empties >> known.score;
    known.board = parse_position({}, position).board;
    EXPECT_EQ(known.board.empty_count(), empties);
    positions.push_back(known);
  }
  return positions;
}

void check(const SolveResult& result, const Known& known) {
  const std::string text = position_text({known.board});
  ASSERT_TRUE(result.complete) << text;
  EXPECT_EQ(result.lower, known.score) << text;
  EXPECT_EQ(result.upper, known.score) << text;
  ASSERT_FALSE(result.best_moves.empty());
  for (const Move move : result.best_moves) {
    const auto listed = known.moves.find(move);
    if (listed != known.moves.end()) {
      EXPECT_EQ(listed->second, known.score) << text;
    }
  }
  // The line of best play ends the game with the score.
  Position p{known.board};
  for (const Move move : result.pv) {
    ASSERT_TRUE(move == kPass ? must_pass(p) : (placements(p) & bit(move)) != 0) << text;
    play(p, move);
  }
  EXPECT_TRUE(is_over(p)) << text;
  EXPECT_EQ(p.seat == kBlack ? score(p) : -score(p), known.score) << text;
}

class SolvePath : public ::testing::TestWithParam<CpuPath> {
 protected:
  SolveOptions options(int threads = 1) const {
    SolveOptions options;
    options.threads = threads;
    options.path = GetParam();
    return options;
  }
};

TEST_P(SolvePath, KnownEndgames) {
  EndgameSolver solver(kTableBytes);
  const bool best = GetParam() == best_cpu_path();
  const int most = kSlow ? 14 : best ? 20 : 16;
  int solved = 0;
  for (const Known& known : read_tsv()) {
    if (known.board.empty_count() > most) continue;
    ++solved;
    check(solver.solve(known.board, options()), known);
  }
  EXPECT_EQ(solved, (most - 7) * 8);
}

TEST_P(SolvePath, FfoSuite) {
  EndgameSolver solver(kTableBytes);
  const std::vector<Known> suite = read_obf("ffo.obf");
  ASSERT_EQ(suite.size(), 79u);
  for (std::size_t i = 0; i < (kSlow ? 7u : 25u); ++i) {
    check(solver.solve(suite[i].board, options(1 + i % 2)), suite[i]);
  }
}

// A peer gave +28 from a table that a selective search had filled.
TEST_P(SolvePath, SelectiveBoundsDoNotLeak) {
  const Known known{
      parse_position({}, "--OX-OO---OOOO-X-OOOO-OX-OOOOOXXXOOXXOXX-OOOOOOXXOXX-O-XO--XXXXX X")
          .board,
      {},
      32};
  for (const int threads : {1, 2}) {
    EndgameSolver solver(kTableBytes);
    check(solver.solve(known.board, options(threads)), known);  // cold
    check(solver.solve(known.board, options(threads)), known);  // warm
    // Warm with searches of positions around it, some of which were stopped.
    EndgameSolver other(kTableBytes);
    for (Mask rest = Portable::legal_moves(known.board); rest != 0; rest &= rest - 1) {
      const int square = std::countr_zero(rest);
      SolveOptions stopped = options(threads);
      stopped.limits.nodes = 20'000;
      other.solve(after(known.board, square, Portable::flips(known.board, square)), stopped);
    }
    check(other.solve(known.board, options(threads)), known);
  }
}

TEST_P(SolvePath, WarmTablesAndThreadsDoNotChangeAnswers) {
  std::vector<Known> suite = read_obf("ffo.obf");
  suite.resize(kSlow ? 4 : 14);
  EndgameSolver solver(std::size_t{1} << 20);
  for (const Known& known : suite) check(solver.solve(known.board, options(2)), known);
  std::reverse(suite.begin(), suite.end());
  for (const Known& known : suite) check(solver.solve(known.board, options(1)), known);
}

TEST_P(SolvePath, OneThreadRepeatsItself) {
  const Board board = read_obf("ffo.obf")[12].board;
  EndgameSolver first(kTableBytes);
  EndgameSolver second(kTableBytes);
  EXPECT_EQ(first.solve(board, options()).nodes, second.solve(board, options()).nodes);
}

INSTANTIATE_TEST_SUITE_P(Othello, SolvePath,
                         ::testing::ValuesIn(cpu_paths().begin(), cpu_paths().end()),
                         [](const auto& path) { return std::string(cpu_path_name(path.param)); });

TEST(Endgame, PlainMinimaxAtTenEmpties) {
  RandomStream random(31, 0);
  EndgameSolver solver(kTableBytes);
  SolveOptions options;
  options.all_moves = true;
  for (int round = 0; round < 3; ++round) {
    Known known{random_game_board(random, kSlow ? 8 : 10), {}, 0};
    known.score = plain::solve(known.board);
    const SolveResult result = solver.solve(known.board, options);
    check(result, known);
    ASSERT_FALSE(result.moves.empty());
    for (const ScoredSquare& move : result.moves) {
      const Board child = after(known.board, move.move, plain::flips(known.board, move.move));
      EXPECT_EQ(move.score, -plain::solve(child)) << position_text({child});
    }
  }
}

TEST(Endgame, EveryMoveScoreOfHardPositions) {
  EndgameSolver solver(kTableBytes);
  SolveOptions options;
  options.all_moves = true;
  const std::vector<Known> hard = read_obf("hard-20-head.obf");
  ASSERT_GE(hard.size(), 2u);
  for (std::size_t i = 0; i < (kSlow ? 0u : 2u); ++i) {
    const SolveResult result = solver.solve(hard[i].board, options);
    check(result, hard[i]);
    EXPECT_EQ(result.moves.size(), hard[i].moves.size());
    for (const ScoredSquare& move : result.moves) {
      EXPECT_EQ(move.score, hard[i].moves.at(move.move)) << move_text(move.move);
    }
  }
}

TEST(Endgame, SignAlone) {
  EndgameSolver solver(kTableBytes);
  SolveOptions options;
  options.win_draw_loss = true;
  for (const Known& known : read_tsv()) {
    if (known.board.empty_count() > (kSlow ? 12 : 16)) continue;
    const SolveResult result = solver.solve(known.board, options);
    ASSERT_TRUE(result.complete);
    EXPECT_LE(result.lower, known.score);
    EXPECT_GE(result.upper, known.score);
    if (known.score > 0) {
      EXPECT_GT(result.lower, 0);
    } else if (known.score < 0) {
      EXPECT_LT(result.upper, 0);
    } else {
      EXPECT_EQ(result.lower, result.upper);
    }
  }
}

TEST(Endgame, LimitsLeaveProvenBounds) {
  EndgameSolver solver(kTableBytes);
  const Known known = read_obf("ffo.obf")[41];
  for (const std::uint64_t nodes : {1u, 100'000u, 1'000'000u}) {
    SolveOptions options;
    options.limits.nodes = nodes;
    const SolveResult result = solver.solve(known.board, options);
    EXPECT_FALSE(result.complete);
    EXPECT_LE(result.lower, known.score);
    EXPECT_GE(result.upper, known.score);
    EXPECT_LT(result.nodes, nodes + 3'000'000);
  }
  std::atomic<bool> interrupt{true};
  SolveOptions options;
  options.threads = 2;
  options.limits.interrupt = &interrupt;
  EXPECT_FALSE(solver.solve(known.board, options).complete);
}

TEST(Endgame, FinishedGamesAndPasses) {
  EndgameSolver solver(kTableBytes);
  const SolveResult full = solver.solve({~Mask{0xff}, 0xff}, {});
  EXPECT_TRUE(full.complete);
  EXPECT_EQ(full.lower, 48);
  EXPECT_TRUE(full.best_moves.empty());
  EXPECT_EQ(solver.solve({}, {}).lower, 0);
  // White cannot move, Black takes the last square.
  const Board pass =
      parse_position({}, "-OXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX O")
          .board;
  const SolveResult passed = solver.solve(pass, {});
  EXPECT_EQ(passed.lower, -64);
  EXPECT_EQ(passed.best_moves, std::vector<Move>{kPass});
  EXPECT_EQ(passed.pv, (std::vector<Move>{kPass, 0}));
}

TEST(Endgame, ReportsProgress) {
  EndgameSolver solver(kTableBytes);
  SolveOptions options;
  std::vector<SolveProgress> seen;
  std::atomic<bool> enough{false};
  options.limits.interrupt = &enough;
  options.progress = [&](const SolveProgress& now) {
    seen.push_back(now);
    enough = seen.size() == 2;
  };
  solver.solve(read_obf("ffo.obf")[57].board, options);
  ASSERT_FALSE(seen.empty());
  EXPECT_GT(seen.back().depth, 0);
  EXPECT_GT(seen.back().nodes, 0u);
}

}  // namespace
}  // namespace trilith::othello
