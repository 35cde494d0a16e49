// Othello's fast playouts, and the tree search on finished endgames.
#include <gtest/gtest.h>

#include <cmath>

#include "engines/othello/game.hpp"
#include "solvers/mcts/search.hpp"
#include "solvers/othello/playout.hpp"
#include "tests/conformance.hpp"
#include "tests/solvers/mcts/minimax.hpp"

namespace trilith::othello {
namespace {

using mcts::Bounds;

TEST(RandomGame, EveryCodePathPlaysTheSame) {
  for (const CpuPath path : cpu_paths()) {
    PlayoutStream random(5, 1);
    PlayoutStream reference(5, 1);
    for (int game = 0; game < 300; ++game) {
      EXPECT_EQ(random_game(path)(kStart, random),
                random_game(CpuPath::portable)(kStart, reference))
          << cpu_path_name(path);
    }
  }
}

// The fast game and the plain loop over the rules draw the same squares in the same order, so their
// results are the same one by one.
TEST(RandomGame, IsThePlainLoop) {
  conformance::for_random_positions<Othello>({}, {.games = 5}, [&](const Position& p) {
    PlayoutStream fast(6, 2);
    PlayoutStream plain(6, 2);
    const int score = random_game(CpuPath::portable)(p.board, fast);
    Position q = p;
    while (!Othello::is_terminal(q)) {
      MoveList<Othello> moves;
      Othello::legal_moves(q, moves);
      const bool pass = moves[0] == kPass;
      Othello::play(q, pass ? kPass : moves[plain.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    EXPECT_EQ(score, Othello::payoff(q)[p.seat]) << Othello::position_text(p);
  });
}

TEST(RandomGame, StartsFromTheFreeCentreToo) {
  PlayoutStream random(1, 1);
  const Position p = Othello::initial({.variant = Variant::reversi});
  int wins = 0;
  for (int game = 0; game < 400; ++game) wins += FastPlayout{}(p, random)[0] > 0;
  EXPECT_GT(wins, 120);
  EXPECT_LT(wins, 280);
}

TEST(OthelloTree, ProofsOfLateEndgamesAreExact) {
  int proven = 0;
  conformance::for_random_positions<Othello>({}, {.games = 40}, [&](const Position& p) {
    if (Othello::is_terminal(p) || p.board.empty_count() > 7) return;
    mcts::Search<Othello, FastPlayout> search(p);
    const auto report = search.run({.playouts = 4000});
    const Bounds bounds = report.bounds(report.mover);
    const int exact = testing::paranoid_value<Othello>(p, report.mover);
    EXPECT_LE(bounds.lo, exact) << Othello::position_text(p);
    EXPECT_GE(bounds.hi, exact) << Othello::position_text(p);
    proven += bounds.exact();
  });
  EXPECT_GT(proven, 100);
}

}  // namespace
}  // namespace trilith::othello
