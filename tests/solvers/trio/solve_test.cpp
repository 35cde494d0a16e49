// Exact solutions of small decks against the handed values, and one method against another.
#include "solvers/trio/solve.hpp"

#include <gtest/gtest.h>

#include "solvers/trio/deal_odds.hpp"
#include "solvers/trio/experiment.hpp"

namespace trilith::trio {
namespace {

constexpr std::size_t kMost = 100'000;
[[maybe_unused]] constexpr std::size_t kMostHands = 400'000;

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

// The handed first turns of the real game: all hands of a starter, 64,000 and 29,000 of them.
TEST(Solve, FirstTurnsOfTheRealGame) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "minutes under a sanitizer";
#endif
  const auto p3 = solve_first_turn(parse_rules("3,simple"), kMostHands, 2);
  ASSERT_TRUE(p3);
  EXPECT_EQ(p3->best, mpq_class("22054747008101/73538846381000"));
  EXPECT_NEAR(p3->opponent_end.get_d(), .953, .0005);
  EXPECT_NEAR(p3->own_end.get_d(), .047, .0005);
  EXPECT_NEAR(p3->centre.get_d(), .0001, .00005);
  EXPECT_NEAR(p3->best_seven.get_d(), .000525240, 5e-10);
  const auto p4 = solve_first_turn(parse_rules("4,simple"), kMostHands, 2);
  ASSERT_TRUE(p4);
  EXPECT_EQ(p4->best, mpq_class("21392878147/115812373248"));
  EXPECT_NEAR(p4->opponent_end.get_d(), .974, .0005);
  EXPECT_NEAR(p4->own_end.get_d(), .026, .0005);
  EXPECT_EQ(p4->centre, 0);
  EXPECT_NEAR(p4->best_seven.get_d(), .001079698, 5e-10);
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
