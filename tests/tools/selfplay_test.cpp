// Self-play: datasets that are what their moves say, and that no kill, thread count or split
// changes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "engines/random.hpp"
#include "tests/tools/process.hpp"
#include "tests/tools/program.hpp"
#include "tests/tools/temporary.hpp"

namespace trilith {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;
using testing::content;
using testing::TemporaryFolder;

// The files of a folder with their bytes.
std::map<std::string, std::string> files(const std::string& folder) {
  std::map<std::string, std::string> result;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    result[entry.path().filename()] = content(entry.path());
  }
  return result;
}

// Without printing megabytes when they differ.
void expect_same_files(const std::string& a, const std::string& b) {
  const auto left = files(a);
  const auto right = files(b);
  ASSERT_EQ(left.size(), right.size());
  for (const auto& [name, bytes] : left) {
    ASSERT_TRUE(right.contains(name)) << name;
    EXPECT_TRUE(right.at(name) == bytes) << name;
  }
}

Json run_json(const std::string& arguments) {
  const ProgramOutcome outcome = run_program(arguments + " --json");
  EXPECT_EQ(outcome.status, 0) << arguments << '\n' << outcome.err;
  return Json::parse(outcome.out, nullptr, false);
}

void expect_refusal(const std::string& arguments, const std::string& reason) {
  const ProgramOutcome outcome = run_program(arguments);
  EXPECT_EQ(outcome.status, 2) << arguments;
  EXPECT_THAT(outcome.err, HasSubstr(reason)) << arguments;
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
}

// The independent check with numpy; its counts.
Json check_with_numpy(const std::string& folder) {
  const std::string out = folder + ".counts";
  const std::string command =
      "/usr/bin/python3 " TRILITH_CHECK_DATASET " " + folder + " >" + out + " 2>&1";
  EXPECT_EQ(std::system(command.c_str()), 0) << content(out);
  const Json counts = Json::parse(content(out), nullptr, false);
  std::filesystem::remove(out);
  return counts;
}

bool numpy_is_there() {
  return std::system("/usr/bin/python3 -c 'import numpy' >/dev/null 2>&1") == 0;
}

struct Case {
  std::string name;
  std::string options;
};

// Every game and number of players, searches with and without visit counts, random moves.
const std::vector<Case> kCases = {
    {"othello", "--game othello --games 6 --players engine:depth=2 --exact 8 --random-moves 0.1"},
    {"mcts", "--game othello --games 4 --players mcts:playouts=60,engine:depth=1 --exact none"},
    {"pairs", "--game otrio --games 12 --players mcts:playouts=60,alphabeta:depth=3 --exact 9"},
    {"duel",
     "--game otrio --rules free,Sb2,duel --games 12 --players alphabeta:depth=2 "
     "--exact 12 --openings 4 --random-moves 0.5 --random-until 6"},
    {"three",
     "--game otrio --rules nested,Mb2,3 --games 6 --players mcts:playouts=50,random,random"},
    {"four",
     "--game otrio --rules free,none,4 --games 8 --players random,mcts:playouts=50,random,"
     "mcts:playouts=30"},
    {"trio", "--game trio --games 9 --players memory,ismcts:playouts=20,random"},
    {"trio6",
     "--game trio --rules 6,simple --games 6 --players memory,random,memory,random,memory,"
     "random --random-moves 0.05"},
};

TEST(Selfplay, EveryLabelFollowsFromTheMoves) {
  if (!numpy_is_there()) GTEST_SKIP() << "python3-numpy is not installed";
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    const TemporaryFolder folder;
    const std::string out = folder.path(c.name);
    const Json result = run_json("selfplay " + c.options + " --shard-games 4 --out " + out);
    const Json counts = check_with_numpy(out);
    EXPECT_EQ(counts.value("games", 0), result.value("games", -1));
    EXPECT_EQ(counts.value("positions", 0), result.value("positions", -1));
    EXPECT_EQ(result.value("position_bytes", 0), 32);
    const bool searches = c.options.find("mcts") != std::string::npos;
    EXPECT_EQ(counts.value("visits", 0) > 0, searches);
    if (c.options.find("--exact ") != std::string::npos && c.name != "mcts") {
      EXPECT_GT(counts.value("exact", 0), 0);
      if (c.name != "duel") {
        EXPECT_GT(counts.value("solved", 0), 0);
      }
    }
    const Json verified = run_json("dataset verify --exact 9 " + out);
    EXPECT_EQ(verified.value("positions", 0), result.value("positions", -1));
  }
}

