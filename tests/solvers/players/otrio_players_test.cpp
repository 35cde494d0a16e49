// Otrio's perfect and alpha-beta players on positions with known values.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "engines/error.hpp"
#include "engines/otrio/game.hpp"
#include "solvers/otrio/players.hpp"

namespace trilith::otrio {
namespace {

struct Line {
  Rules rules;
  Position position;
  std::string value;
  int plies = 0;
  std::vector<std::string> best;
};

// Running positions of the exact list from `ply` on.
std::vector<Line> lines_from(int ply) {
  std::ifstream file(TRILITH_TEST_DATA "/otrio/values.tsv");
  std::vector<Line> lines;
  std::string text;
  std::getline(file, text);
  while (std::getline(file, text)) {
    std::vector<std::string> fields;
    std::istringstream stream(text);
    for (std::string field; std::getline(stream, field, '\t');) fields.push_back(field);
    if (std::stoi(fields.at(2)) < ply) continue;
    Line line{parse_rules(fields.at(0)), {}, fields.at(3), std::stoi(fields.at(4)), {}};
    line.position = parse_position(line.rules, fields.at(1));
    if (line.position.status != Status::running) continue;
    std::istringstream moves(fields.at(5));
    for (std::string move; moves >> move;) line.best.push_back(move);
    lines.push_back(line);
  }
  return lines;
}

std::string choice(const Line& line, const char* player) {
  return visit(line.rules, [&]<class G>(G) {
    const auto made = make_player<G>(line.rules, players::parse_spec(player), {.seed = 3});
    made->start(line.position, 0);
    return move_text(made->choose(line.position));
  });
}

TEST(PerfectPlayer, PlaysListedMovesOnly) {
  int checked = 0;
  for (const Line& line : lines_from(12)) {
    const std::string move = choice(line, "perfect:memory-mb=1");
    EXPECT_EQ(std::count(line.best.begin(), line.best.end(), move), 1)
        << rules_text(line.rules) << ' ' << position_text(line.position) << ' ' << move;
    ++checked;
  }
  EXPECT_GT(checked, 100);
}

TEST(AlphaBetaPlayer, SeesWinsWithinItsDepth) {
  int checked = 0;
  for (const Line& line : lines_from(5)) {
    if (line.value != "win" || line.plies > 5) continue;
    const std::string move =
        choice(line, line.plies <= 3 ? "alphabeta:depth=3,memory-mb=1" : "alphabeta:depth=5");
    EXPECT_EQ(std::count(line.best.begin(), line.best.end(), move), 1)
        << rules_text(line.rules) << ' ' << position_text(line.position) << ' ' << move;
    ++checked;
  }
  EXPECT_GT(checked, 50);
}

TEST(TwoPlayerKinds, AreRefusedForThreeAndFour) {
  using Three = Otrio<Placement::free, Players::three>;
  for (const char* text : {"perfect", "alphabeta:depth=4"}) {
    EXPECT_THROW(make_player<Three>(parse_rules("free,none,3"), players::parse_spec(text), {}),
                 UserError);
  }
}

}  // namespace
}  // namespace trilith::otrio
