// Plays recorded dialogues with the program over pipes: tests/data/othello/dialogues.
//
// A file's first line holds the program's arguments after `$ `. Then come
//   > TEXT     send the line TEXT
//   < GLOB     the next line of output must match GLOB, where * stands for any text
//   << GLOB    lines are skipped up to one that matches
//   close      closes the program's input
//   exit N     the program must end by itself with status N
// Lines that start with % are comments.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/tools/process.hpp"

namespace trilith {
namespace {

bool matches(std::string_view glob, std::string_view text) {
  if (glob.empty()) return text.empty();
  if (glob[0] == '*') {
    for (std::size_t skip = 0; skip <= text.size(); ++skip) {
      if (matches(glob.substr(1), text.substr(skip))) return true;
    }
    return false;
  }
  return !text.empty() && glob[0] == text[0] && matches(glob.substr(1), text.substr(1));
}

std::vector<std::string> command_words(const std::string& arguments) {
  std::vector<std::string> words = {TRILITH_PROGRAM};
  std::istringstream stream(arguments);
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

void play_dialogue(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string line;
  ASSERT_TRUE(std::getline(file, line) && line.starts_with("$ ")) << path;
  Process program(command_words(line.substr(2)));
  for (int number = 2; std::getline(file, line); ++number) {
    SCOPED_TRACE(path.filename().string() + ":" + std::to_string(number) + ": " + line);
    if (line.empty() || line[0] == '%') continue;
    if (line[0] == '>') {
      ASSERT_TRUE(program.send((line.size() > 2 ? line.substr(2) : "") + "\n"));
    } else if (line.starts_with("<< ")) {
      std::optional<std::string> answer = program.read_line();
      while (answer && !matches(line.substr(3), *answer)) answer = program.read_line();
      ASSERT_TRUE(answer) << "the output ended";
    } else if (line[0] == '<') {
      const std::optional<std::string> answer = program.read_line();
      ASSERT_TRUE(answer) << "the output ended";
      ASSERT_TRUE(matches(line.size() > 2 ? line.substr(2) : "", *answer)) << "got: " << *answer;
    } else if (line == "close") {
      program.close_input();
    } else if (line.starts_with("exit ")) {
      ASSERT_EQ(program.wait_for_exit(), std::stoi(line.substr(5)));
    } else {
      FAIL() << "no dialogue line";
    }
  }
}

class Dialogue : public ::testing::TestWithParam<std::string> {};

TEST_P(Dialogue, RunsAsRecorded) {
  play_dialogue(std::string(TRILITH_TEST_DATA) + "/othello/dialogues/" + GetParam() + ".txt");
}

INSTANTIATE_TEST_SUITE_P(Othello, Dialogue,
                         ::testing::Values("gtp-session", "gtp-faults", "gtp-passes",
                                           "nboard-session", "nboard-faults", "nboard-passes",
                                           "play-human", "play-engines"),
                         [](const auto& param) {
                           std::string name = param.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(Dialogue, GarbageDoesNotStopAProtocol) {
  for (const char* protocol : {"gtp", "nboard"}) {
    Process program({TRILITH_PROGRAM, "othello", protocol, "--depth", "2"});
    std::string garbage;
    for (int i = 0; i < 4096; ++i) garbage += static_cast<char>((i * 131 + i / 7) & 255);
    ASSERT_TRUE(program.send(garbage + "\n" + std::string(2'000'000, 'x') + "\n\n\r\n"));
    ASSERT_TRUE(program.send(protocol == std::string("gtp") ? "77 name\n" : "ping 77\n"));
    std::optional<std::string> answer = program.read_line();
    const std::string expected = protocol == std::string("gtp") ? "=77 Trilith" : "pong 77";
    while (answer && *answer != expected) answer = program.read_line();
    EXPECT_TRUE(answer) << protocol;
    program.close_input();
    EXPECT_EQ(program.wait_for_exit(), 0) << protocol;
  }
}

TEST(Dialogue, GtpLoadsSgf) {
  const std::string path = ::testing::TempDir() + "trilith-game.sgf";
  std::ofstream(path) << "(;GM[2]SZ[8];B[f5];W[d6](;B[c3];W[d3])(;B[c5]))";
  Process program({TRILITH_PROGRAM, "othello", "gtp"});
  const auto answers = [&program](const std::string& command) {
    EXPECT_TRUE(program.send(command + "\n"));
    const std::string answer = program.read_line().value_or("");
    program.read_line();
    return answer;
  };
  EXPECT_EQ(answers("loadsgf " + path + " 3"), "= ");
  EXPECT_EQ(answers("gogui-rules_legal_moves"), "= C3 C4 C5 C6 C7");
  EXPECT_EQ(answers("loadsgf " + path), "= ");
  EXPECT_EQ(answers("play black d3"), "? illegal move");
  EXPECT_EQ(answers("undo"), "= ");
  EXPECT_EQ(answers("play white d3"), "= ");
  EXPECT_EQ(answers("quit"), "= ");
  EXPECT_EQ(program.wait_for_exit(), 0);
  std::filesystem::remove(path);
}

TEST(Dialogue, TheEndOfInputEndsAProtocol) {
  for (const char* protocol : {"gtp", "nboard"}) {
    Process program({TRILITH_PROGRAM, "othello", protocol});
    ASSERT_TRUE(program.send("quit without end of line"));
    program.close_input();
    EXPECT_EQ(program.wait_for_exit(), 0) << protocol;
  }
}

}  // namespace
}  // namespace trilith
