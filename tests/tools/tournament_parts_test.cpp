// Parts of tournaments: line-ups, players' files, logs that were damaged, standings, charts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "engines/error.hpp"
#include "engines/random.hpp"
#include "tools/entrants.hpp"
#include "tools/standings.hpp"
#include "tools/svg_plots.hpp"
#include "tools/tournament_log.hpp"
#include "tools/tournament_report.hpp"

namespace trilith::tools {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

std::string temporary(const std::string& name) {
  const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
  return ::testing::TempDir() + "trilith-" + test->test_suite_name() + "-" + test->name() + name;
}

TEST(LineUps, AreAllSets) {
  EXPECT_THAT(line_ups(3, 2, false),
              ElementsAre(ElementsAre(0, 1), ElementsAre(0, 2), ElementsAre(1, 2)));
  EXPECT_THAT(line_ups(3, 2, true), ElementsAre(ElementsAre(0, 1), ElementsAre(0, 2)));
  EXPECT_THAT(line_ups(2, 3, false), ElementsAre(ElementsAre(0, 0, 1), ElementsAre(0, 1, 1)));
  EXPECT_EQ(line_ups(6, 4, false).size(), 15u);
  EXPECT_EQ(line_ups(6, 4, true).size(), 10u);
  EXPECT_EQ(line_ups(4, 4, true).size(), 1u);
  const auto all = line_ups(7, 3, false);
  EXPECT_EQ(std::set(all.begin(), all.end()).size(), 35u);
}

TEST(Entrants, AreReadFromLines) {
  const std::string path = temporary(".txt");
  std::ofstream(path) << "# comment\n\n"
                         "fast engine:depth=2\n"
                         "  slow:\tmcts:playouts=9,c=1 \r\n"
                         "random\nrandom\n"
                         "gtp:command=/bin/x -a b\n"
                         "edax gtp:move=3,command=/bin/x 'a b'\n";
  const std::vector<Entrant> entrants = read_entrants(path);
  EXPECT_THAT(entrants,
              ElementsAre(Entrant{"fast", "engine:depth=2"}, Entrant{"slow", "mcts:playouts=9,c=1"},
                          Entrant{"random", "random"}, Entrant{"random#2", "random"},
                          Entrant{"gtp:command=/bin/x -a b", "gtp:command=/bin/x -a b"},
                          Entrant{"edax", "gtp:move=3,command=/bin/x 'a b'"}));
  for (const char* content : {"", "random\n", "a random\na mcts\n",
                              "a random\nb ran\x01"
                              "dom\n",
                              "a random\nb\xff random\n"}) {
    std::ofstream(path, std::ios::trunc) << content;
    EXPECT_THROW(read_entrants(path), UserError) << content;
  }
  std::filesystem::remove(path);
  EXPECT_THROW(read_entrants(path), UserError);
}

TEST(SvgPlots, TicksAreRoundAndCover) {
  EXPECT_THAT(ticks(0, 10, 5), ElementsAre(0, 2, 4, 6, 8, 10));
  EXPECT_THAT(ticks(-1, 1, 4), ElementsAre(-1, -0.5, 0, 0.5, 1));
  EXPECT_THAT(ticks(3, 3, 4), ElementsAre(3));
  for (std::uint64_t unit = 0; unit < 200; ++unit) {
    RandomStream random(1, unit);
    const double low = (random.unit_interval() - 0.5) * 1000;
    const double high = low + random.unit_interval() * 500 + 1e-6;
    const auto values = ticks(low, high, 8);
    EXPECT_LE(values.size(), 9u);
    EXPECT_GE(values.size(), 1u);
  }
}

TEST(SvgPlots, EscapesText) {
  EXPECT_EQ(escaped("<a href=\"x\">&'"), "&lt;a href=&quot;x&quot;&gt;&amp;&#39;");
  EXPECT_THAT(interval_chart({{"<script>", 1, 0, 2}}, "x"), Not(HasSubstr("<script>")));
  EXPECT_THAT(line_chart({"x", "y", {}, {}}), HasSubstr("Nothing"));
  EXPECT_THAT(bar_chart({}, "x"), HasSubstr("Nothing"));
}

TournamentSettings settings_for_two(std::size_t players) {
  TournamentSettings settings{"othello", "standard", "round-robin", "some", 1,
                              100,       {},         {0, 1},        64,     {}};
  for (std::size_t i = 0; i < players; ++i) {
    settings.entrants.push_back({"p" + std::to_string(i), "random"});
  }
  return settings;
}

// A pair of games with these final scores of player a.
LoggedUnit pair_of(std::uint64_t unit, std::size_t a, std::size_t b, int first, int second) {
  LoggedUnit logged{unit, unit, "start", "f5 d6", {}};
  logged.games.push_back({{a, b}, "c3", 3, {first, -first}, true, {}});
  logged.games.push_back({{b, a}, "c3 d3", 4, {-second, second}, true, {}});
  return logged;
}

TEST(Standings, CountPairsFromTheFirstPlayersView) {
  Standings standings(settings_for_two(3));
  standings.add(pair_of(0, 0, 1, 10, -4));   // WL
  standings.add(pair_of(1, 0, 1, 10, 2));    // WW
  standings.add(pair_of(2, 1, 0, 6, 0));     // 1 scores WD, so 0 LD
  standings.add(pair_of(3, 1, 2, -64, -2));  // LL
  const Match& match = standings.matches().at({0, 1});
  EXPECT_THAT(match.results.counts, ElementsAre(0, 1, 1, 0, 1));
  EXPECT_EQ(match.scores.sum, 10 - 4 + 10 + 2 - 6);
  EXPECT_THAT(standings.matches().at({1, 2}).results.counts, ElementsAre(1, 0, 0, 0, 0));
  EXPECT_EQ(standings.records()[0].points, 3.5);
  EXPECT_EQ(standings.records()[0].wins, 3u);
  EXPECT_EQ(standings.records()[0].losses, 2u);
  EXPECT_EQ(standings.records()[1].games, 8u);
  const auto ratings = standings.ratings(AnchorRating{"p1", 1500});
  EXPECT_NEAR(ratings.elo[1], 1500, 1e-9);
  EXPECT_THROW(standings.ratings(AnchorRating{"nobody", 0}), UserError);
}

TEST(Standings, WarnOfResultsThatFallApart) {
  Standings standings(settings_for_two(4));
  standings.add(pair_of(0, 0, 1, 10, -4));
  standings.add(pair_of(1, 2, 3, 10, -4));
  const auto warnings = warnings_of(standings, standings.ratings({}));
  ASSERT_FALSE(warnings.empty());
  EXPECT_THAT(warnings[0], HasSubstr("{p0, p1} and {p2, p3}"));
}

TEST(Standings, SpeakOfNothingWithoutInfinities) {
  for (const int score : {64, -64, 0}) {
    Standings standings(settings_for_two(2));
    TournamentLog log{settings_for_two(2), {}};
    for (std::uint64_t unit = 0; unit < 3; ++unit) {
      for (const std::string& text :
           {standings_text(standings, {}, {}), standings_json(standings, {}, {}).dump(),
            report_html(log, standings, {}, {})}) {
        EXPECT_THAT(text, Not(HasSubstr("nan")));
        EXPECT_THAT(text, Not(HasSubstr("inf")));
      }
      standings.add(pair_of(unit, 0, 1, score, score));
      log.units.push_back(pair_of(unit, 0, 1, score, score));
    }
  }
}

TEST(Standings, SharesAddUpToOne) {
  LoggedGame game{{0, 1, 2, 3}, "", 0, {1, -1, 1, -1}, true, {}};
  EXPECT_THAT(game.shares({0, 1, 0, 1}), ElementsAre(1, 0, 1, 0));  // a team wins once
  game.payoff = {0, 0, 0, 0};
  EXPECT_THAT(game.shares({0, 1, 2, 3}), ElementsAre(0.25, 0.25, 0.25, 0.25));
  EXPECT_THAT(game.shares({0, 1, 0, 1}), ElementsAre(0.5, 0.5, 0.5, 0.5));
}

// A run folder in which bytes were changed, cut or doubled is read or refused, never half-read.
TEST(TournamentLog, SurvivesDamage) {
  const std::string folder = temporary("");
  std::filesystem::create_directories(folder);
  TournamentSettings settings = settings_for_two(3);
  settings.hypotheses.reset();
  std::string content = Json{{"journal", 1}, {"run", settings.json()}}.dump() + "\n";
  for (std::uint64_t unit = 0; unit < 4; ++unit) {
    LoggedUnit logged = pair_of(unit, unit % 2, 2, 12, -8);
    logged.games[0].faults.push_back({2, "crash", "ended by signal 11"});
    content += "{\"unit\":" + std::to_string(unit) + ",\"result\":" + logged.result() + "}\n";
  }
  const auto write = [&](const std::string& text) {
    std::ofstream(journal_path(folder), std::ios::binary | std::ios::trunc) << text;
  };
  write(content);
  const TournamentLog log = read_tournament(folder);
  EXPECT_EQ(log.settings, settings);
  ASSERT_EQ(log.units.size(), 4u);
  EXPECT_EQ(log.units[1].result(), parse_unit(settings, 1, log.units[1].result()).result());
  write(content.substr(0, content.size() - 5));  // killed while writing
  EXPECT_EQ(read_tournament(folder).units.size(), 3u);
  write(content + content.substr(content.rfind("{\"unit\":3")));
  EXPECT_THROW(read_tournament(folder), UserError);

  int refused = 0;
  constexpr std::uint64_t kMutations = 400;
  for (std::uint64_t mutation = 0; mutation < kMutations; ++mutation) {
    RandomStream random(2, mutation);
    std::string damaged = content;
    for (std::uint32_t changes = 1 + random.below(3); changes > 0; --changes) {
      const std::size_t at = random.below(static_cast<std::uint32_t>(damaged.size()));
      switch (random.below(3)) {
        case 0:
          damaged[at] = static_cast<char>(random.below(256));
          break;
        case 1:
          damaged.erase(at, random.below(20));
          break;
        default:
          damaged.insert(at, damaged.substr(at, random.below(20)));
      }
    }
    write(damaged);
    try {
      const TournamentLog read = read_tournament(folder);
      Standings standings(read.settings);
      for (const LoggedUnit& unit : read.units) standings.add(unit);
      standings_text(standings, {}, sequential_outcome(read));
      report_html(read, standings, {}, {});
    } catch (const UserError&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 200);
  std::filesystem::remove_all(folder);
  EXPECT_THROW(read_tournament(folder), UserError);
}

}  // namespace
}  // namespace trilith::tools
