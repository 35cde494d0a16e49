// Trio's texts both ways, and what damaged ones are answered with.
#include "engines/trio/notation.hpp"

#include <gtest/gtest.h>

#include "engines/error.hpp"

namespace trilith::trio {
namespace {

const Rules kSmall = parse_rules("2,simple,numbers=3,hand=3,trios=2,seven=2");

std::string refusal(const std::string& text) {
  try {
    if (text.starts_with('@')) {
      parse_observation(kSmall, text);
    } else {
      parse_position(kSmall, text);
    }
  } catch (const UserError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Notation, PositionsAndObservationsSurvive) {
  for (const char* text : {"1 |1,1,2|;|2,3,3| 1,2,3 -;-", "2 1,1|2|;|2,3|3 1,2!,3 -;-",
                           "1 1|1,2|-1;|2,3,3| 1^,2,3 -;-", "1 2||;|2| .,2,. 1;3"}) {
    const Rules rules = parse_rules("2,simple,numbers=3,hand=3,trios=2,seven=off");
    EXPECT_EQ(position_text(parse_position(rules, text)), text);
  }
  for (const char* text : {"@1 1 |1,1,2|;|?,?,?| ?,?,? -;-", "@2 2 1,1|?|;|2,3|3 ?,2!,? -;-"}) {
    EXPECT_EQ(observation_text(parse_observation(kSmall, text)), text);
  }
  const char* deal = "1,1,2;2,3,3 1,2,3";
  EXPECT_EQ(deal_text(parse_deal(kSmall, deal)), deal);
}

TEST(Notation, FaultsAreNamed) {
  const auto expect = [](const std::string& text, const std::string& why) {
    EXPECT_NE(refusal(text).find(why), std::string::npos) << text << " gave " << refusal(text);
  };
  expect("", "has 1 fields");
  expect("3 |1,1,2|;|2,3,3| 1,2,3 -;-", "turn '3' is not a seat from 1 to 2");
  expect("1 |1,1,2| 1,2,3 -;-", "hands: 1 parts instead of 2");
  expect("1 |1,2,1|;|2,3,3| 1,2,3 -;-", "hand of seat 1 is not in rising order");
  expect("1 |1,1,4|;|2,3,3| 1,2,3 -;-", "'4' is not a number from 1 to 3");
  expect("1 |1,1,?|;|2,3,3| 1,2,3 -;-", "'?' is not a number from 1 to 3");
  expect("1 1,1,2;|2,3,3| 1,2,3 -;-", "needs two bars");
  expect("1 |1,1,1,2|;|2,3,3| 1,2,3 -;-", "more than 3 cards");
  expect("1 |1,1,2|-1;|2,3,3| 1,2,3 -;-", "more cards face up than shown");
  expect("1 |1,1,2|;|2,3,3| 1,2,3 1;-", "number 1 lies on the table 3 times instead of 0");
  expect("1 |1,1,2|;|2,3,3| 1,2 -;-", "2 slots instead of 3");
  expect("1 1|1,2|-1;|2,3,3| 1,2^,3 -;-", "different numbers are face up");
  expect("1 |1,1|;|3,3| 1,.,3 2;-", "has won, the game is over");
  expect("1 |1,1,2|;|2,3,3| 1,2,3 -;- swap=?;?", "is not known in a game without swaps");
  expect("@3 1 |1,1,2|;|?,?,?| ?,?,? -;-", "starts with @");
  expect("@2 1 |1,1,2|;|?,?,?| ?,?,? -;-", "the observing seat knows its own hand");
  expect("@1 1 |1,1,2|;|2,?,?| ?,?,? -;-", "a card in the middle cannot be known");
  expect("@1 1 |1,1,2|;|?,?,?| 2,?,? -;-", "a card that was not shown cannot be known");
  expect("@1 1 |1,1,2|;|?,?| ?,?,? -;-", "5 unknown cards, but 6 cards of the deck are missing");
  expect("@1 1 |1,2,3|;3|?,?| ?,?,? -;-", "no deal fits it");
}

TEST(Notation, MovesThatAreNotPossibleAreExplained) {
  const Position p = parse_deal(kSmall, "1,1,2;2,3,3 1,2,3");
  EXPECT_EQ(parse_move(p, "c3"), centre_move(2));
  EXPECT_EQ(parse_move(p, "high2"), high_move(1));
  for (const char* move : {"", "c0", "c4", "low3", "low", "keep", "give1", "C1", "c1 "}) {
    EXPECT_THROW(parse_move(p, move), UserError) << move;
  }
}

TEST(Notation, DamagedObservationsAreAnsweredOrRefused) {
  const std::string alphabet = "0123456789,;|.!^-+ ?@";
  RandomStream random(8, 8);
  int accepted = 0;
  for (int round = 0; round < 3000; ++round) {
    std::string text = "@2 2 1,1|?|;|2,3|3 ?,2!,? -;-";
    for (std::uint32_t edits = 1 + random.below(3); edits > 0; --edits) {
      const std::uint32_t at = random.below(static_cast<std::uint32_t>(text.size()));
      text[at] = random.below(8) == 0
                     ? static_cast<char>(random.below(256))
                     : alphabet[random.below(static_cast<std::uint32_t>(alphabet.size()))];
    }
    accepted += refusal(text) == "accepted";
  }
  EXPECT_GT(accepted, 0);
  EXPECT_LT(accepted, 3000);
}

}  // namespace
}  // namespace trilith::trio
