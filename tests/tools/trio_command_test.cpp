// `trio estimate`, `exact` and `advise` as a user runs them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
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

void expect_refusal(const std::string& arguments, const std::string& reason) {
  const ProgramOutcome outcome = run_program(arguments);
  EXPECT_EQ(outcome.status, 2) << arguments;
  EXPECT_THAT(outcome.err, HasSubstr(reason)) << arguments;
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
}

Json without_times(const std::string& text) {
  Json json = Json::parse(text);
  json.erase("seconds");
  return json;
}

TEST(TrioEstimate, RefusesWrongInput) {
  expect_refusal("trio estimate --rules 7,simple", "7");
  expect_refusal("trio estimate --rules 3,easy", "easy");
  expect_refusal("trio estimate --rules 3,simple,hand=13", "hand");
  expect_refusal("trio estimate --seats memory,memory", "2 players for 3 seats");
  expect_refusal("trio estimate --seats clever", "clever");
  expect_refusal("trio estimate --seats ismcts:playouts=0", "playouts=0");
  expect_refusal("trio estimate --half-width 0", "--half-width");
  expect_refusal("trio estimate --time -1", "--time");
  expect_refusal("trio estimate --level 1", "--level");
  expect_refusal("trio estimate --max-turns 0", "--max-turns");
  expect_refusal("trio estimate --max-turns -1", "--max-turns");
  expect_refusal("trio estimate --games many", "--games");
  expect_refusal("trio estimate --games 0", "--games");
  expect_refusal("trio estimate --games -5", "--games");
  expect_refusal("trio estimate --replay -1", "--replay");
  expect_refusal("trio estimate --games 100 --csv /nowhere/x.csv", "/nowhere/x.csv");
  expect_refusal("trio estimate --games 100 --journal /nowhere/x", "/nowhere/x");
}

TEST(TrioEstimate, JsonHoldsCountsThatAgree) {
  const ProgramOutcome outcome = run_program(
      "trio estimate --games 3000 --seats memory --seats random,memory,memory --json --seed 9");
  EXPECT_EQ(outcome.status, 0);
  const Json json = Json::parse(outcome.out);
  EXPECT_EQ(json.at("rules"), "3,simple");
  EXPECT_EQ(json.at("seed"), 9);
  EXPECT_EQ(json.at("level"), 0.95);
  EXPECT_EQ(json.at("stopped"), "games");
  ASSERT_EQ(json.at("line_ups").size(), 2u);
  for (const Json& line_up : json.at("line_ups")) {
    std::int64_t games = 0;
    for (const Json& pair : line_up.at("lengths")) games += pair[1].get<std::int64_t>();
    EXPECT_EQ(line_up.at("games"), games);
    std::int64_t won = 0;
    for (const char* seat : {"seat 1", "seat 2", "seat 3"}) {
      const Json& s = line_up.at("statistics").at(seat);
      won += s.at("sum").get<std::int64_t>();
      EXPECT_LT(s.at("low").get<double>(), s.at("mean").get<double>());
      EXPECT_GT(s.at("high").get<double>(), s.at("mean").get<double>());
    }
    const Json& statistics = line_up.at("statistics");
    EXPECT_EQ(won + statistics.at("capped").at("sum").get<std::int64_t>() +
                  statistics.at("drawn").at("sum").get<std::int64_t>(),
              games);
    EXPECT_EQ(won, statistics.at("by seven").at("sum").get<std::int64_t>() +
                       statistics.at("by trios").at("sum").get<std::int64_t>() +
                       statistics.at("by link").at("sum").get<std::int64_t>());
  }
  const Json& difference = json.at("line_ups")[1].at("statistics").at("share difference");
  EXPECT_LT(difference.at("high").get<double>(), 0);  // a random player is worse
}

TEST(TrioEstimate, IsTheSameForAnyNumberOfThreads) {
  const std::string command = "trio estimate --rules 4,picante --games 4000 --json --threads ";
  const ProgramOutcome one = run_program(command + "1");
  EXPECT_EQ(one.status, 0);
  EXPECT_EQ(without_times(one.out), without_times(run_program(command + "3").out));
}

// A run that goes on from a journal, even one with a torn last line, ends like one in one piece.
TEST(TrioEstimate, GoesOnFromItsJournal) {
  const std::string path = ::testing::TempDir() + "estimate.journal";
  std::filesystem::remove(path);
  const std::string command = "trio estimate --half-width 0.02 --json --journal " + path;
  const ProgramOutcome whole = run_program(command);
  EXPECT_EQ(whole.status, 0) << whole.err;
  const std::string journal = file_content(path);
  ASSERT_GT(std::count(journal.begin(), journal.end(), '\n'), 2);

  std::ofstream(path, std::ios::binary | std::ios::trunc)
      << journal.substr(0, journal.find('\n', journal.find('\n') + 1) + 8);
  const ProgramOutcome resumed = run_program(command);
  EXPECT_EQ(resumed.status, 0) << resumed.err;
  EXPECT_EQ(without_times(resumed.out), without_times(whole.out));
  EXPECT_EQ(file_content(path), journal);

  expect_refusal(command + " --seed 2", path);  // of another run
  std::ofstream(path, std::ios::binary | std::ios::trunc) << journal << "nonsense\n";
  expect_refusal(command, "line");
  std::filesystem::remove(path);
}

