// The tree search on Otrio: proofs against exact values, tactics, coalitions with three and four.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "engines/otrio/game.hpp"
#include "solvers/mcts/search.hpp"
#include "solvers/otrio/playout.hpp"
#include "tests/conformance.hpp"
#include "tests/solvers/mcts/minimax.hpp"

namespace trilith::otrio {
namespace {

using mcts::Bounds;
using testing::paranoid_value;

struct Line {
  Rules rules;
  std::string position;
  std::string value;
  int plies = 0;
  std::vector<std::string> best;
};

std::vector<Line> exact_values() {
  std::ifstream file(TRILITH_TEST_DATA "/otrio/values.tsv");
  std::vector<Line> lines;
  std::string text;
  std::getline(file, text);
  while (std::getline(file, text)) {
    std::vector<std::string> fields;
    std::istringstream stream(text);
    for (std::string field; std::getline(stream, field, '\t');) fields.push_back(field);
    Line line{parse_rules(fields.at(0)), fields.at(1), fields.at(3), std::stoi(fields.at(4)), {}};
    std::istringstream moves(fields.at(5));
    for (std::string move; moves >> move;) line.best.push_back(move);
    lines.push_back(line);
  }
  return lines;
}

int number_of(const std::string& value) { return value == "win" ? 1 : value == "loss" ? -1 : 0; }

template <class G>
mcts::Report<G> search(const Position& p, std::uint64_t playouts, int threads = 1) {
  mcts::Search<G, FastPlayout<G>> tree(p, {.threads = threads});
  return tree.run({.playouts = playouts});
}

// Whatever is called proven on any of the positions equals the exact value, and decided positions
// get proven often enough to mean something.
TEST(OtrioTree, EveryProofIsExact) {
  int proven = 0;
  int decided = 0;
  const std::vector<Line> lines = exact_values();
  ASSERT_EQ(lines.size(), 579u);
  for (const Line& line : lines) {
    visit(line.rules, [&]<class G>(G) {
      const Position p = parse_position(line.rules, line.position);
      const auto report = search<G>(p, 5000, 1 + decided % 2);
      const Bounds bounds = report.bounds(report.mover);
      const int exact = number_of(line.value);
      EXPECT_LE(bounds.lo, exact) << line.position;
      EXPECT_GE(bounds.hi, exact) << line.position;
      decided += exact != 0;
      proven += bounds.exact();
    });
  }
  EXPECT_GT(proven, decided);
}

// One ply from a win with a single playout, two plies (every move loses, or only some moves hold)
// with a few thousand.
TEST(OtrioTree, FindsWinsAndLossesOfOneAndTwoPlies) {
  int wins = 0;
  int losses = 0;
  for (const Line& line : exact_values()) {
    if (line.value == "draw" || line.plies > 2) continue;
    visit(line.rules, [&]<class G>(G) {
      const Position p = parse_position(line.rules, line.position);
      const auto report = search<G>(p, line.plies == 1 ? 1 : 3000);
      const int exact = number_of(line.value);
      EXPECT_EQ(report.bounds(report.mover),
                (Bounds{static_cast<std::int8_t>(exact), static_cast<std::int8_t>(exact)}))
          << line.position;
      if (line.plies == 1) {
        EXPECT_EQ(std::count(line.best.begin(), line.best.end(), move_text(report.best())), 1);
        ++wins;
      } else {
        ++losses;
      }
    });
  }
  EXPECT_GT(wins, 50);
  EXPECT_GT(losses, 15);
}

// Threats that can be parried are parried.
TEST(OtrioTree, BlocksWhenItMust) {
  int blocked = 0;
  for (const char* text : {"nested,none,pairs", "free,none,pairs", "nested,none,3", "free,Sb2,4"}) {
    const Rules rules = parse_rules(text);
    visit(rules, [&]<class G>(G) {
      conformance::for_random_positions<G>({rules.blocked}, {.games = 40}, [&](const Position& p) {
        if (G::is_terminal(p) || winning_placements(p, p.due) != 0) return;
        const int next = (p.due + 1) % G::colours;
        if (winning_placements(p, next) == 0) return;
        MoveList<G> moves;
        G::legal_moves(p, moves);
        const auto parries = [&](Move move) {
          Position after = p;
          G::play(after, move);
          return G::is_terminal(after) || winning_placements(after, next) == 0;
        };
        if (std::none_of(moves.begin(), moves.end(), parries)) return;
        // A proven win may lie in a longer threat; a proven loss in that all replies lose later.
        const auto report = search<G>(p, 3000);
        if (report.bounds(report.mover).exact()) return;
        EXPECT_TRUE(parries(report.best())) << position_text(p);
        ++blocked;
      });
    });
  }
  EXPECT_GT(blocked, 50);
}

// With three and four players the bounds are those of one seat against all others together.
TEST(OtrioTree, CoalitionBoundsAreExact) {
  int exact_bounds = 0;
  for (const char* text : {"nested,none,3", "nested,none,4", "free,none,3", "free,Mb2,4"}) {
    const Rules rules = parse_rules(text);
    visit(rules, [&]<class G>(G) {
      conformance::for_random_positions<G>({rules.blocked}, {.games = 20}, [&](const Position& p) {
        if (G::is_terminal(p) || std::popcount(placements(p, 0) | placements(p, 1)) > 7) return;
        const auto report = search<G>(p, 2000);
        for (int seat = 0; seat < G::seats(p); ++seat) {
          const Bounds bounds = report.bounds(seat);
          const int exact = paranoid_value<G>(p, seat);
          EXPECT_LE(bounds.lo, exact) << position_text(p) << " seat " << seat;
          EXPECT_GE(bounds.hi, exact) << position_text(p) << " seat " << seat;
          exact_bounds += bounds.exact();
        }
      });
    });
  }
  EXPECT_GT(exact_bounds, 200);
}

// In a game of one winner and no draw the seats' values add up to 2 - seats.
TEST(OtrioTree, ValuesOfSeatsAddUp) {
  using G = Otrio<Placement::free, Players::four>;
  mcts::Search<G, FastPlayout<G>> tree(G::initial({}));
  const auto report = tree.run({.playouts = 4000});
  std::int64_t sum = 0;
  for (const std::int64_t s : report.root.sum) sum += s;
  EXPECT_LE(sum, 0);
  EXPECT_GE(sum, -2 * std::int64_t{mcts::kWin} * 4000);
  for (int seat = 0; seat < 4; ++seat) EXPECT_LT(std::abs(report.root.mean(seat)), 1);
}

}  // namespace
}  // namespace trilith::otrio
