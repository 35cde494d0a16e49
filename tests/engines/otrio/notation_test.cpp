// Otrio's notation: round trips, and a message that names each fault of the rule text.
#include "engines/otrio/notation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engines/error.hpp"

namespace trilith::otrio {
namespace {

using ::testing::HasSubstr;

std::string fault_of(const char* rules, const char* position) {
  try {
    parse_position(parse_rules(rules), position);
  } catch (const UserError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Notation, ReadsTheExampleOfTheRules) {
  const Position p = parse_position({}, "GR.,RR.,GBR/VG.,BB.,V../BGV,V..,... V");
  EXPECT_EQ(position_text(p), "GR.,RR.,GBR/VG.,BB.,V../BGV,V..,... V");
  EXPECT_EQ(p.pieces[0], slot_bit(parse_slot("Sa2")) | slot_bit(parse_slot("Sc2")) |
                             slot_bit(parse_slot("Sb3")) | slot_bit(parse_slot("La3")));
  EXPECT_EQ(p.due, 0);
}

TEST(Notation, NamesEveryFault) {
  const char* nested = "nested,none,pairs";
  EXPECT_THAT(fault_of(nested, ""), HasSubstr("0 characters instead of 37"));
  EXPECT_THAT(fault_of(nested, "X..,...,.../...,...,.../...,...,... V"),
              HasSubstr("'X' in slot Sa1"));
  EXPECT_THAT(fault_of(nested, "...,...,...,...,...,.../...,...,... V"), HasSubstr("'/' expected"));
  EXPECT_THAT(fault_of(nested, "...,...,.../...,...,.../...,...,... X"),
              HasSubstr("colour to place 'X'"));
  EXPECT_THAT(fault_of("nested,none,duel", "G..,...,.../...,...,.../...,...,... R"),
              HasSubstr("not one of VR"));
  EXPECT_THAT(fault_of("nested,Sb2,pairs", "...,...,.../...,V..,.../...,...,... R"),
              HasSubstr("blocked slot Sb2 is filled"));
  EXPECT_THAT(fault_of("free,none,duel", "V..,R..,V../V..,R..,R../...,V..,... R"),
              HasSubstr("V has 4 pieces of size S"));
  EXPECT_THAT(fault_of(nested, "VV.,...,.../...,...,.../...,...,... R"),
              HasSubstr("V2 R0 G0 B0 with R to place cannot come from turns"));
  EXPECT_THAT(fault_of(nested, "...,...,.../...,...,.../...,...,... R"),
              HasSubstr("cannot come from turns"));
  EXPECT_THAT(fault_of("free,none,duel", "VVV,RR.,.../...,...,.../...,...,... R"),
              HasSubstr("V already has a triple"));
}

TEST(Notation, RuleSets) {
  for (const char* text : {"nested,none,pairs", "free,Sb2,duel", "nested,Mb2,3", "free,Lc3,4"}) {
    EXPECT_EQ(rules_text(parse_rules(text)), text);
  }
  EXPECT_EQ(rules_text(parse_rules("free")), "free,none,pairs");
  EXPECT_EQ(rules_text(parse_rules("free,Sb2")), "free,Sb2,pairs");
  for (const char* text : {"", "nest", "nested,Sd2,pairs", "nested,none,5", "nested,none,pairs,x",
                           "nested,,pairs", "nested none pairs"}) {
    EXPECT_THROW(parse_rules(text), UserError) << text;
  }
}

TEST(Notation, MovesSayWhyTheyAreRefused) {
  const Position p = parse_position({}, "V..,...,.../...,...,.../...,...,... R");
  const auto refusal = [&](const char* move) -> std::string {
    try {
      parse_move(p, move);
    } catch (const UserError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_THAT(refusal("Ma1"), HasSubstr("may not place there"));
  EXPECT_THAT(refusal("pass"), HasSubstr("may not pass"));
  EXPECT_THAT(refusal("Xa1"), HasSubstr("no size 'X'"));
  EXPECT_THAT(refusal("Sd1"), HasSubstr("no column 'd'"));
  EXPECT_THAT(refusal("Sa4"), HasSubstr("no row '4'"));
  EXPECT_THAT(refusal("Sa"), HasSubstr("not three characters"));
  EXPECT_EQ(refusal("Sb2"), "accepted");
}

TEST(Picture, ShowsPiecesOpenAndShutSlots) {
  const Rules rules = parse_rules("nested,Sb2,pairs");
  const Position p = parse_position(rules, "V..,...,.../...,..R,.../...,...,... G");
  const std::string text = board_text(p, rules, false);
  EXPECT_THAT(text, HasSubstr("1  V-- | sml | sml"));
  EXPECT_THAT(text, HasSubstr("2  sml | #mR | sml"));
  EXPECT_THAT(text, HasSubstr("green (G) to place"));
  EXPECT_THAT(board_text(p, rules, true), HasSubstr("\x1b[95mV"));
  const std::string svg = board_svg(p, rules);
  EXPECT_THAT(svg, HasSubstr("<svg xmlns"));
  EXPECT_THAT(svg, HasSubstr("</svg>"));
}

}  // namespace
}  // namespace trilith::otrio
