// `trilith tournament` as a user runs it: three games, interruption, engines that misbehave.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "tests/tools/program.hpp"

namespace trilith {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Tournament : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = ::testing::TempDir() + "trilith-tournament-" + test->name();
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return folder_ + "/" + name; }

  // The options of a run of these players into the folder `out`.
  std::string options(const std::string& game, const std::string& players, const std::string& out) {
    std::ofstream(path("players.txt")) << players;
    return "tournament --game " + game + " --players " + path("players.txt") + " --out " +
           path(out) + " ";
  }

  // Shows every game of a run, which replays it.
  int replayed(const std::string& out) {
    std::istringstream list(run_program("tournament show " + path(out)).out);
    int games = 0;
    for (std::string line; std::getline(list, line);) {
      const std::string id = line.substr(0, line.find(' '));
      const ProgramOutcome shown = run_program("tournament show " + path(out) + " " + id);
      EXPECT_EQ(shown.status, 0) << id << " " << shown.err;
      EXPECT_THAT(shown.out, HasSubstr("after ply"));
      ++games;
    }
    return games;
  }

  std::string folder_;
};

TEST_F(Tournament, OfOthelloWritesTableReportAndJson) {
  const ProgramOutcome outcome = run_program(
      options("othello", "deep engine:depth=2\n<b>&\" random\ntree mcts:playouts=20\n", "run") +
      "--rounds 2 --anchor deep=1000 --threads 2");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("6 pairs, 12 games"));
  EXPECT_THAT(outcome.out, HasSubstr("+1000.0"));
  EXPECT_THAT(outcome.out, HasSubstr("pairs LL LD DD/WL WD WW"));
  EXPECT_THAT(outcome.out, HasSubstr("discs "));
  const std::string html = file_content(path("run/report.html"));
  for (const char* title :
       {"Cross table", "Ratings", "Score over time", "Game lengths", "Openings", "</html>"}) {
    EXPECT_THAT(html, HasSubstr(title));
  }
  EXPECT_THAT(html, Not(HasSubstr("<b>&")));
  for (const char* outside : {"<script", "src=", "href=", "url("}) {
    EXPECT_THAT(html, Not(HasSubstr(outside)));
  }
  EXPECT_THAT(file_content(path("run/results.json")), HasSubstr("\"discs_interval\""));
  EXPECT_EQ(replayed("run"), 12);
  // Run again: nothing is left to do, the same table.
  const ProgramOutcome again = run_program(
      options("othello", "deep engine:depth=2\n<b>&\" random\ntree mcts:playouts=20\n", "run") +
      "--rounds 2 --anchor deep=1000");
  EXPECT_EQ(again.out, outcome.out);
  EXPECT_EQ(run_program("ratings " + path("run") + " --anchor deep=1000").out, outcome.out);
}

TEST_F(Tournament, IsTheSameOnAnyNumberOfThreads) {
  const std::string players = "a engine:depth=1\nb random\nc mcts:playouts=10\n";
  for (const char* threads : {"1", "2", "3"}) {
    const ProgramOutcome outcome =
        run_program(options("othello", players, threads) + "--rounds 3 --threads " + threads);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
  }
  EXPECT_EQ(file_content(path("1/journal.jsonl")), file_content(path("2/journal.jsonl")));
  EXPECT_EQ(file_content(path("1/journal.jsonl")), file_content(path("3/journal.jsonl")));
}

TEST_F(Tournament, OfOtrioAndTrioForAnyNumberOfPlayers) {
  struct Case {
    const char* game;
    const char* rules;
    const char* players;
    int games;
  };
  for (const Case& c :
       {Case{"otrio", "nested,none,pairs", "random\nmcts:playouts=20\n", 4},
        Case{"otrio", "free,Sb2,duel", "random\nalphabeta:depth=2\nperfect\n", 12},
        Case{"otrio", "nested,none,3", "random\nmcts:playouts=20\n", 12},
        Case{"otrio", "free,none,4", "random\nmcts:playouts=5\na random\nb random\n", 8},
        Case{"trio", "3,simple", "random\nmemory\nforgetful:rate=0.5\n", 6},
        Case{"trio", "4t,picante", "memory\nrandom\n", 24}}) {
    std::string out = std::string(c.game) + c.rules;
    std::replace(out.begin(), out.end(), ',', '-');
    const ProgramOutcome outcome =
        run_program(options(c.game, c.players, out) + "--rounds 2 --rules " + c.rules);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(replayed(out), c.games) << out;
    const bool pairs = std::string(c.rules).find("pairs") != std::string::npos ||
                       std::string(c.rules).find("duel") != std::string::npos;
    EXPECT_THAT(outcome.out, HasSubstr(pairs ? "pairs LL" : "share of wins by seat"));
    EXPECT_THAT(outcome.out, Not(HasSubstr("nan")));
    EXPECT_THAT(outcome.out, Not(HasSubstr("inf")));
  }
}

