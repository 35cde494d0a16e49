// Exact solutions of small decks against the handed values, and one method against another.
#include "solvers/trio/solve.hpp"

#include <gtest/gtest.h>

#include "solvers/trio/deal_odds.hpp"
#include "solvers/trio/experiment.hpp"

namespace trilith::trio {
namespace {

constexpr std::size_t kMost = 100'000;

TEST(Solve, WholeRandomGames) {
  struct Row {
    const char* rules;
    const char* wins;
    const char* turns;
  };
  for (const Row& row :
       {Row{"2,simple,numbers=2,hand=3,trios=1,seven=off", "226/427", "10"},
        Row{"2,simple,numbers=2,hand=2,trios=1,seven=off", "972866670/1847926001", "253590/23023"},
        Row{"2,simple,numbers=3,hand=4,trios=1,seven=off", "130766368387327/252893460280020",
            "160014527/9987670"}}) {
    const auto games = solve_random_games(parse_rules(row.rules), kMost);
    ASSERT_TRUE(games) << row.rules;
    EXPECT_EQ(games->wins[0], mpq_class(row.wins)) << row.rules;
    EXPECT_EQ(games->wins[0] + games->wins[1], 1);
    EXPECT_EQ(games->turns, mpq_class(row.turns)) << row.rules;
  }
  const auto games =
      solve_random_games(parse_rules("2,simple,numbers=3,hand=3,trios=2,seven=2"), kMost);
  ASSERT_TRUE(games);
  EXPECT_NEAR(games->wins[0].get_d(), .505893894043500, 1e-15);
  EXPECT_NEAR(games->turns.get_d(), 34.093441693012, 1e-12);
  EXPECT_NEAR(games->by_seven.get_d(), .802733334474, 1e-12);
}

TEST(Solve, RandomGamesAgreeWithPlay) {
  for (const char* text : {"3,picante,numbers=3,copies=2,hand=2,seven=3",
                           "4t,simple,numbers=3,hand=2,trios=2,seven=off,swaps=off"}) {
    const Rules rules = parse_rules(text);
    const auto games = solve_random_games(rules, kMost);
    ASSERT_TRUE(games) << text;
    constexpr int kGames = 20'000;
    std::vector<double> wins(rules.sides());
    double turns = 0;
    for (int i = 0; i < kGames; ++i) {
      RandomStream random(3, static_cast<std::uint64_t>(i));
      const Position start = deal(rules, random);
      const PlayedGame played =
          play_game(start, parse_line_up("random", rules.players), 100'000, random);
      if (played.end.status == Status::won) ++wins[played.end.winner];
      turns += static_cast<double>(played.turns);
    }
    for (int side = 0; side < rules.sides(); ++side) {
      EXPECT_NEAR(wins[side] / kGames, games->wins[side].get_d(), .015) << text;
    }
    EXPECT_NEAR(turns / kGames / games->turns.get_d(), 1, .03) << text;
  }
}

TEST(Solve, BestResponses) {
  const Rules two = parse_rules("2,simple,numbers=2,hand=2,trios=1,seven=off");
  EXPECT_EQ(best_response(two, 1, kMost), mpq_class("7/10"));
  EXPECT_EQ(best_response(two, 3, kMost), mpq_class("13007/13500"));
  const Rules three = parse_rules("2,simple,numbers=3,hand=3,trios=1,seven=off");
  EXPECT_EQ(best_response(three, 1, kMost), mpq_class("31/56"));
  EXPECT_FALSE(best_response(three, 9, 100));  // too many observations are said to be too many
}

// The plan-based first turn and the expectimax over observations are two methods.
TEST(Solve, FirstTurnsAgree) {
  for (const char* text : {"2,simple,numbers=3,hand=3,trios=1,seven=off",
                           "2,simple,numbers=3,hand=4,trios=1,seven=off",
                           "2,simple,numbers=4,copies=2,hand=2,trios=1,seven=off",
                           "3,simple,numbers=3,hand=2,trios=1,seven=off"}) {
    const Rules rules = parse_rules(text);
    const auto first = solve_first_turn(rules, kMost, 1);
    ASSERT_TRUE(first);
    EXPECT_EQ(first->best, best_response(rules, 1, kMost)) << text;
    EXPECT_EQ(first->opponent_end + first->own_end + first->centre, 1);
  }
}

TEST(Solve, TheOpenCardPlayerBelievesTooMuch) {
  const auto control =
      solve_open_control(parse_rules("2,simple,numbers=3,hand=3,trios=1,seven=off"), kMost);
  ASSERT_TRUE(control);
  EXPECT_EQ(control->believed, 1);
  EXPECT_EQ(control->achieved, mpq_class("2729/7840"));
}

TEST(Solve, AllDealsAddUp) {
  const Rules rules = parse_rules("3,simple,numbers=4,hand=3");
  const auto deals = all_deals(rules, kMost);
  ASSERT_TRUE(deals);
  mpz_class sum = 0;
  for (const WeightedDeal& deal : *deals) sum += deal.weight;
  EXPECT_EQ(sum, 369600);  // 12! / 3!^4
  EXPECT_FALSE(all_deals(parse_rules("3,simple"), kMost));
}

}  // namespace
}  // namespace trilith::trio
