// Labels of games: exact near the end, the same every time, at the positions asked for.
#include "solvers/othello/labels.hpp"

#include <gtest/gtest.h>

#include "engines/random.hpp"
#include "solvers/othello/endgame.hpp"

namespace trilith::othello {
namespace {

GameRecord random_game(std::uint64_t seed) {
  RandomStream random(seed, 0);
  GameRecord game;
  Position p;
  while (!is_over(p)) {
    Mask moves = placements(p);
    Move move = kPass;
    if (moves != 0) {
      for (std::uint32_t skip = random.below(static_cast<std::uint32_t>(std::popcount(moves)));
           skip > 0; --skip) {
        moves &= moves - 1;
      }
      move = static_cast<Move>(std::countr_zero(moves));
    }
    game.moves.push_back({move, ""});
    play(p, move);
  }
  return game;
}

LabelOptions late_options() {
  LabelOptions options;
  options.most_empties = 14;
  options.least_empties = 4;
  options.exact_empties = 13;
  options.depth = 4;
  return options;
}

TEST(Labels, ExactScores) {
  EndgameSolver solver(1 << 20);
  Labeller labeller(Weights::shipped(), ProbCut::shipped(), late_options());
  std::vector<ObfRecord> records;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) labeller.label(random_game(seed), seed, records);
  ASSERT_GT(records.size(), 30u);
  for (const ObfRecord& record : records) {
    const int empties = record.position.board.empty_count();
    EXPECT_LE(empties, 14);
    EXPECT_GE(empties, 4);
    EXPECT_FALSE(must_pass(record.position));
    ASSERT_TRUE(record.score.has_value());
    if (empties == 14) continue;
    EXPECT_EQ(*record.score, solver.solve(record.position.board, {}).lower);
  }
}

TEST(Labels, RandomMovesLeadAwayFromTheGame) {
  LabelOptions options = late_options();
  options.strayed = 100;
  options.stray_moves = 3;
  Labeller labeller(Weights::shipped(), ProbCut::shipped(), options);
  std::vector<ObfRecord> records;
  labeller.label(random_game(9), 9, records);
  ASSERT_GT(records.size(), 5u);
  Position p;
  std::size_t in_game = 0;
  for (const RecordedMove& recorded : random_game(9).moves) {
    for (const ObfRecord& record : records) in_game += record.position.board == p.board ? 1u : 0u;
    play(p, recorded.move);
  }
  EXPECT_LT(2 * in_game, records.size());  // by chance alone
  int before = 15;
  for (const ObfRecord& record : records) {
    EXPECT_LE(record.position.board.empty_count(), before);
    before = record.position.board.empty_count();
    EXPECT_GE(before, 4);
  }
}

TEST(Labels, OfAGameDoNotDependOnThoseBefore) {
  LabelOptions options = late_options();
  options.most_empties = 30;
  options.share = 50;
  Labeller labeller(Weights::shipped(), ProbCut::shipped(), options);
  std::vector<ObfRecord> alone;
  labeller.label(random_game(7), 7, alone);
  std::vector<ObfRecord> after_another;
  labeller.label(random_game(6), 6, after_another);
  after_another.clear();
  labeller.label(random_game(7), 7, after_another);
  EXPECT_EQ(alone, after_another);
  EXPECT_GT(alone.size(), 5u);
  EXPECT_LT(alone.size(), 24u);
}

}  // namespace
}  // namespace trilith::othello
