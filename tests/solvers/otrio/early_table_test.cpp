// Tables of early positions: counts, induction, look-up through symmetries, damage.
#include "solvers/otrio/early_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "engines/error.hpp"
#include "engines/otrio/game.hpp"
#include "engines/random.hpp"
#include "solvers/otrio/solver.hpp"

namespace trilith::otrio {
namespace {

// Counts by another way: every sequence of plies, canonical by the engine's own symmetries.
std::size_t brute_force_count(const Rules& rules, int plies, int symmetries) {
  std::vector<Position> level{empty_board(rules)};
  std::size_t total = 1;
  for (int ply = 0; ply < plies; ++ply) {
    std::set<std::string> forms;
    std::vector<Position> next;
    for (const Position& p : level) {
      for (SlotMask open = placements(p, p.due); open != 0; open &= open - 1) {
        Position child = p;
        play(child, static_cast<Move>(std::countr_zero(open)), rules.placement,
             colours(rules.players));
        const Position form = canonical(child, symmetries);
        if (forms.insert(position_text(form)).second) next.push_back(child);
      }
    }
    level = next;
    total += level.size();
  }
  return total;
}

std::size_t count(const Rules& rules, int plies) {
  std::size_t total = 0;
  for (const auto& level : early_positions(rules, plies)) total += level.size();
  return total;
}

TEST(EarlyTable, HasEveryPositionOnce) {
  for (const char* text : {"nested,none", "nested,Sb2", "nested,Mb2"}) {
    const Rules rules = parse_rules(text);
    EXPECT_EQ(count(rules, 3), brute_force_count(rules, 3, 8)) << text;
  }
  for (const char* text : {"free,none", "free,Mb2"}) {
    const Rules rules = parse_rules(text);
    EXPECT_EQ(count(rules, 3), brute_force_count(rules, 3, 16)) << text;
  }
  // No symmetry that exchanges S and L leaves Sb2 in its place.
  EXPECT_EQ(count(parse_rules("free,Sb2"), 2), brute_force_count(parse_rules("free,Sb2"), 2, 8));
}

// A table of a rule set whose early positions take no time: what is stored is what a search says.
std::vector<KnownPosition> solved(const Rules& rules, int plies) {
  Solver solver(rules, std::size_t{1} << 26);
  std::vector<KnownPosition> known;
  const auto levels = early_positions(rules, plies);
  for (const Position& p : levels.back()) {
    const Solution solution = solver.solve(p);
    known.push_back({solution.value, solution.best_moves, solution.pv});
  }
  return known;
}

class SmallTable : public ::testing::Test {
 protected:
  Rules rules_ = parse_rules("free,none,duel");
  EarlyTable table_ = EarlyTable::induce(rules_, 2, solved(rules_, 2));
};

TEST_F(SmallTable, EqualsSearchInEveryImage) {
  EXPECT_NO_THROW(table_.check());
  Solver solver(rules_, std::size_t{1} << 26);
  SolveOptions with_table;
  with_table.known = &table_;
  for (std::uint64_t game = 0; game < 20; ++game) {
    RandomStream random(5, game);
    Position p = empty_board(rules_);
    for (int ply = 0; ply <= 3; ++ply) {
      const Solution searched = solver.solve(p);
      const Solution known = solver.solve(p, with_table);
      EXPECT_EQ(known.value, searched.value);
      EXPECT_EQ(known.best_moves, searched.best_moves);
      if (searched.value.outcome != Outcome::draw) {
        EXPECT_EQ(known.pv.size(), searched.pv.size());
      }
      EXPECT_EQ(table_.find(p).has_value(), ply <= 2);
      EXPECT_EQ(known.nodes == 0, ply <= 2);
      SlotMask open = placements(p, p.due);
      for (auto skip = random.below(static_cast<std::uint32_t>(std::popcount(open))); skip > 0;
           --skip) {
        open &= open - 1;
      }
      play(p, static_cast<Move>(std::countr_zero(open)), rules_.placement, 2);
    }
  }
}

TEST_F(SmallTable, SurvivesItsFileAndFindsDamage) {
  const std::string bytes = table_.bytes();
  const std::vector<EarlyTable> twice = EarlyTable::parse(bytes + bytes, "it");
  ASSERT_EQ(twice.size(), 2u);
  EXPECT_EQ(twice[1].bytes(), bytes);
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 16);
    EXPECT_THROW(
        {
          const auto tables = EarlyTable::parse(damaged, "it");
          for (const EarlyTable& table : tables) table.check();
        },
        std::runtime_error)
        << at;
    EXPECT_THROW(EarlyTable::parse(bytes.substr(0, at), "it"), UserError) << at;
  }
}

TEST_F(SmallTable, AWrongValueIsFound) {
  std::vector<KnownPosition> last = solved(rules_, 2);
  const bool draw = last[3].value.outcome == Outcome::draw;
  last[3].value = draw ? Value{Outcome::win, 3} : Value{Outcome::draw, 0};
  EXPECT_THROW(EarlyTable::induce(rules_, 2, last).check(), CheckFailed);
}

// Every shipped table is complete, is the best over the positions after it throughout, and comes
// again from its last ply.
TEST(EarlyTable, ShippedTablesHold) {
  for (const char* text :
       {"nested,none", "nested,Sb2", "nested,Mb2", "free,none", "free,Sb2", "free,Mb2"}) {
    const EarlyTable* table = EarlyTable::shipped(parse_rules(text));
    if (table == nullptr) continue;
    EXPECT_NO_THROW(table->check()) << text;
    const auto levels = early_positions(table->rules(), table->plies());
    std::vector<KnownPosition> last;
    for (const Position& p : levels.back()) last.push_back(table->find(p).value());
    EXPECT_TRUE(EarlyTable::induce(table->rules(), table->plies(), last).bytes() == table->bytes())
        << text;
  }
}

}  // namespace
}  // namespace trilith::otrio
