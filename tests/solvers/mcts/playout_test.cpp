// Otrio's fast playouts against plain ones: the same distribution of results.
#include "solvers/otrio/playout.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "engines/otrio/game.hpp"
#include "tests/conformance.hpp"

namespace trilith::otrio {
namespace {

TEST(RandomSlot, IsUniformOverTheMask) {
  PlayoutStream random(3, 1);
  for (const SlotMask mask : {0x1u, 0x4000000u, 0x4020101u, 0x7ffffffu, 0x0003e00u}) {
    std::array<int, kSlots> counts{};
    const int draws = 20'000;
    for (int i = 0; i < draws; ++i) ++counts[random_slot(mask, random)];
    const double expected = double{draws} / std::popcount(mask);
    for (int slot = 0; slot < kSlots; ++slot) {
      if ((mask >> slot & 1) == 0) {
        EXPECT_EQ(counts[slot], 0);
      } else {
        EXPECT_NEAR(counts[slot], expected, 5 * std::sqrt(expected));
      }
    }
  }
}

// The expected result for each seat of uniformly random play, by enumeration.
template <class G>
std::array<double, G::max_seats> expectation(const Position& p) {
  std::array<double, G::max_seats> result{};
  if (G::is_terminal(p)) {
    const Payoff<G> payoff = G::payoff(p);
    std::copy(payoff.begin(), payoff.end(), result.begin());
    return result;
  }
  MoveList<G> moves;
  G::legal_moves(p, moves);
  for (const Move move : moves) {
    Position child = p;
    G::play(child, move);
    const auto part = expectation<G>(child);
    for (std::size_t s = 0; s < result.size(); ++s) {
      result[s] += part[s] / static_cast<double>(moves.size());
    }
  }
  return result;
}

class FastPlayouts : public ::testing::TestWithParam<const char*> {};

// Late positions: sampled means against the enumeration, within five standard errors.
TEST_P(FastPlayouts, HaveTheExactExpectation) {
  const Rules rules = parse_rules(GetParam());
  visit(rules, [&]<class G>(G) {
    int checked = 0;
    conformance::for_random_positions<G>({rules.blocked}, {.games = 30}, [&](const Position& p) {
      if (G::is_terminal(p) || std::popcount(~p.closed & kAllSlots) > 6) return;
      const auto exact = expectation<G>(p);
      PlayoutStream random(11, static_cast<std::uint64_t>(checked++));
      const int games = 4000;
      std::array<double, G::max_seats> sum{};
      for (int game = 0; game < games; ++game) {
        const auto values = FastPlayout<G>{}(p, random);
        for (int seat = 0; seat < G::seats(p); ++seat) {
          sum[seat] += mcts::value_for<G>(values, seat) / double{mcts::kWin};
        }
      }
      for (int seat = 0; seat < G::seats(p); ++seat) {
        EXPECT_NEAR(sum[seat] / games, exact[seat], 5 / std::sqrt(games)) << position_text(p);
      }
    });
    EXPECT_GT(checked, 8);
  });
}

// From the start: the plain playout through the game's rules and the fast one agree.
TEST_P(FastPlayouts, AgreeWithPlainOnesFromTheStart) {
  const Rules rules = parse_rules(GetParam());
  visit(rules, [&]<class G>(G) {
    const Position start = G::initial({rules.blocked});
    PlayoutStream random(12, 0);
    const int games = 20'000;
    double difference = 0;
    for (int game = 0; game < games; ++game) {
      difference += FastPlayout<G>{}(start, random)[0] / double{mcts::kWin};
      difference -= mcts::Playout<G>{}(start, random)[0] / double{mcts::kWin};
    }
    EXPECT_NEAR(difference / games, 0, 5 * std::sqrt(2.0 / games));
  });
}

INSTANTIATE_TEST_SUITE_P(Otrio, FastPlayouts,
                         ::testing::Values("nested,none,pairs", "free,Mb2,pairs", "nested,Sb2,duel",
                                           "free,none,3", "nested,none,4"));

// With knowledge of one ply: a win is taken, a lone threat is parried.
TEST(WinOrBlock, TakesWinsAndParries) {
  using G = Otrio<Placement::free, Players::duel>;
  using Knowing = FastPlayout<G, PlayoutStyle::win_or_block>;
  PlayoutStream random(1, 1);
  const Position winning = G::parse_position({}, "V..,V..,.../R..,R..,.../...,...,... V");
  EXPECT_EQ(Knowing{}(winning, random)[0], mcts::kWin);
  // R must parry Sc1 and then has the only threat (Sc2), which V cannot both parry and outrun.
  const Position threat = G::parse_position({}, "V..,V..,.../R..,...,.../...,...,... R");
  int losses_at_once = 0;
  for (int i = 0; i < 200; ++i) {
    losses_at_once += Knowing{}(threat, random)[0] == mcts::kWin;
  }
  int plain = 0;
  for (int i = 0; i < 200; ++i) plain += FastPlayout<G>{}(threat, random)[0] == mcts::kWin;
  EXPECT_LT(losses_at_once, 200);
  EXPECT_GT(plain, 0);
}

}  // namespace
}  // namespace trilith::otrio
