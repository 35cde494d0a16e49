// The Otrio solver against published values, against the plain checker, and against itself.
#include "solvers/otrio/solver.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "engines/error.hpp"
#include "engines/otrio/game.hpp"
#include "solvers/otrio/openings.hpp"
#include "tests/conformance.hpp"
#include "tests/solvers/otrio/plain_checker.hpp"

namespace trilith::otrio {
namespace {

constexpr std::size_t kSmallTable = std::size_t{1} << 26;

std::vector<std::string> texts(const std::vector<Move>& moves) {
  std::vector<std::string> result;
  for (const Move move : moves) result.push_back(move_text(move));
  return result;
}

std::vector<std::string> sorted(std::vector<std::string> items) {
  std::sort(items.begin(), items.end());
  return items;
}

// Plays pv: the game must end as the value says.
template <class G>
void expect_pv_to_end_as_promised(Position p, const Solution& solution) {
  const int seat = G::side_to_move(p);
  for (const Move move : solution.pv) {
    MoveList<G> legal;
    G::legal_moves(p, legal);
    ASSERT_NE(std::find(legal.begin(), legal.end(), move), legal.end());
    G::play(p, move);
  }
  ASSERT_TRUE(G::is_terminal(p));
  const int payoff = G::payoff(p)[seat];
  EXPECT_EQ(payoff, static_cast<int>(solution.value.outcome) - 1);
  if (payoff != 0) {
    EXPECT_EQ(static_cast<int>(solution.pv.size()), solution.value.plies);
  }
}

TEST(OtrioSolver, AllPublishedValuesAndBestMoves) {
  std::ifstream file(TRILITH_TEST_DATA "/otrio/values.tsv");
  std::string line;
  std::getline(file, line);
  std::map<std::string, std::unique_ptr<Solver>> solvers;
  int lines = 0;
  while (std::getline(file, line)) {
    std::vector<std::string> field;
    std::istringstream fields(line);
    for (std::string item; std::getline(fields, item, '\t');) field.push_back(item);
    ASSERT_EQ(field.size(), 6u) << line;
    const Rules rules = parse_rules(field[0]);
    auto& solver = solvers[field[0]];
    if (!solver) solver = std::make_unique<Solver>(rules, kSmallTable);
    const Position p = parse_position(rules, field[1]);
    const Solution solution = solver->solve(p);
    ASSERT_TRUE(solution.complete);
    EXPECT_EQ(outcome_text(solution.value.outcome), field[3]) << line;
    EXPECT_EQ(std::to_string(solution.value.plies), field[4]) << line;
    std::vector<std::string> best;
    std::istringstream moves(field[5]);
    for (std::string move; moves >> move;) best.push_back(move);
    EXPECT_EQ(sorted(texts(solution.best_moves)), sorted(best)) << line;
    visit(rules, [&]<class G>(G) { expect_pv_to_end_as_promised<G>(p, solution); });
    ++lines;
  }
  EXPECT_EQ(lines, 579);
}

class AgainstThePlainChecker : public ::testing::TestWithParam<const char*> {};

// Random games; positions so late that minimax without pruning is quick.
TEST_P(AgainstThePlainChecker, LatePositionsAgree) {
  constexpr int kPositions = 300;
  const Rules rules = parse_rules(GetParam());
  plain::Game game;
  game.nested = rules.placement == Placement::nested;
  if (rules.blocked) {
    game.blocked_cell = cell_of(*rules.blocked);
    game.blocked_size = size_of(*rules.blocked);
  }
  if (rules.players == Players::duel) game.colours = "VR";
  // A duel ends for want of pieces, with many slots open; its last plies are the wider ones.
  const int most_left = rules.players == Players::duel ? 5 : 7;
  const auto placements_left = [&](const Position& p) {
    int pieces = 0;
    for (int c = 0; c < colours(rules.players); ++c) pieces += 9 - std::popcount(p.pieces[c]);
    return std::min(pieces, std::popcount(~p.closed & kAllSlots));
  };
  Solver solver(rules, kSmallTable);
  int checked = 0;
  int decided = 0;
  visit(rules, [&]<class G>(G) {
    for (std::uint64_t seed = 0; checked < kPositions; ++seed) {
      RandomStream random(11, seed);
      Position p = G::initial({rules.blocked});
      while (!G::is_terminal(p) && placements_left(p) > most_left) {
        MoveList<G> moves;
        G::legal_moves(p, moves);
        // Wins are not taken, so that games live long enough.
        const SlotMask wins = winning_placements(p, p.due);
        Move move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
        for (int tries = 0; tries < 20 && move != kPass && (wins & slot_bit(move)) != 0; ++tries) {
          move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
        }
        G::play(p, move);
      }
      if (G::is_terminal(p)) continue;
      const std::string text = position_text(p);
      plain::Board board = plain::read(game, text);
      const plain::Result expected = plain::solve(game, board);
      SolveOptions options;
      options.all_moves = checked % 10 == 0;
      const Solution solution = solver.solve(p, options);
      const int score = solution.value.outcome == Outcome::win    ? 1000 - solution.value.plies
                        : solution.value.outcome == Outcome::loss ? solution.value.plies - 1000
                                                                  : 0;
      ASSERT_EQ(score, expected.score) << text;
      ASSERT_EQ(sorted(texts(solution.best_moves)), sorted(expected.best)) << text;
      for (const MoveValue& move : solution.moves) {
        const bool best = std::find(solution.best_moves.begin(), solution.best_moves.end(),
                                    move.move) != solution.best_moves.end();
        ASSERT_EQ(move.value == solution.value, best) << text << " " << move_text(move.move);
      }
      ++checked;
      decided += score != 0 ? 1 : 0;
    }
  });
  EXPECT_GT(decided, 0);
}

INSTANTIATE_TEST_SUITE_P(Otrio, AgainstThePlainChecker,
                         ::testing::Values("nested,none,pairs", "nested,Sb2,pairs",
                                           "nested,Mb2,pairs", "nested,La1,pairs",
                                           "free,none,pairs", "free,Sb2,pairs", "free,Mb2,pairs",
                                           "free,Sc1,pairs", "nested,none,duel", "nested,Sb2,duel",
                                           "nested,Mb2,duel", "free,none,duel", "free,Sb2,duel",
                                           "free,Mb2,duel"));

TEST(OtrioSolver, StartOfTheFreeGameIsAWinInFifteen) {
  Solver solver(parse_rules("free,none,pairs"), kSmallTable);
  const Solution solution = solver.solve(empty_board(solver.rules()));
  ASSERT_TRUE(solution.complete);
  EXPECT_EQ(solution.value, (Value{Outcome::win, 15}));
  EXPECT_EQ(solution.pv.size(), 15u);
}

TEST(OtrioSolver, StartOfTheNestedGameIsADraw) {
  for (const char* rules : {"nested,none,pairs", "nested,Sb2,pairs", "nested,Mb2,pairs"}) {
    Solver solver(parse_rules(rules), kSmallTable);
    SolveOptions value_only;
    value_only.best_moves = false;
    value_only.pv = false;
    const Solution solution = solver.solve(empty_board(solver.rules()), value_only);
    EXPECT_EQ(solution.value, Value{}) << rules;
    EXPECT_TRUE(solution.complete);
  }
}

TEST(OtrioSolver, SameSearchTwiceSameNodes) {
  const Rules rules = parse_rules("free,none,pairs");
  Solver first(rules, kSmallTable);
  Solver second(rules, kSmallTable);
  const Position start = empty_board(rules);
  EXPECT_EQ(first.solve(start).nodes, second.solve(start).nodes);
}

TEST(OtrioSolver, TwoThreadsGiveTheSameValues) {
  const Rules rules = parse_rules("free,Sb2,pairs");
  Solver solver(rules, kSmallTable);
  SolveOptions options;
  options.threads = 2;
  const Solution solution = solver.solve(empty_board(rules), options);
  ASSERT_TRUE(solution.complete);
  EXPECT_EQ(solution.value, (Value{Outcome::win, 17}));
}

TEST(OtrioSolver, ImagesAndWarmTablesGiveTheSameValues) {
  using G = Otrio<Placement::free, Players::pairs>;
  const Rules rules = parse_rules("free,Sb2,pairs");
  const Position p = parse_position(rules, "V..,...,.../...,..R,.../...,...,.G. B");
  Solver warm(rules, kSmallTable);
  const Solution first = warm.solve(p);
  EXPECT_EQ(warm.solve(p).value, first.value);
  for (int symmetry = 1; symmetry < 8; ++symmetry) {
    Solver cold(rules, kSmallTable);
    EXPECT_EQ(cold.solve(G::transform(p, symmetry)).value, first.value);
  }
}

TEST(OtrioSolver, StopsWhenTold) {
  const Rules rules = parse_rules("free,Mb2,pairs");
  Solver solver(rules, kSmallTable);
  SolveOptions options;
  options.limits.nodes = 100'000;
  const Solution solution = solver.solve(empty_board(rules), options);
  EXPECT_FALSE(solution.complete);
  EXPECT_LT(solution.nodes, 200'000u);
  std::atomic<bool> interrupt{true};
  options.limits = {};
  options.limits.interrupt = &interrupt;
  EXPECT_FALSE(solver.solve(empty_board(rules), options).complete);
  // What an interrupted search left in the table must not harm the next one.
  const Solution later =
      solver.solve(parse_position(rules, "G..,RG.,GVB/V.V,R..,B../R..,.RB,GV. B"));
  EXPECT_TRUE(later.complete);
}

TEST(OtrioSolver, RefusesMorePlayers) {
  EXPECT_THROW(Solver(parse_rules("nested,none,3")), UserError);
}

TEST(Openings, ClassesCoverEverySlotOnce) {
  const std::map<std::string, std::size_t> expected = {
      {"nested,none,pairs", 9}, {"nested,Sb2,pairs", 8}, {"nested,Mb2,pairs", 8},
      {"free,none,pairs", 6},   {"free,Sb2,pairs", 8},   {"free,Mb2,pairs", 5},
      {"nested,Sa1,pairs", 17}};
  for (const auto& [text, count] : expected) {
    const Rules rules = parse_rules(text);
    const std::vector<OpeningClass> classes = opening_classes(rules);
    EXPECT_EQ(classes.size(), count) << text;
    SlotMask seen = 0;
    for (const OpeningClass& c : classes) {
      for (const Move move : c.moves) {
        EXPECT_EQ(seen & slot_bit(move), 0u);
        seen |= slot_bit(move);
      }
    }
    EXPECT_EQ(seen, ~empty_board(rules).closed & kAllSlots);
  }
}

}  // namespace
}  // namespace trilith::otrio