// A sequential test stops the match by the prefix of its pairs, on any number of threads.
TEST_F(Tournament, StopsByTheTest) {
  const std::string players = "strong engine:depth=3\nweak random\n";
  for (const char* threads : {"1", "3"}) {
    const ProgramOutcome outcome = run_program(options("othello", players, threads) +
                                               "--rounds 500 --nelo 0,200 --threads " + threads);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("accept H1"));
    EXPECT_THAT(outcome.out, HasSubstr("stopped by its result"));
  }
  EXPECT_EQ(file_content(path("1/journal.jsonl")), file_content(path("3/journal.jsonl")));
  EXPECT_THAT(file_content(path("1/report.html")), HasSubstr("log-likelihood ratio"));
}

TEST_F(Tournament, GoesOnAfterAnInterruption) {
  const std::string players = "a engine:depth=3\nb engine:depth=2\n";
  const std::string run = options("othello", players, "run") + "--rounds 150 --threads 2";
  const std::string err = path("err.txt");
  const std::string script = std::string(TRILITH_PROGRAM) + " " + run + " >" + path("out.txt") +
                             " 2>" + err + " & p=$!; while [ $(wc -l <" + path("run") +
                             "/journal.jsonl 2>/dev/null || echo 0) -lt 4 ]; do sleep 0.02; done; "
                             "kill -TERM $p; wait $p";
  const int status = std::system(("bash -c '" + script + "'").c_str());
  ASSERT_EQ(WEXITSTATUS(status), 130) << file_content(err);
  EXPECT_THAT(file_content(err), HasSubstr("go on with: "));
  EXPECT_THAT(file_content(err), HasSubstr("--rounds 150"));
  EXPECT_THAT(file_content(path("out.txt")), HasSubstr("rating"));
  // The command it names finishes the run.
  std::string command = file_content(err);
  command = command.substr(command.find("go on with: ") + 12);
  command.erase(command.find('\n'));
  EXPECT_EQ(std::system((command + " >/dev/null 2>&1").c_str()), 0);
  EXPECT_EQ(run_program(options("othello", players, "whole") + "--rounds 150 --threads 1").status,
            0);
  EXPECT_EQ(file_content(path("run/journal.jsonl")), file_content(path("whole/journal.jsonl")));
}

TEST_F(Tournament, PlaysOurOwnEnginesOverPipes) {
  const std::string program = TRILITH_PROGRAM;
  const ProgramOutcome outcome =
      run_program(options("othello",
                          "inside engine:depth=1\n"
                          "gtp gtp:command=" +
                              program + " othello gtp --depth 1 --threads 1\n" +
                              "nboard nboard:depth=1,command=" + program +
                              " othello nboard --threads 1\n" + "random\n",
                          "run") +
                  "--rounds 2 --threads 2 --json");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  for (const nlohmann::json& player : nlohmann::json::parse(outcome.out).at("players")) {
    EXPECT_TRUE(player.at("faults").empty()) << player;
  }
  EXPECT_EQ(replayed("run"), 24);
}

