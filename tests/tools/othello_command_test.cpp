// `trilith othello` as a shell runs it: wrong inputs, limits, files, JSON.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/tools/program.hpp"

namespace trilith {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Eight empty squares, X to move, score +46.
constexpr const char* kSmall =
    "'XXXXXXXXX-OXOO-XOOOOXOOXOOXOXXOX-OOXOXXXOOOOXOXX--OOXXXX---OOOOO X'";
// FFO 50, minutes of work.
constexpr const char* kLarge =
    "'--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X'";

void expect_refusal(const std::string& arguments, const std::string& reason) {
  const ProgramOutcome outcome = run_program(arguments);
  EXPECT_EQ(outcome.status, 2) << arguments;
  EXPECT_THAT(outcome.err, HasSubstr(reason)) << arguments;
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
}

TEST(OthelloCommand, RefusesWrongInputInOneLine) {
  const std::string solve = std::string("othello solve ") + kSmall;
  expect_refusal("othello", "subcommand");
  expect_refusal("othello solve", "either a position or --file");
  expect_refusal(solve + " --file x.obf", "either a position or --file");
  expect_refusal("othello solve rubbish", "rubbish");
  expect_refusal("othello solve 'XX X'", "64");
  expect_refusal("othello solve --file /nowhere/at/all", "/nowhere/at/all");
  expect_refusal("othello solve --file /", "cannot be read");
  expect_refusal(solve + " --hash-mb 0", "--hash-mb");
  expect_refusal(solve + " --hash-mb 16000000", "--hash-mb");
  expect_refusal(solve + " --cpu abacus", "abacus");
  expect_refusal(solve + " --time 0", "--time");
  expect_refusal(solve + " --nodes -5", "--nodes");
  expect_refusal(solve + " --time never", "--time");
  expect_refusal(solve + " --threads 0", "--threads");
  expect_refusal(solve + " --wld --all-moves", "--wld");
  expect_refusal("othello perft", "depth");
  expect_refusal("othello perft -1", "depth");
  expect_refusal("othello perft 3 --cpu mmx", "mmx");
  expect_refusal("othello show 'XX O'", "64");
  expect_refusal("othello show --moves f5f5", "f5");
  expect_refusal("othello show --variant chess", "'chess': it is reversi or standard");
  expect_refusal("othello show --svg /nowhere/x.svg", "cannot be written");
  expect_refusal("othello convert", "input");
  expect_refusal("othello convert a.ggf", "output");
  expect_refusal("othello convert a.doc b.ggf", "does not end in");
  expect_refusal("othello convert a.ggf b.ggf --from sgf", "sgf");
  expect_refusal("othello convert /nowhere/a.ggf b.wtb", "/nowhere/a.ggf");
  expect_refusal("othello play --seats human", "1 players for 2 seats");
  expect_refusal("othello play --seats human,abacus", "abacus");
  expect_refusal("othello gtp --depth 0", "--depth");
  expect_refusal("othello gtp --weights /nowhere/w", "/nowhere/w");
  expect_refusal("othello nboard --hash-mb 0", "--hash-mb");
}

TEST(OthelloCommand, SolvesAPositionAsJson) {
  const ProgramOutcome outcome = run_program(std::string("othello solve --json ") + kSmall);
  EXPECT_EQ(outcome.status, 0);
  for (const char* field : {"\"position\":", "\"empties\":8", "\"score\":46", "\"best_moves\":[",
                            "\"pv\":[", "\"nodes\":", "\"seconds\":"}) {
    EXPECT_THAT(outcome.out, HasSubstr(field));
  }
  EXPECT_THAT(run_program(std::string("othello solve --wld --json ") + kSmall).out,
              HasSubstr("\"value\":\"win\""));
}

TEST(OthelloCommand, LimitsLeaveBounds) {
  for (const char* limit : {"--nodes 200000", "--time 0.1"}) {
    const ProgramOutcome outcome =
        run_program(std::string("othello solve --json ") + limit + " " + kLarge);
    EXPECT_EQ(outcome.status, 0);
    EXPECT_THAT(outcome.out, HasSubstr("\"complete\":false"));
    EXPECT_THAT(outcome.out, HasSubstr("\"lower\":"));
    EXPECT_THAT(outcome.out, Not(HasSubstr("\"score\"")));
  }
}

// A bad line is told with its number, the others are answered, and the status says so.
TEST(OthelloCommand, GoesOnAfterABadLineOfAFile) {
  const std::string path = ::testing::TempDir() + "othello-positions.tsv";
  const std::string small = std::string(kSmall).substr(1, 66);
  std::ofstream(path) << "position\tempties\tscore\n% a comment\n\n"
                      << small << "\t8\t+46\n"
                      << "nonsense\t1\n"
                      << small << "; c7:+46;\r\n";
  const ProgramOutcome outcome = run_program("othello solve --json --file " + path);
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 3) << outcome.out;
  EXPECT_THAT(outcome.out, HasSubstr("\"line\":5"));
  EXPECT_THAT(outcome.err, HasSubstr("line 5"));
  std::filesystem::remove(path);
}

TEST(OthelloCommand, CountsBothWays) {
  const ProgramOutcome outcome = run_program("othello perft 9 --json");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, HasSubstr("\"perft\":3005288"));
  EXPECT_THAT(outcome.out, HasSubstr("\"pass_free\":3005320"));
}

TEST(OthelloCommand, WritesThePictureWhole) {
  const std::string path = ::testing::TempDir() + "othello.svg";
  const ProgramOutcome outcome = run_program("othello show --moves f5d6 --svg " + path);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(file_content(path), HasSubstr("</svg>"));
  EXPECT_FALSE(std::filesystem::exists(path + ".tmp"));
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace trilith