TEST(Selfplay, ThreadsAndSplitsChangeNothing) {
  for (const Case& c : {kCases[0], kCases[2], kCases[6]}) {
    SCOPED_TRACE(c.name);
    const TemporaryFolder folder;
    const std::string command = "selfplay " + c.options + " --shard-games 4";
    run_json(command + " --threads 1 --out " + folder.path("one"));
    run_json(command + " --threads 3 --out " + folder.path("three"));
    expect_same_files(folder.path("one"), folder.path("three"));
    run_json(command + " --range 0:1 --out " + folder.path("a"));
    run_json(command + " --range 2:3 --out " + folder.path("c"));
    expect_refusal(
        "merge --out " + folder.path("m") + " " + folder.path("a") + " " + folder.path("c"),
        "units 1:2");
    const std::string last = c.name == "othello" ? "1:6" : c.name == "pairs" ? "1:6" : "1:3";
    run_json(command + " --range " + last + " --out " + folder.path("b"));
    const std::string parts = folder.path("a") + " " + folder.path("c") + " " + folder.path("b");
    run_json("merge --out " + folder.path("m") + " " + parts);
    expect_same_files(folder.path("one"), folder.path("m"));
    expect_refusal("merge --out " + folder.path("m") + " " + parts, "not empty");
  }
}

