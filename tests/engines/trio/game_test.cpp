// Trio against the conformance suite, and its rules by example.
#include "engines/trio/game.hpp"

#include <gtest/gtest.h>

#include "engines/error.hpp"
#include "tests/conformance.hpp"

namespace trilith::trio {
namespace {

static_assert(Game<Trio> && Hashed<Trio> && Hidden<Trio> && Chance<Trio>);

class EveryRuleSet : public ::testing::TestWithParam<const char*> {};

TEST_P(EveryRuleSet, Conforms) {
  const Rules rules = parse_rules(GetParam());
  // Random play takes about a thousand turns, so games are cut.
  conformance::check_all<Trio>(rules, {.games = 1, .max_plies = 60, .may_be_endless = true});
  conformance::fuzz_position_parser<Trio>(rules, 1000, "0123456789,;|.!^-+ ?keephldtsw=");
}

INSTANTIATE_TEST_SUITE_P(Trio, EveryRuleSet,
                         ::testing::Values("3,simple", "4,picante", "5,nana", "4t,simple",
                                           "4t,picante,swaps=off"));

class SmallDeck : public ::testing::TestWithParam<const char*> {};

TEST_P(SmallDeck, ConformsToTheEnd) {
  const Rules rules = parse_rules(GetParam());
  conformance::check_all<Trio>(rules, {.games = 8});
  conformance::fuzz_position_parser<Trio>(rules, 1000, "0123456789,;|.!^-+ ?keephldtsw=");
}

INSTANTIATE_TEST_SUITE_P(Trio, SmallDeck,
                         ::testing::Values("2,simple,numbers=3,hand=3,trios=2,seven=2",
                                           "2,simple,numbers=2,hand=3,trios=1",
                                           "3,picante,numbers=3,copies=2,hand=2,seven=3",
                                           "4t,simple,numbers=4,hand=3,trios=2,seven=off"));

Position example() {
  return parse_deal(parse_rules("2,simple,numbers=3,hand=3,trios=2,seven=2"), "1,1,2;2,3,3 1,2,3");
}

void play_all(Position& p, std::initializer_list<const char*> moves) {
  for (const char* move : moves) play(p, parse_move(p, move));
}

TEST(Rules, AMismatchTurnsEverythingBack) {
  Position p = example();
  play_all(p, {"low1", "low1", "c2"});
  EXPECT_EQ(position_text(p), "2 1,1|2|;|2,3,3| 1,2!,3 -;-");
  EXPECT_EQ(side_to_move(p), 1);
}

TEST(Rules, ThreeEqualCardsAreTaken) {
  Position p = example();
  play_all(p, {"low1", "c1", "low1"});
  EXPECT_EQ(position_text(p), "2 |2|;|2,3,3| .,2,3 1;-");
  play_all(p, {"high2", "high2", "c3"});
  EXPECT_EQ(position_text(p), "1 |2|;|2| .,2,. 1;3");
}

TEST(Rules, TheSevenWinsAtOnceAndTwoTriosToo) {
  Position p = example();
  play_all(p, {"high1", "low2", "c2"});
  EXPECT_EQ(p.win, Win::seven);
  EXPECT_EQ(Trio::payoff(p)[0], 1);
  EXPECT_EQ(Trio::payoff(p)[1], -1);
  p = example();
  play_all(p, {"low1", "c1", "low1", "c2", "c3", "high2", "high2", "c3"});
  EXPECT_EQ(p.win, Win::trios);
}

TEST(Rules, TheLastCardOfAHandIsItsLowestAndHighest) {
  Position p = parse_position(parse_rules("2,simple,numbers=3,hand=3,trios=2,seven=off"),
                              "1 |2|;|2| .,2,. 1;3");
  const Move low = parse_move(p, "low1");
  const Move high = parse_move(p, "high1");
  EXPECT_NE(low, high);
  Position other = p;
  play(p, low);
  play(other, high);
  EXPECT_EQ(revealed_number(p, parse_move(p, "c2")), 2);
  EXPECT_THROW(parse_move(p, "low1"), UserError);
}

TEST(Rules, LinkedNumbers) {
  const Rules rules = parse_rules("3,picante");
  int pairs = 0;
  for (int a = 1; a <= 12; ++a) {
    EXPECT_FALSE(linked(rules, a, 7)) << a;
    for (int b = 1; b < a; ++b) pairs += linked(rules, a, b);
  }
  EXPECT_EQ(pairs, 8);
  EXPECT_EQ(how_won(rules, 1u << 5 | 1u << 12, 12), Win::link);
  EXPECT_EQ(how_won(rules, 1u << 5 | 1u << 6 | 1u << 3 | 1u << 8, 3), Win::none);
  EXPECT_EQ(how_won(parse_rules("3,nana"), 1u << 5 | 1u << 6 | 1u << 8, 8), Win::trios);
  EXPECT_EQ(how_won(parse_rules("3,nana"), 1u << 5 | 1u << 2, 2), Win::link);
  EXPECT_EQ(how_won(rules, 1u << 7, 7), Win::seven);
}

TEST(Rules, PartnersSwapOnlyWhenBothWant) {
  const Rules rules = parse_rules("4t,simple,numbers=4,hand=3,trios=2,seven=off");
  const Position start = parse_deal(rules, "1,2,3;1,2,3;1,2,3;4,4,4 -");
  Position p = start;
  play_all(p, {"give1", "give3", "give3", "keep"});
  EXPECT_EQ(deal_text(p), "2,3,3;1,2,3;1,1,2;4,4,4 -");
  EXPECT_EQ(p.told[0][1], 1);  // seat 1 knows the 1 it gave
  EXPECT_EQ(p.told[2][3], 1);
  EXPECT_EQ(p.asked, 0);
  EXPECT_EQ(p.turn, 0);
  p = start;
  play_all(p, {"keep", "keep", "keep", "keep"});
  EXPECT_EQ(deal_text(p), deal_text(start));
}

TEST(Rules, OtherTeamsMaySwapAfterATrio) {
  const Rules rules = parse_rules("4t,simple,numbers=4,hand=3,trios=2,seven=off");
  Position p = parse_deal(rules, "1,2,3;1,2,3;1,2,3;4,4,4 -");
  play_all(p, {"keep", "keep", "keep", "keep", "low4", "low4", "low4"});
  // Team 1 took it; of team 2 seat 4 has no cards left, so nobody can swap.
  EXPECT_EQ(p.asked, 0);
  p = parse_deal(rules, "1,2,3;1,2,3;1,2,4;3,4,4 -");
  play_all(p, {"keep", "keep", "keep", "keep", "low1", "low2", "low3"});
  EXPECT_EQ(p.asked, 0b1010);
  EXPECT_EQ(p.turn, 1);
  play_all(p, {"give2", "give3"});
  EXPECT_EQ(p.hands[1].counts()[3], 2);
  EXPECT_EQ(p.hands[3].counts()[2], 1);
  EXPECT_EQ(side_to_move(p), 1);
}

TEST(Observation, HidesWhatWasNotShown) {
  Position p = example();
  play_all(p, {"low1", "c2"});
  EXPECT_EQ(observation_text(Observation(p, 1)), "@2 2 1|?,?|;|2,3,3| ?,2!,? -;-");
  EXPECT_EQ(observation_text(Observation(p, 0)), "@1 2 1|1,2|;|?,?,?| ?,2!,? -;-");
}

TEST(Deal, EveryCardIsDealtOnce) {
  const Rules rules = parse_rules("5,simple");
  RandomStream random(3, 4);
  const Position p = deal(rules, random);
  std::array<int, kMaxNumbers + 1> copies{};
  for (const Hand& hand : p.hands) {
    for (int i = 0; i < hand.size; ++i) ++copies[hand.card(i)];
  }
  for (int slot = 0; slot < rules.centre(); ++slot) ++copies[p.centre[slot]];
  for (int v = 1; v <= 12; ++v) EXPECT_EQ(copies[v], 3);
}

}  // namespace
}  // namespace trilith::trio
