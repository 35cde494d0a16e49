// `play`, `extreme` and `search` as a user runs them: seats, people, JSON, wrong input.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/tools/program.hpp"

namespace trilith {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

std::vector<Json> json_lines(const std::string& text) {
  std::vector<Json> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(Json::parse(line));
  return lines;
}

// Runs the program with `input` typed by a person.
ProgramOutcome with_input(const std::string& arguments, const std::string& input) {
  const std::string path = ::testing::TempDir() + "typed-" +
                           ::testing::UnitTest::GetInstance()->current_test_info()->name();
  std::ofstream(path) << input;
  const ProgramOutcome outcome = run_program(arguments, path);
  std::remove(path.c_str());
  return outcome;
}

void expect_refusal(const std::string& arguments, const std::string& reason) {
  const ProgramOutcome outcome = run_program(arguments);
  EXPECT_EQ(outcome.status, 2) << arguments;
  EXPECT_THAT(outcome.err, HasSubstr(reason)) << arguments;
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
}

TEST(Play, EveryGamePlaysWithEveryKindOfSeat) {
  for (const char* arguments :
       {"otrio play --rules free,none --seats perfect:memory-mb=1,alphabeta:depth=3",
        "otrio play --seats mcts:playouts=200,random --games 2",
        "otrio play --rules nested,Sb2,3 --seats mcts:playouts=100,random,random",
        "otrio play --rules free,none,4 --seats random",
        "othello play --seats mcts:playouts=50,engine:depth=2",
        "othello play --seats mcts:playouts=50,playout=fast,random --variant reversi",
        "othello play --seats mcts:playouts=2,playout=guided,alphabeta:depth=1",
        "trio play --seats memory,myopic,forgetful:rate=0.2",
        "trio play --seats ismcts:playouts=30,mcts:playouts=30,no-own",
        "trio play --rules 4t,picante --seats memory"}) {
    const ProgramOutcome outcome = run_program(std::string(arguments) + " --json --seed 5");
    EXPECT_EQ(outcome.status, 0) << arguments << outcome.err;
    for (const Json& game : json_lines(outcome.out)) {
      EXPECT_TRUE(game.at("finished").get<bool>()) << arguments;
      EXPECT_GT(game.at("moves").size(), 4u) << arguments;
      int sum = 0;
      for (const Json& points : game.at("result")) sum += points.get<int>();
      const bool two_sides = game.at("result").size() == 2;
      if (two_sides) {
        EXPECT_EQ(sum, 0) << arguments;
      }
    }
    EXPECT_EQ(run_program(std::string(arguments) + " --json --seed 5").out, outcome.out)
        << arguments;
  }
}

TEST(Play, SpeaksToPeople) {
  const ProgramOutcome outcome =
      run_program("otrio play --rules free,none --seats mcts:playouts=100,random");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, HasSubstr("seat 1 VG (mcts:playouts=100): "));
  EXPECT_THAT(outcome.out, HasSubstr("after 100 playouts"));
  EXPECT_THAT(outcome.out, HasSubstr("game 1: "));
  EXPECT_EQ(outcome.err, "");
}

TEST(Play, APersonMayErrAskTakeBackAndLeave) {
  const ProgramOutcome outcome = with_input("otrio play --seats human,random --seed 2",
                                            "nonsense\n?\nundo\nSb2\nundo\nSa1\n\nquit\n");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.err, HasSubstr("nonsense"));
  EXPECT_THAT(outcome.err, HasSubstr("moves: "));
  EXPECT_THAT(outcome.err, HasSubstr("no move of yours to take back"));
  EXPECT_THAT(outcome.err, HasSubstr("go on with '"));
  EXPECT_THAT(outcome.out, HasSubstr("seat 1 VG (human): Sb2"));
  EXPECT_THAT(outcome.out, HasSubstr("seat 1 VG (human): Sa1"));
  EXPECT_THAT(outcome.out, HasSubstr("game 1: left after 2 moves"));
}

TEST(Play, TheEndOfInputLeavesTheGame) {
  for (const char* game : {"otrio", "othello", "trio"}) {
    const ProgramOutcome outcome = run_program(std::string(game) + " play --json");
    EXPECT_EQ(outcome.status, 0) << game;
    const std::vector<Json> lines = json_lines(outcome.out);
    ASSERT_EQ(lines.size(), 1u) << game;
    EXPECT_FALSE(lines[0].at("finished").get<bool>());
    EXPECT_TRUE(lines[0].at("moves").empty());
  }
}

TEST(Play, APersonAtTrioSeesOwnCardsOnly) {
  const ProgramOutcome outcome = with_input(
      "trio play --seats human,memory,memory --deal "
      "'1,1,2,2,3,3,4,4,5;5,5,6,6,6,7,7,7,8;8,8,9,9,9,10,10,10,11 "
      "1,2,3,4,11,11,12,12,12'",
      "undo\nlow1\nlow1\nc1\nquit\n");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, HasSubstr("@1 1 |1,1,2,2,3,3,4,4,5|;|?,?,?,?,?,?,?,?,?|;"));
  EXPECT_THAT(outcome.out, HasSubstr("seat 1 (human): c1=1 takes the trio"));
  EXPECT_THAT(outcome.err, HasSubstr("what was shown cannot be taken back"));
}