// Each of these loses all its games by its fault, and the tournament goes on.
TEST_F(Tournament, ChargesEnginesThatMisbehave) {
  const auto gtp = [](const std::string& on_genmove, const std::string& seconds = "60") {
    return "gtp:move=" + seconds + ",command=/bin/sh -c 'while read c a; do case $c in genmove) " +
           on_genmove + ";; *) echo \"= 2\"; echo;; esac; done'";
  };
  const auto nboard = [](const std::string& on_go, const std::string& seconds = "60") {
    return "nboard:move=" + seconds + ",command=/bin/sh -c 'while read c a; do case $c in go) " +
           on_go + ";; ping) echo pong $a;; esac; done'";
  };
  struct Case {
    std::string player;
    const char* kind;
  };
  for (const Case& c :
       {Case{gtp("exit 1"), "crash"}, Case{gtp("sleep 9", "0.5"), "timeout"},
        Case{gtp("echo \"= a1\"; echo"), "illegal"}, Case{gtp("echo \"= pass\"; echo"), "illegal"},
        Case{gtp("echo \"= k9\"; echo"), "garbage"}, Case{gtp("echo \"? no\"; echo"), "garbage"},
        Case{gtp("head -c 99999 /dev/zero"), "garbage"},
        Case{gtp("while :; do echo y; sleep 0.01; done", "0.5"), "timeout"},
        Case{gtp("printf \"= \\377\\376\\n\\n\""), "garbage"}, Case{nboard("exit 1"), "crash"},
        Case{nboard("sleep 9", "0.5"), "timeout"}, Case{nboard("echo === a1"), "illegal"},
        Case{nboard("echo ===; echo"), "garbage"}}) {
    std::filesystem::remove_all(path("run"));
    const ProgramOutcome outcome =
        run_program(options("othello", "bad " + c.player + "\ngood random\n", "run") +
                    "--rounds 1 --threads 1 --json");
    EXPECT_EQ(outcome.status, 0) << c.player << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr(std::string("\"faults\":{\"") + c.kind + "\":2}"))
        << c.player;
    EXPECT_THAT(outcome.out, HasSubstr("\"pairs\":[1,0,0,0,0]")) << c.player;
  }
}

TEST_F(Tournament, RefusesWrongInputInOneLine) {
  std::ofstream(path("openings.txt")) << "f5d6\nf5f5\n";
  const std::string two = "a random\nb random\n";
  const auto refused = [&](const std::string& game, const std::string& players,
                           const std::string& more) {
    const ProgramOutcome outcome = run_program(options(game, players, "x") + more);
    EXPECT_EQ(outcome.status, 2) << game << " " << players << more;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    EXPECT_EQ(outcome.out, "");
  };
  refused("chess", two, "");
  refused("othello", "a random\n", "");
  refused("othello", "a nonsense\nb random\n", "");
  refused("othello", "a perfect\nb random\n", "");
  refused("othello", two, "--rules 3");
  refused("othello", two, "--rounds 0");
  refused("othello", two, "--anchor c=1");
  refused("othello", two, "--openings " + path("openings.txt"));
  refused("othello", two, "--opening-plies 20");
  refused("othello", two, "--format swiss");
  refused("othello", two + "c random\n", "--nelo 0,5");
  refused("otrio", two, "--rules nested,none,3 --nelo 0,5");
  refused("othello", two, "--nelo 5,0");
  refused("othello", two, "--nelo 0,5 --range 3:9");
  refused("trio", two, "--opening-plies 2");
  refused("otrio", "a gtp:command=/bin/cat\nb random\n", "");
  refused("othello", "a gtp:command=/nowhere/x\nb random\n", "");
  refused("othello", "a gtp:start=0.2,command=/bin/sh -c \"sleep 9\"\nb random\n", "");
  EXPECT_EQ(run_program("tournament").status, 2);
  EXPECT_EQ(run_program("tournament show /nowhere").status, 2);
  EXPECT_EQ(run_program("ratings /nowhere").status, 2);
}

// A folder of another run is not touched; a record that is no game is found out.
TEST_F(Tournament, RefusesForeignAndDamagedFolders) {
  const std::string two = "a random\nb random\n";
  ASSERT_EQ(run_program(options("othello", two, "run") + "--rounds 2").status, 0);
  const std::string journal = file_content(path("run/journal.jsonl"));
  EXPECT_EQ(run_program(options("othello", two, "run") + "--rounds 2 --seed 9").status, 2);
  EXPECT_EQ(run_program(options("othello", "a random\nc random\n", "run")).status, 2);
  EXPECT_EQ(file_content(path("run/journal.jsonl")), journal);

  std::string other = journal;
  const std::size_t moves = other.find("\"moves\":\"") + 9;
  other.replace(moves, 2, other.compare(moves, 2, "a1") == 0 ? "h8" : "a1");
  std::ofstream(path("run/journal.jsonl"), std::ios::trunc) << other;
  const ProgramOutcome shown = run_program("tournament show " + path("run") + " 0.1");
  EXPECT_EQ(shown.status, 1) << shown.err;
  EXPECT_THAT(shown.err, HasSubstr("game 0.1"));
  std::ofstream(path("run/journal.jsonl"), std::ios::trunc) << journal.substr(0, 50) << "\n";
  EXPECT_EQ(run_program("ratings " + path("run")).status, 2);
}

}  // namespace
}  // namespace trilith
