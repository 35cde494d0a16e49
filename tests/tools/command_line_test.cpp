// The program's exit statuses, its one line for every wrong input, and its JSON.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

namespace trilith {
namespace {

using ::testing::HasSubstr;

struct Outcome {
  int status = -1;
  std::string out;
  std::string err;
};

std::string content(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Runs the program with arguments as a shell reads them.
Outcome trilith(const std::string& arguments) {
  const std::string base = ::testing::TempDir() + "trilith-" +
                           ::testing::UnitTest::GetInstance()->current_test_info()->name();
  const std::string command = std::string(TRILITH_PROGRAM) + " " + arguments + " </dev/null >" +
                              base + ".out 2>" + base + ".err";
  const int status = std::system(command.c_str());
  Outcome outcome{WIFEXITED(status) ? WEXITSTATUS(status) : -1, content(base + ".out"),
                  content(base + ".err")};
  std::remove((base + ".out").c_str());
  std::remove((base + ".err").c_str());
  return outcome;
}

void expect_refusal(const std::string& arguments, const std::string& reason) {
  const Outcome outcome = trilith(arguments);
  EXPECT_EQ(outcome.status, 2) << arguments;
  EXPECT_THAT(outcome.err, HasSubstr(reason)) << arguments;
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
}

TEST(CommandLine, TellsWhenItsOutputIsLost) {
  for (const char* command : {"otrio perft 2", "othello perft 2 --json", "--help"}) {
    const std::string lost = std::string(TRILITH_PROGRAM) + " " + command;
    EXPECT_EQ(WEXITSTATUS(std::system((lost + " >/dev/full 2>/dev/null").c_str())), 2) << command;
    EXPECT_EQ(WEXITSTATUS(std::system((lost + " >&- 2>/dev/null").c_str())), 2) << command;
  }
}

TEST(CommandLine, RefusesNumbersThatAreNone) {
  expect_refusal("othello solve --time nan", "nan is not a finite number");
  expect_refusal("selfplay --game othello --out x --random-moves nan", "nan");
  expect_refusal("otrio perft 2 --seed=-1", "-1 is not a whole number");
  expect_refusal("trio estimate --games 99999999999999999999", "out of range");
}

TEST(CommandLine, ABadLineOfAnyBytesDoesNotStopTheRest) {
  const std::string path = ::testing::TempDir() + "bytes.tsv";
  std::ofstream(path) << "nested,none,pairs\t\xff\xfe\n"
                      << "nested,none,pairs\tGR.,RR.,GBR/VG.,BB.,V../BGV,V..,... V\n";
  const Outcome outcome = trilith("otrio solve --json --file " + path);
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.out, HasSubstr("\"line\":1"));
  EXPECT_THAT(outcome.out, HasSubstr("\"best_moves\""));
  std::remove(path.c_str());
}

// An output that exists and is no file, or a link to one, stays what it is.
TEST(CommandLine, WritesThroughLinksAndPipes) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(::testing::TempDir()) / "trilith-links";
  fs::remove_all(folder);
  fs::create_directories(folder);
  std::ofstream(folder / "target") << "before";
  fs::create_symlink("target", folder / "link");
  const std::string show = "otrio show '...,...,.../...,...,.../...,...,... V' --svg ";
  EXPECT_EQ(trilith(show + (folder / "link").string()).status, 0);
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_THAT(content((folder / "target").string()), HasSubstr("<svg"));
  const std::string pipe = (folder / "pipe").string();
  const std::string command = "mkfifo " + pipe + " && { cat " + pipe + " >" + pipe +
                              ".read & } && " + TRILITH_PROGRAM + " " + show + pipe +
                              " >/dev/null && wait";
  EXPECT_EQ(std::system(command.c_str()), 0);
  EXPECT_TRUE(fs::is_fifo(pipe));
  EXPECT_THAT(content(pipe + ".read"), HasSubstr("</svg>"));
  fs::remove_all(folder);
}

TEST(CommandLine, RefusesWrongInputInOneLine) {
  expect_refusal("", "subcommand");
  expect_refusal("otrio", "subcommand");
  expect_refusal("chess", "chess");
  expect_refusal("otrio solve", "give a POSITION or --file");
  expect_refusal("otrio solve rubbish", "7 characters instead of 37");
  expect_refusal("otrio solve '...,...,.../...,...,.../...,...,... R'", "cannot come from turns");
  expect_refusal("otrio solve '...,...,.../...,...,.../...,...,... V' --rules free,Sd4",
                 "no column");
  expect_refusal("otrio solve --file /nowhere/at/all", "/nowhere/at/all");
  expect_refusal("otrio solve --file /", "cannot be read");
  expect_refusal("otrio solve '...,...,.../...,...,.../...,...,... V' --hash-mb 1000000",
                 "--hash-mb");
  expect_refusal("otrio settle --rules nested,none,3", "two players");
  expect_refusal("otrio settle --threads 0", "--threads");
  expect_refusal("otrio perft -1", "depth");
  expect_refusal("otrio perft", "depth");
  expect_refusal("otrio show '...,...,.../...,...,.../...,...,... V' --svg /nowhere/x.svg",
                 "cannot be written");
}

TEST(CommandLine, SolvesAPositionAsJson) {
  const Outcome outcome =
      trilith("otrio solve 'V..,...,.../...,.R.,.../...,..G,... B' --rules free,none --json");
  EXPECT_EQ(outcome.status, 0);
  for (const char* field : {"\"rules\":\"free,none,pairs\"", "\"value\":", "\"plies\":",
                            "\"best_moves\":[", "\"pv\":[", "\"nodes\":", "\"seconds\":"}) {
    EXPECT_THAT(outcome.out, HasSubstr(field));
  }
}

// A bad line is told with its number, the others are answered, and the status says that one was
// bad.
TEST(CommandLine, GoesOnAfterABadLineOfAFile) {
  const std::string path = ::testing::TempDir() + "positions.tsv";
  std::ofstream(path) << "rules\tposition\n"
                         "# a comment\n"
                         "nested,none,pairs\tBG.,V..,R../..B,.V.,B../VR.,GRG,.V. R\t13\n"
                         "nested,none,pairs\tnonsense\n"
                         "nowhere\t...,...,.../...,...,.../...,...,... V\n"
                         "free,none,duel\t...,...,.R./...,...,.../...,V.V,... R\r\n";
  const Outcome outcome = trilith("otrio solve --json --file " + path);
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 4) << outcome.out;
  EXPECT_THAT(outcome.out, HasSubstr("\"line\":4}"));
  EXPECT_THAT(outcome.out, HasSubstr("\"line\":5}"));
  EXPECT_THAT(outcome.out, HasSubstr("\"best_moves\":[\"Sa2\",\"Sb2\",\"Sc3\",\"Ma2\"]"));
  std::filesystem::remove(path);
}