TEST(Play, RefusesWrongSeats) {
  expect_refusal("otrio play --seats robot,random", "no kind 'robot'");
  expect_refusal("otrio play --seats random,random,random", "3 players for 2 seats");
  expect_refusal("otrio play --seats mcts:playouts=0,random", "playouts=0");
  expect_refusal("otrio play --seats mcts:playouts", "has no '='");
  expect_refusal("otrio play --rules free,none,3 --seats perfect", "for two players");
  expect_refusal("otrio play --rules huge", "huge");
  expect_refusal("otrio play rubbish", "37");
  expect_refusal("otrio play --games 0", "--games");
  expect_refusal("othello play --seats human", "1 players for 2 seats");
  expect_refusal("othello play --seats engine:depth=61,random", "depth=61");
  expect_refusal("othello play --seats engine:weights=/nowhere,random", "/nowhere");
  expect_refusal("othello play --moves f5f5", "f5");
  expect_refusal("trio play --seats memory,memory", "2 players for 3 seats");
  expect_refusal("trio play --seats forgetful:rate=2", "rate=2");
  expect_refusal("trio play --rules 9,simple", "9");
  expect_refusal("trio play --deal 1,2,3", "deal");
}

TEST(Extreme, PlaysAMatchWithPenalties) {
  const ProgramOutcome outcome =
      run_program("otrio extreme --seats mcts:playouts=60 --rules nested,none,3 --json --seed 4");
  EXPECT_EQ(outcome.status, 0);
  const std::vector<Json> lines = json_lines(outcome.out);
  ASSERT_GT(lines.size(), 2u);
  std::vector<int> totals(3);
  for (std::size_t game = 0; game + 1 < lines.size(); ++game) {
    const Json& line = lines[game];
    EXPECT_EQ(line.at("game"), game + 1);
    EXPECT_EQ(line.at("first"), game % 3 + 1);
    if (!line.at("winner").is_null()) ++totals[line.at("winner").get<std::size_t>() - 1];
    if (!line.at("penalty").is_null()) --totals[line.at("penalty").get<std::size_t>() - 1];
    EXPECT_EQ(line.at("totals").get<std::vector<int>>(), totals);
  }
  EXPECT_EQ(lines.back().at("totals").get<std::vector<int>>(), totals);
  if (!lines.back().at("match_winner").is_null()) {
    EXPECT_GE(totals[lines.back().at("match_winner").get<std::size_t>() - 1], 5);
  }
}

TEST(Extreme, SaysWhenNobodyGetsThere) {
  const ProgramOutcome outcome = run_program("otrio extreme --seats random --max-games 2");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, HasSubstr("nobody reached 5 points in 2 games"));
  expect_refusal("otrio extreme --points 0", "--points");
  expect_refusal("otrio extreme --seats random,random", "2 players for 4 seats");
}

TEST(Search, VisitsAddUpAndWinsAreProven) {
  const ProgramOutcome outcome =
      run_program("otrio search --player mcts:playouts=5000,threads=2 --json");
  EXPECT_EQ(outcome.status, 0);
  const Json json = Json::parse(outcome.out);
  std::uint64_t visits = 0;
  for (const Json& move : json.at("moves")) visits += move.at("visits").get<std::uint64_t>();
  EXPECT_EQ(json.at("visits"), visits);
  EXPECT_EQ(json.at("playouts"), 5000);
  EXPECT_EQ(json.at("pv")[0], json.at("moves")[0].at("move"));
  const ProgramOutcome won =
      run_program("otrio search 'V..,...,.../...,.V.,.../R..,...,... V' --rules free,none,4");
  EXPECT_EQ(won.status, 2);  // Green and Blue have not placed
  expect_refusal("otrio search --player random", "only mcts searches");
  expect_refusal("otrio search --player mcts:depth=3", "no option 'depth'");
}

TEST(SolveForSeats, GivesValuesAndProofs) {
  const ProgramOutcome outcome =
      run_program("otrio solve --players 3 --rules free,Sb2 --playouts 300 --hash-mb 16 --json");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const Json json = Json::parse(outcome.out);
  EXPECT_EQ(json.at("rules"), "free,Sb2,3");
  ASSERT_EQ(json.at("seats").size(), 3u);
  for (const Json& seat : json.at("seats")) {
    EXPECT_EQ(seat.at("forces_win"), false);
    EXPECT_EQ(seat.at("others_can_stop"), true);
    EXPECT_EQ(seat.at("against_all_at_most"), "loss");
    EXPECT_GT(seat.at("standard_error").get<double>(), 0);
  }
}

}  // namespace
}  // namespace trilith
