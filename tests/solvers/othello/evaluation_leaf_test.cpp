// The tree search's leaf values from the trained evaluation: signs, bounds, and what they are for.
#include "solvers/othello/evaluation_leaf.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "engines/othello/notation.hpp"
#include "solvers/mcts/search.hpp"
#include "solvers/othello/playout.hpp"

namespace trilith::othello {
namespace {

std::shared_ptr<const Weights> shipped() {
  return {&Weights::shipped(), [](const Weights*) {}};
}

TEST(EvaluationLeaf, ExpectsMoreOfMoreDiscs) {
  EXPECT_EQ(detail::expected_result(0, 30), 0);
  EXPECT_GT(detail::expected_result(5, 30), detail::expected_result(4, 30));
  EXPECT_GT(detail::expected_result(5, 10), detail::expected_result(5, 40));
  EXPECT_LE(detail::expected_result(64, 0), 1);
  EXPECT_EQ(detail::expected_result(-8, 20), -detail::expected_result(8, 20));
}

TEST(EvaluationLeaf, IsTheResultWhenTheGameIsOver) {
  const EvaluationLeaf leaf{shipped()};
  const GuidedPlayout guided{shipped()};
  PlayoutStream random(1, 1);
  for (const char* text : {"XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO X",
                           "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO O"}) {
    const Position p = parse_position({}, text);
    EXPECT_EQ(leaf(p, random)[0], mcts::kWin) << text;
    EXPECT_EQ(guided(p, random)[0], mcts::kWin) << text;
  }
}

// Seen from Black whoever is to move: the same board with the colours exchanged has the other sign.
TEST(EvaluationLeaf, IsFairToBothColours) {
  const EvaluationLeaf leaf{shipped()};
  PlayoutStream random(1, 1);
  RandomStream moves(5, 1);
  Position p = initial_position({});
  for (int ply = 0; ply < 40 && !is_over(p); ++ply) {
    Position exchanged = p;
    exchanged.seat = p.seat == kBlack ? kWhite : kBlack;
    EXPECT_EQ(leaf(p, random)[0], -leaf(exchanged, random)[0]) << position_text(p);
    FixedList<Move, Othello::max_moves> legal;
    Othello::legal_moves(p, legal);
    play(p, legal[moves.below(static_cast<std::uint32_t>(legal.size()))]);
  }
}

// A thousand evaluations beat a thousand random games, with either colour.
TEST(EvaluationLeaf, PlaysBetterThanRandomGames) {
  int points = 0;
  for (const Seat knowing : {kBlack, kWhite}) {
    Position p = initial_position({});
    while (!is_over(p)) {
      Move move = kPass;
      if (p.seat == knowing) {
        mcts::Search<Othello, EvaluationLeaf> search(p, {.memory_bytes = 1 << 22}, {shipped()});
        move = search.run({.playouts = 1000}).best();
      } else {
        mcts::Search<Othello, FastPlayout> search(p, {.memory_bytes = 1 << 22});
        move = search.run({.playouts = 1000}).best();
      }
      play(p, move);
    }
    points += (p.seat == knowing ? 1 : -1) * score(p);
  }
  EXPECT_GT(points, 20);
}

}  // namespace
}  // namespace trilith::othello
