// Confidence sequences: the boundary's value, coverage at all times, the use of a control variate.
#include "solvers/montecarlo/confidence.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "engines/random.hpp"
#include "solvers/montecarlo/chunks.hpp"
#include "solvers/montecarlo/win_shares.hpp"

namespace trilith::montecarlo {
namespace {

// By hand at v = 8, alpha = 0.05, start 1: l = 1.4 ln 4 + ln(3.10555 / 0.05) = 6.06977,
// k1 = 1.43550, k2 = 1.20711.
TEST(Confidence, BoundaryByHand) {
  const double level = 1.4 * std::log(4.0) + std::log(3.1055472779775804 / 0.05);
  EXPECT_NEAR(level, 6.0697, 1e-3);
  const double a = 1.435500 * 1.435500 * 8 * level;
  const double b = 1.207107 * level;
  EXPECT_NEAR(stitched_boundary(8, 0.05, 1), std::sqrt(a + b * b) + b, 1e-4);
  EXPECT_EQ(stitched_boundary(0.1, 0.05, 1), stitched_boundary(1, 0.05, 1));
}

// Runs of blocks with a known mean: the share of runs in which the interval misses it at any time
// is below alpha (and far below, as the bound is not sharp).
TEST(Confidence, HoldsAtAllTimesAtOnce) {
  for (const double p : {0.02, 0.33, 0.5}) {
    int missed = 0;
    constexpr int kRuns = 400;
    for (int run = 0; run < kRuns; ++run) {
      RandomStream random(4, static_cast<std::uint64_t>(run));
      SequentialMean mean(0, 1, 0.5);
      bool miss = false;
      for (int chunk = 0; chunk < 200; ++chunk) {
        Sums sums;
        for (int i = 0; i < 10; ++i) sums.add(random.unit_interval() < p, 0);
        mean.add(sums);
        miss |= std::abs(mean.mean() - p) > mean.half_width(0.1);
      }
      missed += miss;
    }
    EXPECT_LT(missed, kRuns / 10) << p;
  }
}

TEST(Confidence, AControlVariateNarrowsTheInterval) {
  RandomStream random(5, 1);
  SequentialMean plain(0, 20, 10);
  SequentialMean controlled(0, 20, 10, 10, 5);
  for (int chunk = 0; chunk < 400; ++chunk) {
    Sums sums;
    for (int i = 0; i < 50; ++i) {
      const std::int64_t control = random.below(11);  // mean 5
      sums.add(control + random.below(11), control);  // mean 10
    }
    plain.add(sums);
    controlled.add(sums);
  }
  EXPECT_NEAR(controlled.mean(), 10, 0.1);
  EXPECT_LT(controlled.half_width(0.05), 0.85 * plain.half_width(0.05));
  EXPECT_LT(std::abs(controlled.mean() - 10), controlled.half_width(0.05));
}

TEST(Confidence, WidthShrinksAsOneOverTheRoot) {
  SequentialMean mean(0, 1, 0.5);
  const auto feed = [&](int chunks) {
    for (int i = 0; i < chunks; ++i) mean.add({.blocks = 1000, .x = 500, .xx = 500});
  };
  feed(100);
  const double wide = mean.half_width(0.05);
  feed(900);
  EXPECT_NEAR(wide / mean.half_width(0.05), std::sqrt(10.0), 0.4);
}

// A game of chance for two: both draw a number below 10, the higher wins, ties are drawn.
struct HighCard {
  struct Position {
    std::array<std::uint32_t, 2> cards{};
    bool over = false;
    bool operator==(const Position&) const = default;
  };
  using Move = std::uint8_t;
  struct Setup {};
  static constexpr std::string_view name = "high card";
  static constexpr std::size_t max_moves = 1;
  static constexpr std::size_t max_seats = 2;
  static constexpr int max_payoff = 1;
  static Position initial(const Setup&) { return {}; }
  static Position deal(const Setup&, RandomStream& random) {
    return {.cards = {random.below(10), random.below(10)}};
  }
  static int seats(const Position&) { return 2; }
  static int side_to_move(const Position&) { return 0; }
  static bool is_terminal(const Position& p) { return p.over; }
  static void legal_moves(const Position& p, FixedList<Move, 1>& list) {
    if (!p.over) list.push_back(0);
  }
  static void play(Position& p, Move) { p.over = true; }
  static std::array<int, 2> payoff(const Position& p) {
    const int sign = (p.cards[0] > p.cards[1]) - (p.cards[0] < p.cards[1]);
    return {sign, -sign};
  }
  static std::string move_text(const Position&, Move) { return "show"; }
  static Move parse_move(const Position&, std::string_view) { return 0; }
  static std::string position_text(const Position&) { return ""; }
  static Position parse_position(const Setup&, std::string_view) { return {}; }
};
static_assert(Chance<HighCard>);

TEST(Chunks, AreTheSameForAnyNumberOfThreads) {
  const auto player = [](const HighCard::Position& p, RandomStream& random) {
    return random_move<HighCard>(p, random);
  };
  const WinShares<HighCard, decltype(player)> experiment({}, player, 3, 10, 2);
  const auto run = [&](int threads) {
    std::vector<Sums> total(experiment.statistics());
    int chunks = 0;
    run_chunks(experiment, 0, threads, [&](const auto& chunk) {
      EXPECT_EQ(chunk.id, static_cast<std::uint64_t>(chunks));
      for (std::size_t k = 0; k < total.size(); ++k) total[k] += chunk.sums[k];
      return ++chunks < 70;
    });
    return total;
  };
  const std::vector<Sums> one = run(1);
  EXPECT_EQ(one, run(2));
  EXPECT_EQ(one, run(3));
  EXPECT_EQ(one[0].blocks, 70 * 256);
  EXPECT_NEAR(static_cast<double>(one[0].x) / (70 * 256), 0.45, 0.01);
  EXPECT_EQ(one[2].x, one[2].blocks);  // one move a game
  EXPECT_EQ(one[3].x, 0);              // none capped
}

}  // namespace
}  // namespace trilith::montecarlo
