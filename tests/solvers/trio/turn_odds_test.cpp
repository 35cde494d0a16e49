// The exact chance of a trio this turn against a plain search over all deals.
#include "solvers/trio/turn_odds.hpp"

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "engines/trio/notation.hpp"
#include "tests/engines/trio/enumerate.hpp"

namespace trilith::trio {
namespace {

std::vector<Position> all_deals(const Observation& seen) {
  std::vector<Position> deals;
  testing::for_each_deal(seen, [&](const Position& p) { deals.push_back(p); });
  return deals;
}

// The number of deals in which the turn, begun with `move`, ends in a trio under the best play that
// knows only what has been seen: deals are split by what a reveal shows, all of them at once.
std::uint64_t best_from(const std::vector<Position>& deals, Move move) {
  std::map<int, std::vector<Position>> after;
  std::uint64_t taken = 0;
  for (const Position& deal : deals) {
    const int number = revealed_number(deal, move);
    Position next = deal;
    play(next, move);
    if (next.shown == 0) {
      taken += next.taken != deal.taken;
    } else {
      after[number].push_back(next);
    }
  }
  for (const auto& [number, group] : after) {
    FixedList<Move, kMaxMoves> moves;
    legal_moves(group[0], moves);
    std::uint64_t best = 0;
    for (const Move next : moves) best = std::max(best, best_from(group, next));
    taken += best;
  }
  return taken;
}

void expect_equal_to_search(const Observation& seen) {
  const Belief belief(seen);
  const TurnTable table = turn_odds(seen, belief);
  const std::vector<Position> deals = all_deals(seen);
  for (const TurnOdds& odds : table.moves) {
    EXPECT_EQ(odds.ways * deals.size(), table.denominator * best_from(deals, odds.move))
        << observation_text(seen) << ' ' << move_text(odds.move);
  }
}

TEST(TurnOdds, AreThoseOfASearchOverAllDeals) {
  for (const char* text : {"2,simple,numbers=3,hand=3,trios=3,seven=off",
                           "2,simple,numbers=3,hand=4,trios=3,seven=off",
                           "3,simple,numbers=3,hand=2,trios=3,seven=off",
                           "2,simple,numbers=4,copies=2,hand=2,trios=4,seven=off"}) {
    const Rules rules = parse_rules(text);
    for (std::uint64_t game = 0; game < 4; ++game) {
      RandomStream random(41, game);
      Position p = deal(rules, random);
      for (int ply = 0; ply < 24 && !is_terminal(p); ++ply) {
        if (ply % 4 == static_cast<int>(game)) expect_equal_to_search(Observation(p, p.turn));
        FixedList<Move, kMaxMoves> moves;
        legal_moves(p, moves);
        play(p, moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
      }
    }
  }
}

TEST(TurnOdds, ACertainTrioHasChanceOne) {
  const Rules rules = parse_rules("2,simple,numbers=4,hand=4,trios=3,seven=3");
  const Observation seen = parse_observation(rules, "@1 1 |1,1,4,4|;1|?,?|4 ?,?,?,? -;-");
  const TurnTable table = turn_odds(seen, Belief(seen));
  for (const TurnOdds& odds : table.moves) {
    if (is_end(odds.move)) {
      EXPECT_EQ(odds.chance, 1) << move_text(odds.move);
    }
  }
}

}  // namespace
}  // namespace trilith::trio