TEST(TrioEstimate, WritesCsvAndSvg) {
  const std::string csv = ::testing::TempDir() + "estimate.csv";
  const std::string svg = ::testing::TempDir() + "estimate.svg";
  const ProgramOutcome outcome =
      run_program("trio estimate --games 500 --csv " + csv + " --svg " + svg);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, HasSubstr("seats memory: "));
  EXPECT_THAT(outcome.out, HasSubstr("with probability 95 %"));
  EXPECT_THAT(file_content(csv), HasSubstr("seats,statistic,mean,low,high"));
  EXPECT_THAT(file_content(csv), HasSubstr("\"memory\",seat 3,"));
  EXPECT_THAT(file_content(svg), HasSubstr("</svg>"));
  std::filesystem::remove(csv);
  std::filesystem::remove(svg);
}

TEST(TrioEstimate, ReplaysAGame) {
  const std::string command = "trio estimate --games 300 --seed 3 --replay ";
  const ProgramOutcome outcome = run_program(command + "17 --json");
  EXPECT_EQ(outcome.status, 0);
  const Json json = Json::parse(outcome.out);
  EXPECT_EQ(json.at("game"), 17);
  EXPECT_EQ(json.at("turns"), json.at("moves").size());
  EXPECT_EQ(run_program(command + "17 --json").out, outcome.out);
  EXPECT_NE(run_program(command + "20 --json").out, outcome.out);
}

TEST(TrioExact, GivesFractions) {
  const ProgramOutcome outcome = run_program(
      "trio exact --rules 2,simple,numbers=2,hand=2,trios=1,seven=off --turns 1,3 --json");
  EXPECT_EQ(outcome.status, 0);
  for (const char* row : {R"("name":"random games: seat 1 wins","method":"exact","value":0.526)",
                          R"("fraction":"972866670/1847926001")", R"("fraction":"253590/23023")",
                          R"(within 1 turns","method":"exact","value":0.7,"fraction":"7/10")",
                          R"("fraction":"13007/13500")"}) {
    EXPECT_THAT(outcome.out, HasSubstr(row));
  }
  expect_refusal("trio exact --turns 0", "--turns");
  expect_refusal("trio exact --observation nonsense", "observation");
}

TEST(TrioExact, CountsTheDealsOfAnObservation) {
  const ProgramOutcome outcome = run_program(
      "trio exact --rules 2,simple,numbers=2,hand=2 --observation '@1 1 |1,2|;|?,?| ?,? -;-' "
      "--json");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const Json json = Json::parse(outcome.out);
  EXPECT_EQ(json.at("deals"), "108");  // 3 * 3 cards of one's own, 6 hands of two, 2 orders
  double sum = 0;
  for (const Json& number : json.at("cards")[0].at("numbers")) {
    sum += number.at("chance").get<double>();
  }
  EXPECT_NEAR(sum, 1, 1e-12);
}

TEST(TrioAdvise, GivesEveryReveal) {
  const std::string seen =
      "'@1 1 |1,1,2,4,5,7,8,11,12|;|?,?,?,?,?,?,?,?,?|;|?,?,?,?,?,?,?,?,?| "
      "?,?,?,?,?,?,?,?,? -;-;-'";
  const ProgramOutcome outcome = run_program("trio advise " + seen + " --deals 400 --json");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const Json json = Json::parse(outcome.out);
  EXPECT_EQ(json.at("moves").size(), 15u);
  double best = 0;
  for (const Json& move : json.at("moves")) {
    best = std::max(best, move.at("chance").get<double>());
    EXPECT_LE(move.at("low").get<double>(), move.at("win_share").get<double>());
    EXPECT_GE(move.at("high").get<double>(), move.at("win_share").get<double>());
    EXPECT_GE(move.at("bits").get<double>(), 0);
  }
  EXPECT_GT(best, 0.2);
  const ProgramOutcome again =
      run_program("trio advise " + seen + " --deals 400 --json --threads 3");
  EXPECT_EQ(again.out, outcome.out);
  EXPECT_THAT(run_program("trio advise " + seen + " --deals 100").out,
              HasSubstr("best for a trio this turn: "));
}

TEST(TrioAdvise, RefusesWrongInput) {
  expect_refusal("trio advise", "observation");
  expect_refusal("trio advise nonsense", "observation 'nonsense'");
  expect_refusal("trio advise '@1 1\n2'", "observation '@1 1 2'");
  // The lowest card of seat 2 cannot be a 12: it has nine cards.
  expect_refusal(
      "trio advise '@1 1 |1,1,2,4,5,7,8,11,12|;12|?,?,?,?,?,?,?,?|;|?,?,?,?,?,?,?,?,?| "
      "?,?,?,?,?,?,?,?,? -;-;-'",
      "no deal fits it");
  expect_refusal("trio advise '@2 1 |?,?|;|1,2| ?,? -;-' --rules 2,simple,numbers=2,hand=2",
                 "not of the observing seat");
  expect_refusal(
      "trio advise '@1 1 |1,2|;|?,?| ?,? -;-' --rules 2,simple,numbers=2,hand=2 "
      "--level 2",
      "--level");
  expect_refusal(
      "trio advise '@1 1 |1,2|;|?,?| ?,? -;-' --rules 2,simple,numbers=2,hand=2 "
      "--deals 0",
      "--deals");
}

}  // namespace
}  // namespace trilith
