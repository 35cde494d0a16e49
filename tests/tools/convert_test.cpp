// `trilith othello convert` as a user runs it: nothing is written when anything is wrong.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/tools/process.hpp"

namespace trilith {
namespace {

namespace fs = std::filesystem;

class Convert : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("trilith-convert-" + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string content(const std::string& name) const {
    std::ifstream file(path(name), std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
  }
  static int run(std::vector<std::string> words) {
    words.insert(words.begin(), {TRILITH_PROGRAM, "othello", "convert"});
    words.push_back("--quiet");
    Process program(words);
    program.close_input();
    return program.wait_for_exit();
  }
  // How many files lie in the folder.
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  fs::path folder_;
};

TEST_F(Convert, ThroughEveryFormatAndBack) {
  const std::string games = std::string(TRILITH_TEST_DATA) + "/othello/games.ggf";
  EXPECT_EQ(run({games, path("a.wtb")}), 0);
  EXPECT_EQ(run({path("a.wtb"), path("b.ggf")}), 0);
  EXPECT_EQ(run({path("b.ggf"), path("c.txt")}), 0);
  EXPECT_EQ(run({path("c.txt"), path("d.wtb")}), 0);
  EXPECT_EQ(run({path("d.wtb"), path("e.txt")}), 0);
  EXPECT_EQ(content("c.txt"), content("e.txt"));
  EXPECT_EQ(content("a.wtb").size(), 16u + 12 * 68);
  EXPECT_EQ(run({path("c.txt"), path("f"), "--to", "obf"}), 0);
  EXPECT_EQ(run({path("f"), path("g.obf"), "--from", "obf"}), 0);
  EXPECT_EQ(content("f"), content("g.obf"));
  EXPECT_EQ(files(), 7u);
}

TEST_F(Convert, NothingIsWrittenWhenARecordIsWrong) {
  write("bad.txt", "f5d6\nf5f5\n");
  write("bad.wtb", "no header");
  write("bad.ggf", "(;GM[Othello]B[f5]W[f5];)");
  write("bad.obf", "nonsense\n");
  for (const char* name : {"bad.txt", "bad.wtb", "bad.ggf", "bad.obf", "none.wtb"}) {
    EXPECT_EQ(run({path(name), path("out.ggf")}), 2) << name;
  }
  write("position.obf", std::string(27, '-') + "OX------XO" + std::string(27, '-') + " O;\n");
  EXPECT_EQ(run({path("position.obf"), path("out.wtb")}), 2);
  EXPECT_EQ(run({path("position.obf"), path("out.xyz")}), 2);
  EXPECT_EQ(run({path("position.obf"), path("no/folder.ggf")}), 2);
  EXPECT_EQ(files(), 5u);
}

TEST_F(Convert, AnOldFileSurvivesAFailure) {
  write("bad.txt", "a1\n");
  write("out.ggf", "old");
  EXPECT_EQ(run({path("bad.txt"), path("out.ggf")}), 2);
  EXPECT_EQ(content("out.ggf"), "old");
}

}  // namespace
}  // namespace trilith
