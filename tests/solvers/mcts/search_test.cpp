// The tree search on tic-tac-toe: proofs, counts, determinism, reuse, limits.
#include "solvers/mcts/search.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/conformance.hpp"
#include "tests/solvers/mcts/minimax.hpp"
#include "tests/tictactoe.hpp"

namespace trilith::mcts {
namespace {

using testing::paranoid_value;
using G = testing::TicTacToe;
using Position = G::Position;

Position board(const char* text) { return G::parse_position({}, text); }

template <class R>
std::uint64_t visits_of_moves(const R& report) {
  std::uint64_t total = 0;
  for (const auto& move : report.moves) total += move.visits;
  return total;
}

template <class R>
void expect_equal(const R& a, const R& b) {
  ASSERT_EQ(a.moves.size(), b.moves.size());
  for (std::size_t i = 0; i < a.moves.size(); ++i) {
    EXPECT_EQ(a.moves[i].move, b.moves[i].move);
    EXPECT_EQ(a.moves[i].visits, b.moves[i].visits);
    EXPECT_EQ(a.moves[i].sum, b.moves[i].sum);
  }
  EXPECT_EQ(a.pv, b.pv);
  EXPECT_EQ(a.nodes, b.nodes);
}

TEST(SqrtLog, IsCloseToTheLibrary) {
  for (std::uint32_t n = 1; n < 4'000'000'000u; n += n / 50 + 1) {
    const double exact = std::sqrt(std::log(n));
    EXPECT_NEAR(detail::sqrt_log(n), exact, n < 64 ? 1e-6 : 0.004 * exact) << n;
  }
}

TEST(Search, ProvesTheDrawFromTheStart) {
  Search<G> search(G::initial({}));
  const Report<G> report = search.run({.playouts = 200'000});
  EXPECT_EQ(report.bounds(0), (Bounds{0, 0}));
  EXPECT_LT(report.playouts, 200'000u) << "a proven root ends the search";
  EXPECT_EQ(report.root.mean(0), 0);
}

// Every proof, whatever its place and however short the search, is the exact value.
TEST(Search, ProofsAreExact) {
  int proofs = 0;
  int open = 0;
  conformance::for_random_positions<G>({}, {.games = 60}, [&](const Position& p) {
    if (G::is_terminal(p)) return;
    for (const std::uint64_t playouts : {20u, 200u, 2000u}) {
      Search<G> search(p, {.seed = playouts});
      const Report<G> report = search.run({.playouts = playouts});
      for (const auto& m : report.moves) {
        Position after = p;
        G::play(after, m.move);
        const int exact = paranoid_value<G>(after, 0);
        EXPECT_LE(m.bounds[0].lo, exact) << G::position_text(after);
        EXPECT_GE(m.bounds[0].hi, exact) << G::position_text(after);
        m.bounds[0].exact() ? ++proofs : ++open;
      }
      const int seat = report.mover;
      if (report.bounds(seat).exact()) {
        Position after = p;
        G::play(after, report.best());
        EXPECT_EQ(paranoid_value<G>(after, seat), report.bounds(seat).lo) << G::position_text(p);
      }
    }
  });
  EXPECT_GT(proofs, 500);
  EXPECT_GT(open, 50);
}

// A player keeps one search's memory from game to game; nothing of the old game may show.
TEST(Search, ResetToAUnitIsANewSearch) {
  const Position start = G::initial({});
  const Position other = board("x.o......");
  for (const Parallel parallel : {Parallel::tree, Parallel::roots}) {
    Options options{.seed = 5, .unit = 1, .threads = parallel == Parallel::roots ? 2 : 1};
    options.parallel = parallel;
    Search<G> used(other, options);
    used.run({.playouts = 700});
    used.reset(start, 9);
    options.unit = 9;
    Search<G> fresh(start, options);
    expect_equal(used.run({.playouts = 300}), fresh.run({.playouts = 300}));
  }
}

TEST(Search, TakesTheWinThatEndsTheGame) {
  // X wins with 3 at once, and by forks elsewhere.
  Search<G> search(board("xx.oo...."));
  const Report<G> report = search.run({.playouts = 1});
  EXPECT_EQ(G::move_text(report.position, report.best()), "3");
  EXPECT_EQ(report.bounds(0), (Bounds{1, 1}));
  EXPECT_EQ(report.pv.size(), 1u);
}

TEST(Search, CountsAddUp) {
  for (const Parallel parallel : {Parallel::tree, Parallel::roots}) {
    for (const int threads : {1, 3}) {
      Search<G> search(G::initial({}), {.threads = threads, .parallel = parallel});
      std::uint64_t made = 0;
      for (const std::uint64_t playouts : {1u, 100u, 333u}) {
        const Report<G> report = search.run({.playouts = playouts});
        EXPECT_EQ(report.playouts, playouts);
        made += playouts;
        EXPECT_EQ(report.root.visits, made);
        EXPECT_EQ(visits_of_moves(report), made);
        std::int64_t sum = 0;
        for (const auto& m : report.moves) sum += m.sum[0];
        EXPECT_EQ(sum, report.root.sum[0]);
      }
    }
  }
}

TEST(Search, SameSeedSameReport) {
  const auto run = [](std::uint64_t seed, int threads, Parallel parallel) {
    Search<G> search(G::initial({}), {.seed = seed, .threads = threads, .parallel = parallel});
    return search.run({.playouts = 500});
  };
  expect_equal(run(5, 1, Parallel::tree), run(5, 1, Parallel::tree));
  expect_equal(run(5, 3, Parallel::roots), run(5, 3, Parallel::roots));
  EXPECT_NE(run(5, 1, Parallel::tree).root.sum, run(6, 1, Parallel::tree).root.sum);
}

TEST(Search, AdvanceKeepsTheSubtree) {
  Search<G> search(G::initial({}), {.expand_visits = 1});
  const Report<G> before = search.run({.playouts = 3000});
  const std::vector<G::Move> rest(before.pv.begin() + 1, before.pv.end());
  search.advance(before.best());
  const Report<G> after = search.report();
  EXPECT_EQ(after.root.visits, before.moves[0].visits);
  EXPECT_EQ(after.root.sum, before.moves[0].sum);
  EXPECT_EQ(after.pv, rest);
  EXPECT_EQ(visits_of_moves(after), after.root.visits - 1) << "its first visit was a leaf";
  EXPECT_LT(after.nodes, before.nodes);
  const Report<G> more = search.run({.playouts = 100'000});
  EXPECT_EQ(more.bounds(0), (Bounds{0, 0}));
}

TEST(Search, AdvanceToAMoveWithoutNodesStartsAfresh) {
  Search<G> search(G::initial({}));
  search.advance(4);
  EXPECT_EQ(search.report().root.visits, 0u);
  EXPECT_EQ(search.run({.playouts = 10}).moves.size(), 8u);
}

TEST(Search, FullMemoryStopsGrowthOnly) {
  Search<G> search(G::initial({}), {.memory_bytes = 100 * Tree<G>::kBytesPerNode});
  const Report<G> report = search.run({.playouts = 5000});
  EXPECT_LE(report.nodes, 100u);
  EXPECT_EQ(visits_of_moves(report), report.playouts);
  Search<G> endless(G::initial({}), {.memory_bytes = 100 * Tree<G>::kBytesPerNode});
  EXPECT_LE(endless.run({}).nodes, 100u) << "without a limit it ends when memory is full";
}

TEST(Search, NodesTimeAndStopEndARun) {
  Search<G> by_nodes(G::initial({}));
  const Report<G> report = by_nodes.run({.nodes = 200});
  EXPECT_GE(report.nodes, 200u);
  EXPECT_LT(report.nodes, 200u + 64 * 9);
  Search<G> by_time(G::initial({}));
  EXPECT_LE(by_time.run({.seconds = 0}).playouts, 64u);
  std::atomic<bool> stop{true};
  Search<G> by_stop(G::initial({}));
  EXPECT_LE(by_stop.run({}, &stop).playouts, 64u);
}

TEST(Search, ThreadsOnOneTreeProveTheSame) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Search<G> search(G::initial({}), {.seed = seed, .threads = 4});
    const Report<G> report = search.run({.playouts = 200'000});
    EXPECT_EQ(report.bounds(0), (Bounds{0, 0}));
    for (const auto& m : report.moves) {
      Position after = report.position;
      G::play(after, m.move);
      EXPECT_LE(m.bounds[0].lo, paranoid_value<G>(after, 0));
      EXPECT_GE(m.bounds[0].hi, paranoid_value<G>(after, 0));
    }
  }
}

TEST(Search, FinishedGameHasAResultAndNoMoves) {
  Search<G> search(board("xxxoo...."));
  const Report<G> report = search.run({});
  EXPECT_EQ(report.bounds(0), (Bounds{1, 1}));
  EXPECT_TRUE(report.moves.empty());
  EXPECT_TRUE(report.pv.empty());
}

// All weight on the corner 9: it is tried first, and most.
struct CornerPrior {
  void operator()(const Position&, std::span<const G::Move> moves, std::span<float> out) const {
    for (std::size_t i = 0; i < moves.size(); ++i) out[i] = moves[i] == 8 ? 0.92f : 0.01f;
  }
};

TEST(Puct, FollowsItsPrior) {
  Search<G, Playout<G>, Puct<CornerPrior>> led(G::initial({}));
  EXPECT_EQ(led.run({.playouts = 1}).best(), 8);
  const auto report = led.run({.playouts = 100});
  EXPECT_EQ(report.best(), 8);
  Search<G, Playout<G>, Puct<EvenPrior>> even(G::initial({}));
  EXPECT_EQ(even.run({.playouts = 200'000}).bounds(0), (Bounds{0, 0}));
}

// A leaf that is an evaluation and draws nothing.
struct CentreCounts {
  Values<G> operator()(const Position& p, PlayoutStream&) const {
    return {(p.marks[0] >> 4 & 1) ? kWin / 2 : (p.marks[1] >> 4 & 1) ? -kWin / 2 : 0};
  }
};

TEST(Leaf, MayBeAnEvaluation) {
  Search<G, CentreCounts> search(G::initial({}));
  EXPECT_EQ(search.run({.playouts = 60}).best(), 4);
}

TEST(Report, TextNamesMovesAndValues) {
  Search<G> search(board("xx.oo...."));
  const std::string text = report_text(search.run({.playouts = 1}));
  EXPECT_THAT(text, ::testing::HasSubstr("value for seat 1 +1.0000 (win)"));
  EXPECT_THAT(text, ::testing::HasSubstr("pv 3\n"));
}

}  // namespace
}  // namespace trilith::mcts
