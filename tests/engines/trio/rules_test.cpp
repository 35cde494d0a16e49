// Trio's rule sets: the standard deals, text both ways, what is refused.
#include "engines/trio/rules.hpp"

#include <gtest/gtest.h>

#include "engines/error.hpp"

namespace trilith::trio {
namespace {

TEST(Rules, StandardDeals) {
  EXPECT_EQ(parse_rules("3"), Rules{});
  for (const auto& [text, hand, centre] : {std::tuple{"3,simple", 9, 9},
                                           {"4,simple", 7, 8},
                                           {"5,picante", 6, 6},
                                           {"6,nana", 5, 6},
                                           {"4t,simple", 9, 0},
                                           {"6t,picante", 6, 0}}) {
    const Rules rules = parse_rules(text);
    EXPECT_EQ(rules.hand, hand) << text;
    EXPECT_EQ(rules.centre(), centre) << text;
    EXPECT_EQ(rules_text(rules), text);
    EXPECT_EQ(rules, standard_rules(rules.players, rules.teams, rules.mode));
  }
}

TEST(Rules, TextSurvives) {
  for (const char* text :
       {"2,simple,numbers=3,hand=3,trios=2,seven=2", "3,simple,hand=7", "3,simple,seven=off",
        "4,nana,trios=2", "6t,simple,swaps=off", "2,simple,numbers=6,copies=2,hand=4"}) {
    EXPECT_EQ(rules_text(parse_rules(text)), text);
  }
  EXPECT_EQ(parse_rules("3,simple,centre=15").hand, 7);
}

TEST(Rules, FaultyTextIsRefused) {
  for (const char* text : {"",
                           "1",
                           "7",
                           "5t",
                           "3t",
                           "2t",
                           "33",
                           "3,",
                           "3,hard",
                           "3,simple,",
                           "3,simple,hand",
                           "3,simple,hand=",
                           "3,simple,hand=0",
                           "3,simple,hand=13",
                           "3,simple,hand=17",
                           "3,simple,hand=9x",
                           "3,simple,hand=-1",
                           "3,simple,hand=100",
                           "3,simple,numbers=0",
                           "3,simple,numbers=13",
                           "3,simple,numbers=5",
                           "3,simple,copies=1",
                           "3,simple,copies=4",
                           "3,simple,trios=0",
                           "3,simple,seven=0",
                           "3,simple,seven=13",
                           "3,simple,swaps=on",
                           "4t,simple,swaps=maybe",
                           "3,simple,centre=8",
                           "2,simple",
                           "3,simple,cards=9"}) {
    EXPECT_THROW(parse_rules(text), UserError) << text;
  }
}

}  // namespace
}  // namespace trilith::trio
