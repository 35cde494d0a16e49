// `otrio prove`, `verify`, `table` and `play --hints` as a user runs them.
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

const std::string kProof =
    std::string(TRILITH_TEST_DATA) + "/../../data/otrio/free-none-pairs.proof";

std::string temporary(const std::string& name) { return ::testing::TempDir() + "trilith-" + name; }

void write(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

std::string changed(std::string bytes, std::size_t at) {
  bytes.at(at) = static_cast<char>(bytes.at(at) ^ 4);
  return bytes;
}

void expect_one_line(const ProgramOutcome& outcome, int status, const std::string& reason) {
  EXPECT_EQ(outcome.status, status);
  EXPECT_THAT(outcome.err, HasSubstr(reason));
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
}

TEST(OtrioVerify, TellsWhatIsProved) {
  const ProgramOutcome outcome = run_program("otrio verify " + kProof);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out,
              HasSubstr("free,none,pairs: the first player wins in 15 plies is proved"));
  EXPECT_THAT(outcome.out, HasSubstr("the second player does not lose within 14 plies"));
  const ProgramOutcome json = run_program("otrio verify --rules free,none --json " + kProof);
  EXPECT_EQ(json.status, 0) << json.err;
  for (const char* field :
       {"\"value\":\"first\"", "\"plies\":15", "\"positions\":", "\"seconds\":"}) {
    EXPECT_THAT(json.out, HasSubstr(field));
  }
}

TEST(OtrioVerify, RefusesWithThePlace) {
  const std::string path = temporary("bad.proof");
  const std::string bytes = file_content(kProof);
  for (const std::size_t at :
       {std::size_t{0}, std::size_t{10}, std::size_t{70}, bytes.size() / 2, bytes.size() - 1}) {
    write(path, changed(bytes, at));
    expect_one_line(run_program("otrio verify " + path), 1, "byte ");
  }
  write(path, bytes.substr(0, bytes.size() / 2));
  expect_one_line(run_program("otrio verify " + path), 1, "byte ");
  std::filesystem::remove(path);
  expect_one_line(run_program("otrio verify --rules free,Sb2 " + kProof), 1,
                  "not 'free,Sb2,pairs'");
  expect_one_line(run_program("otrio verify " + path), 2, "cannot be read");
  expect_one_line(run_program("otrio verify"), 2, "file");
}

TEST(OtrioProve, WritesWhatVerifyAccepts) {
  const std::string path = temporary("nested.proof");
  const ProgramOutcome proved = run_program("otrio prove --rules nested,none --out " + path);
  EXPECT_EQ(proved.status, 0) << proved.err;
  EXPECT_THAT(proved.out, HasSubstr("nested,none,pairs: a draw;"));
  EXPECT_FALSE(std::filesystem::exists(path + ".tmp"));
  EXPECT_THAT(run_program("otrio verify " + path).out, HasSubstr("a draw is proved"));
  std::filesystem::remove(path);
  expect_one_line(run_program("otrio prove --rules free,none,duel --out " + path), 2, "pairs");
  expect_one_line(run_program("otrio prove --rules free,none"), 2, "--out");
}

TEST(OtrioTable, IsBuiltVerifiedAndDamageIsFound) {
  const std::string path = temporary("small.early");
  const std::string build =
      "otrio table build --rules free,none,duel --plies 1 --threads 1 --out " + path;
  EXPECT_EQ(run_program(build).status, 0);
  const std::string bytes = file_content(path);
  const ProgramOutcome verified = run_program("otrio table verify --sample 1 " + path);
  EXPECT_EQ(verified.status, 0) << verified.err;
  EXPECT_THAT(verified.out, HasSubstr("7 positions of up to 1 plies hold"));

  // A torn last line of the journal is dropped, the rest is gone on with.
  std::filesystem::remove(path);
  const std::string begun =
      R"({"journal":1,"run":{"command":"otrio table build","rules":"free,none,duel","plies":1,)";
  write(path + ".journal", begun + R"("positions":6}})" + "\n{\"unit\":5,\"res");
  EXPECT_EQ(run_program(build).status, 0);
  EXPECT_EQ(file_content(path), bytes);
  EXPECT_FALSE(std::filesystem::exists(path + ".journal"));

  write(path + ".journal", begun + R"("positions":7}})" + "\n");
  expect_one_line(run_program(build), 2, "line 1: is of another run");
  write(path + ".journal", begun + R"("positions":6}})" + "\n{\"unit\":5,\"result\":{}}\n");
  expect_one_line(run_program(build), 2, "line 2");
  std::filesystem::remove(path + ".journal");
  for (std::size_t at = 0; at < bytes.size(); at += 7) {
    write(path, changed(bytes, at));
    expect_one_line(run_program("otrio table verify --sample 0 " + path), 1, "");
  }
  std::filesystem::remove(path);
  expect_one_line(run_program("otrio table verify " + path), 2, "cannot be read");
  expect_one_line(run_program("otrio table build --rules nested,none,3 --out " + path), 2,
                  "two players");
}

// Four of red's moves hold out longest.
const std::string kDuel = "'...,...,.R./...,...,.../...,V.V,... R' --rules free,none,duel";

TEST(OtrioPlay, HintsTellHowEveryMoveChangedTheValue) {
  const ProgramOutcome perfect = run_program("otrio play " + kDuel + " --seats perfect --hints");
  EXPECT_EQ(perfect.status, 0) << perfect.err;
  EXPECT_THAT(perfect.out, HasSubstr("  keeps a "));
  EXPECT_THAT(perfect.out, Not(HasSubstr("became")));
  const ProgramOutcome random =
      run_program("otrio play " + kDuel + " --seats random --games 6 --hints");
  EXPECT_THAT(random.out, HasSubstr("; best was "));
  const ProgramOutcome json = run_program("otrio play " + kDuel + " --seats random --hints --json");
  EXPECT_THAT(json.out, HasSubstr("\"hints\":[{\"move\":"));
  EXPECT_THAT(json.out, HasSubstr("\"value_after\":"));
  expect_one_line(run_program("otrio play --rules nested,none,3 --seats random --hints"), 2,
                  "two players");
}

}  // namespace
}  // namespace trilith