// Kills a run twenty times, each time after a few more lines of its journal.
TEST(Selfplay, TwentyKillsChangeNothing) {
  const std::string options =
      "--game othello --games 160 --players engine:depth=2,mcts:playouts=30 --shard-games 10 "
      "--exact 6 --random-moves 0.02";
  const TemporaryFolder folder;
  run_json("selfplay " + options + " --out " + folder.path("whole"));
  for (const std::string threads : {"1", "2"}) {
    SCOPED_TRACE(threads + " threads");
    const std::string out = folder.path("killed" + threads);
    std::vector<std::string> words = {TRILITH_PROGRAM, "selfplay", "--threads", threads,
                                      "--out",         out,        "--json"};
    for (std::size_t begin = 0; begin < options.size();) {
      const std::size_t end = std::min(options.find(' ', begin), options.size());
      words.push_back(options.substr(begin, end - begin));
      begin = end + 1;
    }
    RandomStream random(20, threads[0]);
    for (int kill = 0; kill < 20; ++kill) {
      // A few units at most between kills, so that 80 are enough; a little later than the line.
      Process process(words);
      const auto lines = [&] {
        const std::string journal = content(out + "/journal.jsonl");
        return std::count(journal.begin(), journal.end(), '\n');
      };
      const auto target = lines() + random.below(3);
      for (int wait = 0; wait < 60'000 && lines() < target; ++wait) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
      std::this_thread::sleep_for(std::chrono::microseconds(random.below(5'000)));
    }
    EXPECT_FALSE(std::filesystem::exists(out + "/manifest.json"))
        << "it ended before the last kill";
    run_json("selfplay " + options + " --threads " + threads + " --out " + out);
    expect_same_files(folder.path("whole"), out);
  }
}

TEST(Selfplay, GoesOnAfterAnInterruption) {
  const std::string options =
      "selfplay --game othello --games 40 --players engine:depth=4 --shard-games 10";
  const TemporaryFolder folder;
  const std::string out = folder.path("out");
  {
    std::vector<std::string> words = {TRILITH_PROGRAM, "selfplay", "--game",    "othello",
                                      "--games",       "40",       "--players", "engine:depth=4",
                                      "--shard-games", "10",       "--out",     out};
    Process process(words);
    for (int wait = 0; wait < 60'000 && content(out + "/journal.jsonl").size() < 2000; ++wait) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    process.signal(SIGINT);
    EXPECT_EQ(process.wait_for_exit(), 130);
  }
  run_json(options + " --out " + out);
  run_json(options + " --out " + folder.path("whole"));
  expect_same_files(folder.path("whole"), out);
  // A finished run is not made again.
  EXPECT_EQ(run_json(options + " --out " + out).value("games", 0), 40);
  expect_refusal(options + " --seed 2 --out " + out, "another run");
}

#ifdef TRILITH_MPIRUN
TEST(Selfplay, ProcessesChangeNothing) {
  const TemporaryFolder folder;
  const std::string command = std::string(TRILITH_PROGRAM) + " selfplay " + kCases[1].options +
                              " --threads 2 --shard-games 4 --out ";
  ASSERT_EQ(std::system((command + folder.path("one") + " >/dev/null").c_str()), 0);
  const std::string mpirun =
      "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 " TRILITH_MPIRUN
      " --oversubscribe -n 3 ";
  const std::string log = folder.path("log");
  ASSERT_EQ(std::system((mpirun + command + folder.path("three") + " >" + log + " 2>&1").c_str()),
            0)
      << content(log);
  expect_same_files(folder.path("one"), folder.path("three"));
}
#endif

TEST(Selfplay, OpeningsDoNotRepeatBeforeAllAreUsed) {
  const TemporaryFolder folder;
  const std::string out = folder.path("out");
  // 60 positions up to symmetry after 4 plies, twice.
  run_json("selfplay --game othello --openings 4 --games 120 --players random --exact none --out " +
           out);
  std::ifstream journal(out + "/journal.jsonl");
  std::string line;
  std::getline(journal, line);
  const auto count = Json::parse(line)["run"]["opening_count"].get<std::size_t>();
  std::vector<int> uses(count, 0);
  for (std::size_t unit = 0; unit < count && std::getline(journal, line); ++unit) {
    ++uses.at(Json::parse(line)["result"]["games"][0]["opening"].get<std::size_t>());
  }
  EXPECT_EQ(uses, std::vector<int>(count, 1));
}

TEST(Selfplay, CountsRepeatedGames) {
  const TemporaryFolder folder;
  // One opening and players without chance: all games are one.
  testing::write(folder.path("openings"), "f5d6c3\n");
  const Json counts =
      run_json("selfplay --game othello --openings " + folder.path("openings") +
               " --games 5 --players engine:depth=1 --exact none --out " + folder.path("out"));
  EXPECT_EQ(counts.value("distinct_games", 0), 1);
  EXPECT_EQ(counts.value("repeated_games", 0), 4);
  EXPECT_EQ(counts.value("distinct_positions", 0) * 5, counts.value("positions", 0));
}

TEST(Selfplay, RefusesWhatIsNone) {
  const TemporaryFolder folder;
  const std::string out = " --out " + folder.path("out");
  expect_refusal("selfplay --game chess" + out, "othello, otrio or trio");
  expect_refusal("selfplay --game othello", "--out");
  expect_refusal("selfplay --game othello --rules free" + out, "standard and reversi");
  expect_refusal("selfplay --game othello --players nobody" + out, "nobody");
  expect_refusal("selfplay --game othello --players human" + out, "human");
  expect_refusal("selfplay --game othello --players random,random,random" + out, "3 players");
  expect_refusal("selfplay --game otrio --rules nested,none,3 --exact all" + out,
                 "no exact values");
  expect_refusal("selfplay --game otrio --openings balanced" + out, "standard Othello");
  expect_refusal("selfplay --game othello --openings /no/where" + out, "/no/where");
  expect_refusal("selfplay --game trio --openings 3" + out, "new deal");
  expect_refusal("selfplay --game trio --rules 4t,simple" + out, "swaps=off");
  expect_refusal("selfplay --game othello --exact some" + out, "some");
  expect_refusal("selfplay --game othello --random-moves 2" + out, "--random-moves");
  expect_refusal("selfplay --game othello --games 10 --range 5:11" + out, "0:10");
  expect_refusal("selfplay --game othello --games 10 --range 5" + out, "a:b");
  expect_refusal("selfplay --game othello --games 1 --players random --out /proc/none",
                 "/proc/none");
  testing::write(folder.path("bad"), "f5f6\n# a comment\nf5f5\n");
  expect_refusal("selfplay --game othello --openings " + folder.path("bad") + out, "line 3");
  expect_refusal("merge --out " + folder.path("m") + " " + folder.path("missing"),
                 "cannot be read");
}

class DamagedDataset : public ::testing::Test {
 protected:
  void SetUp() override {
    run_json("selfplay --game othello --games 3 --players mcts:playouts=10 --exact none --out " +
             out_);
  }
  // Verifying says this and exits with 1.
  void expect_found(const std::string& reason) {
    const ProgramOutcome outcome = run_program("dataset verify " + out_);
    EXPECT_EQ(outcome.status, 1) << outcome.out << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr(reason));
  }

  TemporaryFolder folder_;
  std::string out_ = folder_.path("out");
};

TEST_F(DamagedDataset, IsFoundWhereverABitFlips) {
  for (const auto& [name, bytes] : files(out_)) {
    if (!name.ends_with(".npy")) continue;
    RandomStream random(3, bytes.size());
    for (int trial = 0; trial < 4; ++trial) {
      std::string damaged = bytes;
      char& byte = damaged[random.below(static_cast<std::uint32_t>(bytes.size()))];
      byte = static_cast<char>(byte ^ 1 << random.below(8));
      testing::write(out_ + "/" + name, damaged);
      expect_found(name);
    }
    testing::write(out_ + "/" + name, bytes.substr(0, bytes.size() - 1));
    expect_found(name);
    testing::write(out_ + "/" + name, "");
    expect_found(name);
    testing::write(out_ + "/" + name, bytes);
  }
  EXPECT_EQ(run_program("dataset verify " + out_).status, 0);
}

TEST_F(DamagedDataset, ManifestsAreRefused) {
  const std::string path = out_ + "/manifest.json";
  const std::string whole = content(path);
  for (const std::string& text :
       {std::string("{"), std::string("[]"), std::string("{\"format\":\"trilith dataset\"}"),
        whole.substr(0, whole.size() / 2)}) {
    testing::write(path, text);
    for (const char* command : {"info", "export"}) {
      expect_refusal("dataset " + std::string(command) + " " + out_, "manifest.json");
    }
    expect_found("manifest.json");
  }
  // Every number and name turned into something else is an error, never a crash.
  const Json manifest = Json::parse(whole);
  const Json flat = manifest.flatten();
  for (const auto& [pointer, value] : flat.items()) {
    Json changed = manifest;
    changed[Json::json_pointer(pointer)] = value.is_number() ? Json("x") : Json(-1);
    testing::write(path, changed.dump());
    const ProgramOutcome outcome = run_program("dataset info " + out_);
    EXPECT_LE(outcome.status, 2) << pointer << outcome.err;
    EXPECT_GE(outcome.status, 0) << pointer;
  }
}

TEST(Dataset, ExportsRowsAsText) {
  const TemporaryFolder folder;
  const std::string out = folder.path("out");
  const Json counts =
      run_json("selfplay --game otrio --games 3 --players mcts:playouts=30 --exact 8 --out " + out);
  const ProgramOutcome lines = run_program("dataset export " + out);
  EXPECT_EQ(lines.status, 0);
  EXPECT_EQ(std::count(lines.out.begin(), lines.out.end(), '\n'), counts.value("positions", 0));
  const Json first = Json::parse(lines.out.substr(0, lines.out.find('\n')));
  EXPECT_EQ(first["position"], "...,...,.../...,...,.../...,...,... V");
  EXPECT_EQ(first["source"], "opening");
  EXPECT_TRUE(first["value"].is_null());
  run_program("dataset export --format csv --out " + folder.path("rows.csv") + " " + out);
  const std::string csv = content(folder.path("rows.csv"));
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), counts.value("positions", 0) + 1);
  EXPECT_EQ(csv.substr(0, csv.find('\n')),
            "game,ply,side,position,move,source,value,result,exact,exact_plies,visits");
  expect_refusal("dataset export --format xml " + out, "xml");
  expect_refusal("dataset info " + folder.path("nowhere"), "manifest.json");
}

}  // namespace
}  // namespace trilith
