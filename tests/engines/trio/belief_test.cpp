// Exact beliefs against plain enumeration of small decks.
#include "engines/trio/belief.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>

#include "engines/error.hpp"
#include "engines/trio/notation.hpp"
#include "tests/engines/trio/enumerate.hpp"

namespace trilith::trio {
namespace {

struct Tally {
  Wide deals = 0;
  std::array<std::array<Wide, kMaxNumbers + 1>, kMaxPlayers> lowest{};
  std::array<std::array<Wide, kMaxNumbers + 1>, kMaxPlayers> highest{};
  std::array<Wide, kMaxNumbers + 1> centre{};  // over all unknown slots
};

Tally enumerate(const Observation& seen) {
  Tally tally;
  testing::for_each_deal(seen, [&](const Position& p) {
    ++tally.deals;
    for (int seat = 0; seat < p.rules.players; ++seat) {
      if (p.hands[seat].hidden() == 0) continue;
      ++tally.lowest[seat][p.hands[seat].lowest()];
      ++tally.highest[seat][p.hands[seat].highest()];
    }
    for (int slot = 0; slot < p.rules.centre(); ++slot) {
      if (((p.centre_present & ~p.centre_known) >> slot & 1) != 0) ++tally.centre[p.centre[slot]];
    }
  });
  return tally;
}

// Counts and probabilities at a spread of positions of random games.
void expect_exact(const Rules& rules, int games, int stride) {
  for (int game = 0; game < games; ++game) {
    RandomStream random(31, static_cast<std::uint64_t>(game));
    Position p = deal(rules, random);
    for (int ply = 0; !is_terminal(p) && ply < 300; ++ply) {
      if (ply % stride == game % stride) {
        const int seat = static_cast<int>(random.below(rules.players));
        const Observation seen(p, seat);
        const Belief belief(seen);
        const Tally tally = enumerate(seen);
        ASSERT_EQ(belief.deals(), decimal(tally.deals)) << observation_text(seen);
        const Belief::Ends ends = belief.ends();
        for (int v = 1; v <= rules.numbers; ++v) {
          for (int s = 0; s < rules.players; ++s) {
            EXPECT_EQ(ends.lowest[s][v] * tally.deals, tally.lowest[s][v] * belief.total())
                << observation_text(seen) << " seat " << s << " number " << v;
            EXPECT_EQ(ends.highest[s][v] * tally.deals, tally.highest[s][v] * belief.total())
                << observation_text(seen) << " seat " << s << " number " << v;
          }
          EXPECT_EQ(ends.centre[v] * tally.deals, tally.centre[v] * belief.total())
              << observation_text(seen) << " number " << v;
        }
      }
      FixedList<Move, kMaxMoves> moves;
      legal_moves(p, moves);
      play(p, moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
}

TEST(Belief, CountsAndProbabilitiesAreThoseOfEnumeration) {
  expect_exact(parse_rules("2,simple,numbers=3,hand=3,trios=2,seven=2"), 4, 7);
  expect_exact(parse_rules("2,simple,numbers=3,hand=4,trios=2,seven=off"), 4, 7);
  expect_exact(parse_rules("2,simple,numbers=4,copies=2,hand=3,trios=3"), 4, 7);
  expect_exact(parse_rules("3,picante,numbers=3,hand=2"), 4, 7);
  expect_exact(parse_rules("2,simple,numbers=2,copies=4,hand=2,trios=2"), 4, 7);
}

TEST(Belief, StaysExactOverWhatIsKnownAfterSwaps) {
  expect_exact(parse_rules("4t,simple,numbers=3,hand=2,trios=2,seven=off"), 6, 5);
  expect_exact(parse_rules("4t,simple,numbers=4,copies=2,hand=2,trios=3,seven=off"), 6, 5);
}

TEST(Belief, OwnHandOfThreeNumbersOnFourThreeThreeThree) {
  const Rules rules = parse_rules("3,simple,numbers=4,hand=3");
  const Observation seen = parse_observation(rules, "@1 1 |1,2,3|;|?,?,?|;|?,?,?| ?,?,? -;-;-");
  EXPECT_EQ(Belief(seen).deals(), "272160");
}

// Every deal of a small deck comes up as often as its physical cards say.
TEST(Belief, SamplesAreUniform) {
  const Rules rules = parse_rules("2,simple,numbers=3,hand=3,trios=2,seven=2");
  for (const char* text : {"@1 1 |1,2,3|;|?,?,?| ?,?,? -;-", "@1 1 |1,2,3|;1|?,?| 2!,?,? -;-",
                           "@2 1 1|?,?|;|1,2,2| ?,?,3^ -;-"}) {
    const Observation seen = parse_observation(rules, text);
    std::map<std::string, double> expected;
    double deals = 0;
    testing::for_each_deal(seen, [&](const Position& p) {
      ++expected[position_text(p)];
      ++deals;
    });
    const Belief belief(seen);
    std::map<std::string, int> found;
    constexpr int kSamples = 40'000;
    RandomStream random(11, 3);
    for (int i = 0; i < kSamples; ++i) ++found[position_text(belief.sample(random))];
    double chi_square = 0;
    for (const auto& [deal, weight] : expected) {
      const double mean = kSamples * weight / deals;
      chi_square += (found[deal] - mean) * (found[deal] - mean) / mean;
    }
    EXPECT_EQ(found.size(), expected.size());  // nothing impossible came up
    const double freedom = static_cast<double>(expected.size()) - 1;
    EXPECT_LT(std::abs(chi_square - freedom), 4 * std::sqrt(2 * freedom)) << text;
  }
}

TEST(Belief, ASpectatorCountsAllDeals) {
  const Rules rules = parse_rules("3,simple,numbers=4,hand=3");
  RandomStream random(1, 2);
  // 12! / 3!^3: hands are sets, the centre is ordered.
  EXPECT_EQ(Belief(Observation::of_spectator(deal(rules, random))).deals(), "2217600");
}

TEST(Belief, NoDealFitsAContradiction) {
  const Rules rules = parse_rules("2,simple,numbers=3,hand=3,trios=2,seven=2");
  // Seat 2 shows a 3 as its lowest card, so it holds three; only two are left.
  EXPECT_THROW(parse_observation(rules, "@1 1 |1,2,3|;3|?,?| ?,?,? -;-"), UserError);
}

TEST(Belief, DecimalOfWideNumbers) {
  EXPECT_EQ(decimal(0), "0");
  EXPECT_EQ(decimal(1'000'000'000), "1000000000");
  EXPECT_EQ(decimal(Wide{1} << 127), "170141183460469231731687303715884105728");
}

// Handed counts on four numbers, hands of three and a centre of three, each with the simplest
// knowledge that leads to it.
TEST(Belief, HandedCounts) {
  const Rules rules = parse_rules("3,simple,numbers=4,hand=3");
  const auto deals = [&](const char* text) {
    return Belief(parse_observation(rules, text)).deals();
  };
  EXPECT_EQ(deals("@1 1 |1,2,3|;|?,?,?|;|?,?,?| ?,?,? -;-;-"), "272160");
  EXPECT_EQ(deals("@1 1 |1,2,3|;|?,?|3;2|?,?| 4!,?,? -;-;-"), "8424");
  EXPECT_EQ(deals("@1 1 |1,1,2|;|?,?,?|;2|?,?| 3!,4!,? -;-;-"), "5184");
  // What somebody without a hand knows: a 3 is the lowest card of seat 1, two centre cards are 1s.
  const Position shown = parse_position(rules, "1 3|3,4|;|1,2,2|;|2,3,4| 1!,1!,4 -;-;-");
  EXPECT_EQ(Belief(Observation::of_spectator(shown)).deals(), "15960");
}

}  // namespace
}  // namespace trilith::trio
