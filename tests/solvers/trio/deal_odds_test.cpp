// Closed forms about the deal against the handed values and against deals of small decks.
#include "solvers/trio/deal_odds.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "engines/trio/position.hpp"
#include "solvers/trio/experiment.hpp"

namespace trilith::trio {
namespace {

TEST(DealOdds, HandedValues) {
  const Rules p3 = parse_rules("3,simple");
  const Rules p4 = parse_rules("4,simple");
  EXPECT_EQ(hand_holds_number(p3), mpq_class("1/85"));
  EXPECT_EQ(hand_holds_number(p4), mpq_class("1/204"));
  EXPECT_EQ(centre_holds_number(p3), mpq_class("1/85"));
  EXPECT_EQ(centre_holds_number(p4), mpq_class("2/255"));
  EXPECT_EQ(hand_holds_some_trio(p3), mpq_class("295979/2139620"));
  EXPECT_EQ(hand_holds_some_trio(p4), mpq_class("247/4216"));
  EXPECT_EQ(expected_distinct_numbers(p3), mpq_class("843/119"));
  EXPECT_EQ(expected_distinct_numbers(p4), mpq_class("498/85"));
  EXPECT_EQ(lowest_is_one(p3), mpq_class("281/476"));
  EXPECT_EQ(lowest_is_one(p4), mpq_class("83/170"));
  EXPECT_EQ(hand_has_an_extreme(p3), mpq_class("25027/29512"));
  EXPECT_EQ(hand_has_an_extreme(p4), mpq_class("17533/23188"));
  EXPECT_EQ(random_turn_succeeds(p3), mpq_class("15344602205399743/3832710966384300000"));
  EXPECT_EQ(random_turn_succeeds(p4), mpq_class("1054431729111917/284363919544320000"));
}

TEST(DealOdds, NumbersAnAllKnowingStarterCompletes) {
  const std::array<const char*, 6> p3 = {"1",
                                         "378871/1623160",
                                         "3730781/47071640",
                                         "19033211/546367250",
                                         "22810973/1182724400",
                                         "2933052967/205703066800"};
  const std::array<const char*, 6> p4 = {"1",
                                         "140247/463760",
                                         "149661/1344904",
                                         "96498803/1966922100",
                                         "583725047/22619604150",
                                         "460477663/26447537160"};
  for (int number = 1; number <= 12; ++number) {
    const int row = number <= 6 ? number - 1 : 12 - number;
    EXPECT_EQ(completable(parse_rules("3,simple"), number), mpq_class(p3[row])) << number;
    EXPECT_EQ(completable(parse_rules("4,simple"), number), mpq_class(p4[row])) << number;
  }
  EXPECT_NEAR(expected_completable(parse_rules("3,simple")).get_d(), 2.762109201, 5e-10);
  EXPECT_NEAR(expected_completable(parse_rules("4,simple")).get_d(), 3.011941809, 5e-10);
}

// The mean of a quantity over deals of other decks, within four standard errors or so.
TEST(DealOdds, AgreeWithDealsOfOtherDecks) {
  for (const char* text : {"2,simple,numbers=4,hand=3", "3,simple,numbers=5,copies=2,hand=2",
                           "2,simple,numbers=3,copies=4,hand=5", "6,simple", "3,simple,hand=2"}) {
    const Rules rules = parse_rules(text);
    constexpr int kDeals = 40'000;
    double completed = 0;
    double random_success = 0;
    for (int i = 0; i < kDeals; ++i) {
      RandomStream random(12, static_cast<std::uint64_t>(i));
      Position p = deal(rules, random);
      completed += completable_numbers(p);
      Position turn = p;
      random_success += random_turns(turn, 1, random) == 1 && turn.taken[0] != 0;
    }
    EXPECT_NEAR(completed / kDeals, expected_completable(rules).get_d(), .04) << text;
    const double expected = random_turn_succeeds(rules).get_d();
    EXPECT_NEAR(random_success / kDeals, expected, 4 * std::sqrt(expected / kDeals)) << text;
  }
}

}  // namespace
}  // namespace trilith::trio
