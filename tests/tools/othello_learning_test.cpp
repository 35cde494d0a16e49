// `othello tune` and `othello label` on self-play: the rows that a label names, and bad datasets.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "tests/tools/program.hpp"
#include "tests/tools/temporary.hpp"

namespace trilith {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

class Learning : public ::testing::Test {
 protected:
  void SetUp() override {
    testing::write(folder_.path("patterns"), "corner a1 b1 a2\nline a1 b1 c1 d1\n");
  }

  std::string play(const std::string& name, const std::string& options) {
    const std::string out = folder_.path(name);
    EXPECT_EQ(run_program("selfplay " + options + " --quiet --out " + out).status, 0);
    return out;
  }
  std::string tune_command(const std::string& input, const std::string& options) {
    return "othello tune " + input + " " + options +
           " --phases 1 --held-out-percent 0 --patterns " + folder_.path("patterns") +
           " --json --quiet --out " + folder_.path("weights");
  }
  // Positions learned from and the error on them.
  std::pair<int, double> tune(const std::string& input, const std::string& options) {
    const ProgramOutcome outcome = run_program(tune_command(input, options));
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    const Json report = Json::parse(outcome.out, nullptr, false);
    return {report.value("train_positions", -1), report.value("train_error", -1.0)};
  }
  void expect_refusal(const std::string& arguments, const std::string& reason) {
    const ProgramOutcome outcome = run_program(arguments);
    EXPECT_EQ(outcome.status, 2) << arguments;
    EXPECT_THAT(outcome.err, HasSubstr(reason)) << arguments;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  }

  testing::TemporaryFolder folder_;
};

constexpr const char* kGames =
    "--game othello --games 5 --players engine:depth=2 --random-moves 0.2 --exact 9";

// The score of an exported row under a label, or null.
Json score_of(const Json& row, const std::string& label) {
  if (label == "result") return row["result"];
  if (label == "exact" || (label == "best" && !row["exact"].is_null())) return row["exact"];
  if (row["value"].is_null()) return nullptr;
  return std::lround(row["value"].get<double>());
}

TEST_F(Learning, LabelsOfSelfplayAreThoseOfItsRows) {
  const std::string games = play("games", kGames);
  const ProgramOutcome rows = run_program("dataset export " + games);
  for (const std::string label : {"result", "search", "exact", "best"}) {
    SCOPED_TRACE(label);
    std::istringstream lines(rows.out);
    std::ostringstream scored;
    int count = 0;
    for (std::string line; std::getline(lines, line);) {
      const Json row = Json::parse(line);
      const Json score = score_of(row, label);
      if (row["move"] == "pass" || row["move"] == "--" || score.is_null()) continue;
      scored << row["position"].get<std::string>() << "; " << score.get<int>() << ";\n";
      ++count;
    }
    testing::write(folder_.path("scored.obf"), scored.str());
    const auto from_rows = tune(games, "--label " + label);
    EXPECT_EQ(from_rows.first, count);
    EXPECT_GT(count, 20);
    EXPECT_EQ(from_rows, tune(folder_.path("scored.obf"), ""));
  }
}

TEST_F(Learning, MixesSelfplayWithFiles) {
  const std::string games = play("games", kGames);
  const std::string file = TRILITH_TEST_DATA "/othello/games.ggf";
  const int both = tune(games + " " + file, "--label result").first;
  EXPECT_EQ(both, tune(games, "--label result").first + tune(file, "--label result").first);
  EXPECT_GT(tune(file, "--label search").first, 0);
}

TEST_F(Learning, WeightsSayHowTheyWereMade) {
  const std::string file = TRILITH_TEST_DATA "/othello/games.ggf";
  tune(file, "--ridge 7 --patience 3 --iterations 9 --loss logistic");
  const ProgramOutcome outcome =
      run_program("othello eval --json --weights " + folder_.path("weights"));
  EXPECT_THAT(outcome.out, HasSubstr("phases 1, loss logistic 8, ridge 7, iterations 9, "
                                     "patience 3, held-out 0 %, seed 1"));
}

TEST_F(Learning, SelfplayCanBeScoredAnew) {
  const std::string games = play("games", kGames);
  const ProgramOutcome outcome =
      run_program("othello label " + games + " --exact 8 --depth 2 --strayed 50 --json --out " +
                  folder_.path("scored.obf"));
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const Json counts = Json::parse(outcome.out, nullptr, false);
  EXPECT_EQ(counts.value("games", 0), 5);
  EXPECT_EQ(tune(folder_.path("scored.obf"), "").first, counts.value("positions", 0));
}

TEST_F(Learning, RefusesDatasetsThatDoNotFit) {
  expect_refusal(tune_command(folder_.path(""), ""), "manifest.json");
  const std::string otrio = play("otrio", "--game otrio --games 1 --players random --exact none");
  expect_refusal(tune_command(otrio, ""), "games of otrio");
  expect_refusal("othello label " + otrio + " --out " + folder_.path("x"), "games of otrio");

  const std::string tree =
      play("tree", "--game othello --games 1 --players mcts:playouts=10 --exact none");
  expect_refusal(tune_command(tree, "--label search"), "not discs");
  expect_refusal(tune_command(tree, "--label exact"), "no position with label 'exact'");
  EXPECT_GT(tune(tree, "--label result").first, 0);
}

TEST_F(Learning, PlayersTakeTheirProbCutFromAFile) {
  const std::string options = "selfplay --game othello --games 1 --exact none --quiet --out " +
                              folder_.path("out") + " --players engine:depth=4,probcut=";
  expect_refusal(options + "/nowhere/probcut", "/nowhere/probcut");
  const ProgramOutcome outcome =
      run_program(options + TRILITH_TEST_DATA "/../../data/othello/probcut.txt");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

TEST_F(Learning, RefusesDamagedShards) {
  const std::string games = play("games", kGames);
  const std::string path = games + "/positions-00000.npy";
  const std::string whole = testing::content(path);
  for (const std::size_t at : {std::size_t{3}, whole.size() / 2, whole.size() - 1}) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 16);
    testing::write(path, damaged);
    expect_refusal(tune_command(games, ""), "positions-00000.npy");
  }
  std::filesystem::remove(path);
  expect_refusal(tune_command(games, ""), "cannot be read");
  testing::write(path, whole);

  const std::string manifest = testing::content(games + "/manifest.json");
  Json changed = Json::parse(manifest);
  changed["settings"]["players"][0]["value_unit"] = "pawns";
  testing::write(games + "/manifest.json", changed.dump());
  expect_refusal(tune_command(games, "--label search"), "'pawns'");
  testing::write(games + "/manifest.json", manifest.substr(0, manifest.size() / 2));
  expect_refusal(tune_command(games, ""), "manifest.json");
}

}  // namespace
}  // namespace trilith
