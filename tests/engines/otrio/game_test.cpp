// Otrio against the conformance suite, under every placement, way to play and blocked slot of the
// rules.
#include "engines/otrio/game.hpp"

#include <gtest/gtest.h>

#include "engines/error.hpp"
#include "tests/conformance.hpp"

namespace trilith::otrio {
namespace {

using Pairs = Otrio<Placement::nested, Players::pairs>;
using FreeDuel = Otrio<Placement::free, Players::duel>;
static_assert(Game<Pairs> && Hashed<Pairs> && Symmetric<Pairs>);

class EveryRuleSet : public ::testing::TestWithParam<const char*> {};

TEST_P(EveryRuleSet, Conforms) {
  const Rules rules = parse_rules(GetParam());
  visit(rules, [&]<class G>(G) {
    conformance::check_all<G>({rules.blocked}, {.games = 20});
    conformance::fuzz_position_parser<G>({rules.blocked}, 2000, "VRGB.,/ SML");
  });
}

INSTANTIATE_TEST_SUITE_P(Otrio, EveryRuleSet,
                         ::testing::Values("nested,none,pairs", "nested,Sb2,pairs",
                                           "nested,Mb2,pairs", "nested,La3,3", "free,none,pairs",
                                           "free,Sb2,4", "free,Mb2,pairs", "free,Sc1,duel",
                                           "nested,none,duel", "nested,none,4"));

TEST(Otrio, SmallPieceClosesItsCellOnlyWhenNested) {
  Position nested = empty_board({});
  play(nested, 0, Placement::nested, 4);
  EXPECT_EQ(nested.closed, 0x40201u);
  Position free = empty_board({});
  play(free, 0, Placement::free, 4);
  EXPECT_EQ(free.closed, 0x1u);
}

TEST(Otrio, ThirdPieceInLineWins) {
  Position p = FreeDuel::initial({});
  for (const char* move : {"Sa1", "Sa2", "Mb1", "Sb2", "Lc1"}) {
    ASSERT_FALSE(FreeDuel::is_terminal(p));
    FreeDuel::play(p, FreeDuel::parse_move(p, move));
  }
  EXPECT_EQ(p.status, Status::won);
  EXPECT_EQ(FreeDuel::payoff(p), (std::array<int, 2>{1, -1}));
}

TEST(Otrio, SeatsShareColours) {
  EXPECT_EQ(Pairs::seat_of(2), 0);
  EXPECT_EQ(Pairs::seat_of(3), 1);
  EXPECT_EQ((Otrio<Placement::free, Players::four>::seat_of(3)), 3);
}

// Random play comes to colours that have to pass while others can place.
TEST(Otrio, PassIsForcedAndOnlyThen) {
  int passes = 0;
  conformance::for_random_positions<Pairs>({}, {.games = 300}, [&](const Position& p) {
    if (Pairs::is_terminal(p)) return;
    if (placements(p, p.due) != 0) {
      EXPECT_THROW(parse_move(p, "pass"), UserError);
      return;
    }
    ++passes;
    EXPECT_TRUE(anyone_can_place(p, 4));
    EXPECT_EQ(parse_move(p, "pass"), kPass);
    EXPECT_THROW(parse_move(p, "Sa1"), UserError);
    Position after = p;
    Pairs::play(after, kPass);
    EXPECT_EQ(after.closed, p.closed);
    EXPECT_EQ(after.due, (p.due + 1) % 4);
  });
  EXPECT_GT(passes, 0);
}

}  // namespace
}  // namespace trilith::otrio
