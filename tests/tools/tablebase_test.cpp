// `trilith otrio tablebase` as a user runs it: a killed build goes on to the same file, damage and
// wrong input are told.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/solvers/retrograde/temporary_folder.hpp"
#include "tests/tools/process.hpp"

namespace trilith {
namespace {

using testing::bytes_of;
using testing::TemporaryFolder;
using testing::write_bytes;

struct Outcome {
  int status = -1;
  std::vector<nlohmann::json> lines;
};

std::vector<std::string> words(const std::vector<std::string>& arguments) {
  std::vector<std::string> all = {TRILITH_PROGRAM, "otrio", "tablebase"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  all.push_back("--json");
  return all;
}

Outcome run(const std::vector<std::string>& arguments) {
  Process process(words(arguments));
  Outcome outcome;
  while (const auto line = process.read_line()) {
    outcome.lines.push_back(nlohmann::json::parse(*line));
  }
  outcome.status = process.wait_for_exit();
  return outcome;
}

std::vector<std::string> build(const std::string& path, const std::string& block = "1024") {
  return {"build", "--pieces", "1", "--rules", "nested,none,duel", "--block", block, "--out", path};
}

TEST(TablebaseTool, BuildsProbesCountsAndVerifies) {
  const TemporaryFolder folder;
  const std::string path = folder.file("db");
  Outcome outcome = run(build(path));
  ASSERT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.lines.at(0)["rules"], "nested,none,duel");

  outcome = run({"probe", path, "..V,...,.../...,.V.,.R./R..,...,... V", "--all-moves"});
  ASSERT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.lines.at(0)["value"], "win");
  EXPECT_EQ(outcome.lines.at(0)["plies"], 1);
  EXPECT_EQ(outcome.lines.at(0)["best_moves"], nlohmann::json::array({"Sc3"}));
  write_bytes(folder.file("positions"),
              "rules\tposition\n"
              "nested,none,duel\t...,...,.../...,...,.../...,...,... V\tx\n"
              "free,none,duel\t...,...,.../...,...,.../...,...,... V\n");
  outcome = run({"probe", path, "--file", folder.file("positions")});
  EXPECT_EQ(outcome.status, 2);
  ASSERT_EQ(outcome.lines.size(), 2u);
  EXPECT_EQ(outcome.lines[1]["line"], 3);

  outcome = run({"stats", path});
  ASSERT_EQ(outcome.status, 0);
  const nlohmann::json total = outcome.lines.back();
  EXPECT_EQ(total["positions"].get<int>(), total["finished"].get<int>() + total["wins"].get<int>() +
                                               total["draws"].get<int>() +
                                               total["losses"].get<int>());

  outcome = run({"verify", path, "--blocks", "20"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.lines.at(0)["recomputed"], 20);
  std::string bytes = bytes_of(path);
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 4);
  write_bytes(path, bytes);
  EXPECT_EQ(run({"verify", path}).status, 1);
  EXPECT_EQ(run(build(path)).status, 2);  // it exists
  EXPECT_EQ(run({"build", "--rules", "nested,none,pairs", "--out", folder.file("x")}).status, 2);
  EXPECT_EQ(run({"verify", folder.file("none")}).status, 2);
}

TEST(TablebaseTool, GoesOnAfterAKill) {
  const TemporaryFolder folder;
  ASSERT_EQ(run(build(folder.file("whole"))).status, 0);
  const std::string whole = bytes_of(folder.file("whole"));
  const std::string path = folder.file("killed");
  int kills = 0;
  for (std::uintmax_t wanted = whole.size() / 4; wanted < whole.size();
       wanted += whole.size() / 4) {
    if (std::filesystem::exists(path)) break;
    Process process(words(build(path)));
    // Killed (by the destructor, with SIGKILL) as soon as the file has grown so far.
    std::error_code error;
    for (int wait = 0; wait < 300'000 && !std::filesystem::exists(path); ++wait) {
      const std::uintmax_t size = std::filesystem::file_size(path + ".tmp", error);
      if (!error && size >= wanted) break;
      usleep(200);
    }
    ++kills;
  }
  EXPECT_GT(kills, 0);
  if (!std::filesystem::exists(path)) {
    ASSERT_EQ(run(build(path)).status, 0);
  }
  EXPECT_TRUE(bytes_of(path) == whole);
}

}  // namespace
}  // namespace trilith
