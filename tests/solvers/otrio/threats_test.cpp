// The verdicts from threats alone against the plain checker on positions of real games.
#include "solvers/otrio/threats.hpp"

#include <gtest/gtest.h>

#include "engines/otrio/game.hpp"
#include "tests/conformance.hpp"

namespace trilith::otrio {
namespace {

// Can the side to move win within `plies`, by trying everything?
template <class G>
bool wins_within(const Position& p, int plies);

template <class G>
bool loses_within(const Position& p, int plies) {
  if (p.status == Status::won) return true;
  if (p.status == Status::drawn || plies < 2) return false;
  MoveList<G> moves;
  G::legal_moves(p, moves);
  for (const Move move : moves) {
    Position child = p;
    G::play(child, move);
    if (!wins_within<G>(child, plies - 1)) return false;
  }
  return true;
}

template <class G>
bool wins_within(const Position& p, int plies) {
  if (p.status != Status::running || plies < 1) return false;
  MoveList<G> moves;
  G::legal_moves(p, moves);
  for (const Move move : moves) {
    Position child = p;
    G::play(child, move);
    if (loses_within<G>(child, plies - 1)) return true;
  }
  return false;
}

template <Placement kPlacement>
void check_verdicts(const char* rules_of_game) {
  using G = Otrio<kPlacement, Players::pairs>;
  using T = Threats<kPlacement>;
  const Rules rules = parse_rules(rules_of_game);
  int threes = 0;
  int fours = 0;
  int fives = 0;
  conformance::for_random_positions<G>({rules.blocked}, {.games = 400}, [&](const Position& p) {
    if (G::is_terminal(p) || std::popcount(~p.closed & kAllSlots) > 16) return;
    const auto colour = [&](int by) { return (p.due + by) % 4; };
    const auto threats = [&](int by) { return winning_placements(p, colour(by)); };
    const auto supply = [&](int by) { return supplied(p.pieces[colour(by)]); };
    const SlotMask open = ~p.closed & kAllSlots;
    const SlotMask legal = placements(p, p.due);
    if (threats(0) != 0) return;  // a win in one
    const SlotMask moves = T::answers(threats(1), legal);
    if (threats(1) != 0 && moves == 0) {
      EXPECT_TRUE(loses_within<G>(p, 2)) << position_text(p);
      return;
    }
    const bool three = T::wins_in_three(open, moves, threats(2), supply(1));
    const bool four =
        T::loses_in_four(open, legal, threats(1), threats(2), threats(3), supply(1), supply(2));
    EXPECT_EQ(three, wins_within<G>(p, 3)) << position_text(p);
    EXPECT_EQ(four, loses_within<G>(p, 4)) << position_text(p);
    threes += three ? 1 : 0;
    fours += four ? 1 : 0;
    if (three || four || open == 0 || std::popcount(open) > 12) return;
    const bool five = T::wins_in_five(open, p.pieces[p.due], moves, threats(2), threats(3),
                                      supply(1), supply(2), supply(3));
    EXPECT_EQ(five, wins_within<G>(p, 5)) << position_text(p);
    fives += five ? 1 : 0;
  });
  EXPECT_GT(threes, 0);
  EXPECT_GT(fours, 0);
  EXPECT_GT(fives, 0);
}

TEST(Threats, VerdictsAreExactWhenNested) {
  check_verdicts<Placement::nested>("nested,none,pairs");
}
TEST(Threats, VerdictsAreExactWhenFree) { check_verdicts<Placement::free>("free,Sb2,pairs"); }

TEST(Threats, SmallPieceAnswersALargerThreatOfItsCellWhenNested) {
  const SlotMask large = slot_bit(parse_slot("La1"));
  const SlotMask small = slot_bit(parse_slot("Sa1"));
  EXPECT_EQ(Threats<Placement::nested>::answers(large, kAllSlots),
            large | small | slot_bit(parse_slot("Ma1")));
  EXPECT_EQ(Threats<Placement::nested>::answers(large | small, kAllSlots), small);
  EXPECT_EQ(Threats<Placement::free>::answers(large, kAllSlots), large);
  EXPECT_EQ(Threats<Placement::free>::answers(large | small, kAllSlots), 0u);
}

}  // namespace
}  // namespace trilith::otrio
