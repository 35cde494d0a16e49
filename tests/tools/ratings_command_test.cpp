// `trilith ratings` as a user runs it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/tools/program.hpp"

namespace trilith {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(RatingsCommand, GivesPublishedFigures) {
  const ProgramOutcome pairs = run_program("ratings --pairs 34,54,63,64,75 --json");
  EXPECT_EQ(pairs.status, 0) << pairs.err;
  EXPECT_THAT(pairs.out, HasSubstr("\"elo\":55.5797"));
  EXPECT_THAT(pairs.out, HasSubstr("\"elo_margin\":27.65"));
  EXPECT_THAT(pairs.out, HasSubstr("\"nelo\":57.93"));
  EXPECT_THAT(pairs.out, HasSubstr("\"nelo_margin\":28.27"));
  const ProgramOutcome test =
      run_program("ratings --pairs 379,10170,21828,10640,343 --nelo 0,2 --json");
  EXPECT_THAT(test.out, HasSubstr("\"llr\":2.945"));
  EXPECT_THAT(test.out, HasSubstr("\"llr_t_test\":2.94597"));
  EXPECT_THAT(test.out, HasSubstr("\"verdict\":\"accept H1\""));
  const ProgramOutcome games = run_program("ratings --games 36027,68692,36433 --nelo 0,2");
  EXPECT_THAT(games.out, HasSubstr("LLR 0.92 in (-2.94, 2.94), undecided"));
}

TEST(RatingsCommand, PrintsNumbersWhateverTheResults) {
  for (const char* counts :
       {"0,0,0,0,0", "1,0,0,0,0", "1000000,0,0,0,0", "0,0,77,0,0", "0,0,0,0,1", "0,1,0,0,0"}) {
    for (const char* bounds : {"--nelo 0,2", "--nelo=-1e6,-9e5", "--elo=-1e300,1e300"}) {
      for (const char* json : {"", " --json"}) {
        const ProgramOutcome outcome =
            run_program("ratings --pairs " + std::string(counts) + " " + bounds + json);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        EXPECT_THAT(outcome.out, Not(HasSubstr("inf"))) << counts;
        EXPECT_THAT(outcome.out, Not(HasSubstr("nan"))) << counts;
        if (std::string(counts) != "0,0,0,0,0") {
          EXPECT_THAT(outcome.out, Not(HasSubstr("null"))) << counts;
        }
      }
    }
  }
}

TEST(RatingsCommand, RefusesWrongInputInOneLine) {
  for (const char* arguments :
       {"ratings", "ratings --pairs 1,2,3", "ratings --pairs 1,2,3,4,-5",
        "ratings --pairs 1,2,3,4,5 --games 1,2,3", "ratings --pairs 1,2,3,4,5 --nelo 2,0",
        "ratings --pairs 1,2,3,4,5 --nelo 0,nan", "ratings --pairs 1,2,3,4,5 --nelo 0,2 --alpha 1",
        "ratings --pairs 18446744073709551615,2,3,4,5", "ratings --games 1,2"}) {
    const ProgramOutcome outcome = run_program(arguments);
    EXPECT_EQ(outcome.status, 2) << arguments;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  }
}

}  // namespace
}  // namespace trilith
