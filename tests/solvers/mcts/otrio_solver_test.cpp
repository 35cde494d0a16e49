// Proofs of the tree search against the exact solver on thousands of positions of random games.
#include <gtest/gtest.h>

#include "engines/otrio/game.hpp"
#include "solvers/mcts/search.hpp"
#include "solvers/otrio/playout.hpp"
#include "solvers/otrio/solver.hpp"
#include "tests/conformance.hpp"

namespace trilith::otrio {
namespace {

TEST(OtrioTree, ProofsEqualTheSolversValues) {
  int decided = 0;
  int proven = 0;
  for (const char* text : {"nested,none,pairs", "nested,Sb2,pairs", "free,none,pairs",
                           "free,Mb2,duel", "nested,Mb2,duel", "free,none,duel"}) {
    const Rules rules = parse_rules(text);
    Solver solver(rules, std::size_t{1} << 20);
    SolveOptions solve;
    solve.best_moves = solve.pv = false;
    visit(rules, [&]<class G>(G) {
      conformance::for_random_positions<G>({rules.blocked}, {.games = 60}, [&](const Position& p) {
        if (G::is_terminal(p) || std::popcount(~p.closed & kAllSlots) > 15) return;
        const Solution solution = solver.solve(p, solve);
        const int exact = static_cast<int>(solution.value.outcome) - 1;
        mcts::Search<G, FastPlayout<G>> search(p, {.memory_bytes = std::size_t{8} << 20});
        const auto report = search.run({.playouts = 1000});
        const mcts::Bounds bounds = report.bounds(report.mover);
        EXPECT_LE(bounds.lo, exact) << text << ' ' << position_text(p);
        EXPECT_GE(bounds.hi, exact) << text << ' ' << position_text(p);
        decided += exact != 0;
        proven += bounds.exact() && exact != 0;
      });
    });
  }
  EXPECT_GE(decided, 1000);
  EXPECT_GE(proven, 900);
  RecordProperty("decided", decided);
  RecordProperty("proven", proven);
}

}  // namespace
}  // namespace trilith::otrio