TEST(CommandLine, SettlesInWords) {
  const Outcome outcome = trilith("otrio settle --rules free,none --rules free,Sb2");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, HasSubstr("the first player wins in 15 plies"));
  EXPECT_THAT(outcome.out, HasSubstr("Blocking Sb2 does not change who wins"));
}

TEST(CommandLine, WritesThePictureWholeOrNotAtAll) {
  const std::string path = ::testing::TempDir() + "board.svg";
  const Outcome outcome =
      trilith("otrio show 'V..,...,.../...,...,.../...,...,... R' --svg " + path);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, HasSubstr("red (R) to place"));
  EXPECT_THAT(content(path), HasSubstr("</svg>"));
  EXPECT_FALSE(std::filesystem::exists(path + ".tmp"));
  std::filesystem::remove(path);
}

// The signature: the same work twice gives the same nodes, searcher by searcher.
TEST(CommandLine, BenchRepeatsItsNodeCounts) {
  const auto without_seconds = [](std::string text) {
    for (std::size_t at = text.find(",\"seconds\""); at != std::string::npos;
         at = text.find(",\"seconds\"")) {
      text.erase(at, text.find('}', at) - at);
    }
    return text;
  };
  const Outcome first = trilith("bench --json");
  const Outcome second = trilith("bench --json");
  EXPECT_EQ(first.status, 0);
  EXPECT_THAT(first.out, HasSubstr("\"signature\":"));
  EXPECT_EQ(without_seconds(first.out), without_seconds(second.out));
}

}  // namespace
}  // namespace trilith
