// Pattern indices against a plain count, their update, and the evaluation's symmetry.
#include "eval/othello/features.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engines/error.hpp"
#include "engines/othello/notation.hpp"
#include "engines/othello/symmetry.hpp"
#include "eval/othello/pattern_evaluation.hpp"
#include "eval/othello/weights.hpp"
#include "tests/engines/othello/boards.hpp"

namespace trilith::othello {
namespace {

using ::testing::HasSubstr;

std::uint32_t plain_index(const Feature& feature, Board board) {
  std::uint32_t index = 0;
  for (auto square = feature.squares.rbegin(); square != feature.squares.rend(); ++square) {
    index = 3 * index + (board.own & bit(*square) ? 1 : board.opponent & bit(*square) ? 2 : 0);
  }
  return index;
}

void expect_indices(const FeatureSet& set, const Indices& indices, Board board) {
  for (std::size_t lane = 0; lane < set.size(); ++lane) {
    ASSERT_EQ(indices.own[lane] + 2 * indices.enemy[lane], plain_index(set.features()[lane], board))
        << lane;
  }
}

TEST(Features, ShippedSet) {
  const FeatureSet set = FeatureSet::parse(kDefaultPatterns);
  EXPECT_EQ(set.size(), 46u);
  EXPECT_EQ(set.lanes(), 48u);
  EXPECT_EQ(set.entries(), 226314u);
  // A symmetry that keeps a pattern leaves (n + fixed) / 2 of n configurations.
  EXPECT_EQ(set.classes(), 114363u);
  EXPECT_EQ(FeatureSet::parse(set.text()).text(), set.text());
}

TEST(Features, SymmetricConfigurationsAreOneClass) {
  const FeatureSet set = FeatureSet::parse("edge a1 b1 c1\n# comment\n\ncorner a1 b1 a2\n");
  EXPECT_EQ(set.size(), 8u + 4u);
  EXPECT_EQ(set.patterns()[0].classes, 27u);  // no symmetry keeps a1 b1 c1
  EXPECT_EQ(set.patterns()[1].classes, 18u);  // the diagonal exchanges b1 and a2
  const auto& class_of = set.patterns()[1].class_of;
  EXPECT_EQ(class_of[0 + 3 * 1 + 9 * 2], class_of[0 + 3 * 2 + 9 * 1]);
  EXPECT_NE(class_of[1], class_of[3]);
}

TEST(Features, IndicesFromScratch) {
  const FeatureSet set = FeatureSet::parse(kDefaultPatterns);
  RandomStream random(8, 1);
  for (int i = 0; i < 200; ++i) {
    const Board board = random_board(random);
    Indices indices;
    set_indices(set, board, indices);
    expect_indices(set, indices, board);
  }
}

TEST(Features, IndicesFollowTheMoves) {
  const FeatureSet set = FeatureSet::parse(kDefaultPatterns);
  RandomStream random(8, 2);
  for (int game = 0; game < 20; ++game) {
    Position p;
    Indices indices;
    set_indices(set, p.board, indices);
    while (!is_over(p)) {
      Mask moves = placements(p);
      if (moves == 0) {
        pass_indices(indices, indices);
        play(p, kPass);
      } else {
        for (std::uint32_t skip = random.below(static_cast<std::uint32_t>(std::popcount(moves)));
             skip > 0; --skip) {
          moves &= moves - 1;
        }
        const int square = std::countr_zero(moves);
        play_indices(set, indices, square, Portable::flips(p.board, square), indices);
        play(p, static_cast<Move>(square));
      }
      expect_indices(set, indices, p.board);
    }
  }
}

TEST(Features, NamesTheFault) {
  const auto fault = [](const char* text) -> std::string {
    try {
      FeatureSet::parse(text);
    } catch (const UserError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_THAT(fault(""), HasSubstr("no pattern"));
  EXPECT_THAT(fault("x a1\n"), HasSubstr("line 1: a pattern has 2 to 10 squares"));
  EXPECT_THAT(fault("x a1 b1\ny a1 i1\n"), HasSubstr("line 2: move 'i1'"));
  EXPECT_THAT(fault("x a1 a1\n"), HasSubstr("stands twice"));
  EXPECT_THAT(fault("x a1 --\n"), HasSubstr("a pass is no square"));
  EXPECT_THAT(fault("x a1 b1 c1 d1 e1 f1 g1 h1 a2 b2 c2\n"), HasSubstr("this one 11"));
  std::string many;
  for (int i = 0; i < 9; ++i) many += "x a1 b1 c2\n";
  EXPECT_THAT(fault(many.c_str()), HasSubstr("line 9: more than 64 features"));
}

TEST(ShippedWeights, EvaluateSensibly) {
  const Weights& weights = Weights::shipped();
  EXPECT_THAT(weights.note(), HasSubstr("trilith othello tune"));
  EXPECT_LT(std::abs(weights.evaluate(kStart)), 3 * kUnit);
  // Owning the corners beats giving them, thirty squares before the end.
  RandomStream random(8, 7);
  int own = 0;
  int enemy = 0;
  for (int i = 0; i < 50; ++i) {
    Board board = random_game_board(random, 30);
    board.own |= kCorners;
    board.opponent &= ~kCorners;
    own += weights.evaluate(board);
    board.own &= ~kCorners;
    board.opponent |= kCorners;
    enemy += weights.evaluate(board);
  }
  EXPECT_GT(own, enemy + 50 * 5 * kUnit);
}

TEST(ShippedWeights, EqualForAllImagesAndBothWays) {
  const Weights& weights = Weights::shipped();
  RandomStream random(8, 3);
  for (int i = 0; i < 100; ++i) {
    const Board board = random_game_board(random, 4 + i % 50);
    const int value = weights.evaluate(board);
    for (int symmetry = 1; symmetry < kSymmetries; ++symmetry) {
      EXPECT_EQ(weights.evaluate(transform(board, symmetry)), value);
    }
    Indices indices;
    set_indices(weights.features(), board, indices);
    EXPECT_EQ(weights.evaluate(indices, board), value);
  }
}

TEST(PatternEvaluation, BothFormsAgreeAlongAGame) {
  const Weights& weights = Weights::shipped();
  const PatternEvaluation<Portable> plain(weights);
  const IncrementalPatternEvaluation<Portable> incremental(weights);
  Board board = kStart;
  Indices state;
  incremental.start(board, state);
  for (int passes = 0; passes < 2;) {
    const Mask moves = Portable::legal_moves(board);
    const int units = incremental.units(board, state, moves);
    EXPECT_EQ(units, weights.evaluate(board));
    EXPECT_EQ(plain.value(board, moves), std::lround(units / double{kUnit}));
    if (moves == 0) {
      ++passes;
      pass_indices(state, state);
      board = board.passed();
      continue;
    }
    passes = 0;
    const int square = std::countr_zero(moves);
    const Mask turned = Portable::flips(board, square);
    incremental.after(state, square, turned, state);
    board = after(board, square, turned);
  }
}

}  // namespace
}  // namespace trilith::othello
