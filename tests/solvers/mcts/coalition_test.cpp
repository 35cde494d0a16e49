// One seat against all others: the solver, the tree search's bounds and plain enumeration agree.
#include "solvers/otrio/coalition.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "engines/otrio/game.hpp"
#include "tests/conformance.hpp"
#include "tests/solvers/mcts/minimax.hpp"

namespace trilith::otrio {
namespace {

constexpr std::size_t kTable = std::size_t{1} << 18;

TEST(Coalition, AgreesWithEnumerationOnLatePositions) {
  int counts[3] = {};
  for (const char* text : {"nested,none,3", "nested,none,4", "free,none,3", "free,Mb2,4"}) {
    const Rules rules = parse_rules(text);
    visit(rules, [&]<class G>(G) {
      if constexpr (G::max_seats > 2) {
        conformance::for_random_positions<G>({rules.blocked}, {.games = 8}, [&](const Position& p) {
          if (G::is_terminal(p) || std::popcount(placements(p, 0) | placements(p, 1)) > 7) return;
          for (int seat = 0; seat < G::seats(p); ++seat) {
            const int exact = testing::paranoid_value<G>(p, seat);
            const CoalitionResult result = against_all(rules, p, seat, 1 + seat % 2, kTable, {});
            ASSERT_TRUE(result.exact());
            EXPECT_EQ(static_cast<int>(result.at_least) - 1, exact)
                << text << ' ' << position_text(p) << " seat " << seat + 1;
            ++counts[exact + 1];
          }
        });
      }
    });
  }
  for (const int count : counts) EXPECT_GT(count, 20);
}

// From the start no seat can force anything: the others together make one of them win.
TEST(Coalition, OthersStopEverySeatFromTheStart) {
  for (const char* text : {"nested,none,3", "nested,none,4", "free,none,3", "free,none,4"}) {
    const Rules rules = parse_rules(text);
    for (int seat = 0; seat < seats(rules.players); ++seat) {
      const CoalitionResult result = against_all(rules, empty_board(rules), seat, 1, kTable, {});
      EXPECT_EQ(result.at_most, Outcome::loss) << text << " seat " << seat + 1;
      EXPECT_GT(result.nodes, 0u);
    }
  }
}

TEST(Coalition, ALimitLeavesTheBoundsOpen) {
  const Rules rules = parse_rules("nested,none,3");
  std::atomic<bool> stop{true};
  const CoalitionResult result =
      against_all(rules, empty_board(rules), 0, 1, kTable, {.nodes = 1, .interrupt = &stop});
  EXPECT_FALSE(result.exact());
}

TEST(SeatEstimates, AreTheSameAtAnyThreadCountAndKnowTheirError) {
  const Rules rules = parse_rules("free,none,3");
  const SeatValues one = estimate_seats(rules, empty_board(rules), 4, 500, 7, 1, nullptr);
  const SeatValues two = estimate_seats(rules, empty_board(rules), 4, 500, 7, 2, nullptr);
  ASSERT_EQ(one.seats.size(), 3u);
  EXPECT_EQ(one.playouts, 2000u);
  for (int seat = 0; seat < 3; ++seat) {
    EXPECT_EQ(one.seats[seat].mean, two.seats[seat].mean);
    EXPECT_EQ(one.seats[seat].standard_error, two.seats[seat].standard_error);
    EXPECT_GT(one.seats[seat].standard_error, 0);
    EXPECT_LT(one.seats[seat].standard_error, 0.3);
  }
  EXPECT_EQ(one.best, two.best);
  // V wins at once with Sc1.
  const Position p = parse_position(rules, "VR.,VRG,.../.G.,...,.../...,...,... V");
  const SeatValues won = estimate_seats(rules, p, 2, 50, 1, 1, nullptr);
  EXPECT_EQ(move_text(won.best), "Sc1");
  EXPECT_EQ(won.seats[0].mean, 1);
}

}  // namespace
}  // namespace trilith::otrio
