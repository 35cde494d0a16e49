// Otrio Extreme: who is to blame in hand-made games, and the score table of the rule text.
#include "engines/otrio/extreme.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "engines/otrio/game.hpp"
#include "tests/conformance.hpp"

namespace trilith::otrio {
namespace {

// The colour to blame for a game given by its moves, as a letter; '-' for nobody.
char blamed(const char* rules_text, const std::string& text) {
  const Rules rules = parse_rules(rules_text);
  Position p = empty_board(rules);
  std::vector<Move> moves;
  std::istringstream stream(text);
  for (std::string move; stream >> move;) {
    moves.push_back(parse_move(p, move));
    play(p, moves.back(), rules.placement, colours(rules.players));
  }
  const auto colour = colour_to_blame(rules, moves);
  return colour ? kColourLetters[*colour] : '-';
}

// V makes Sa1-Sb1-Sc1 with everybody at hand to fill Sc1: the last one, B, is to blame.
TEST(Blame, LatestWhoCouldBlock) {
  EXPECT_EQ(blamed("free,none,4", "Sa1 Sa3 Ma3 Mb3 Sb1 Sb3 Mc2 Lc2 Sc1"), 'B');
  EXPECT_EQ(blamed("free,none,3", "Sa1 Sa3 Ma3 Sb1 Sb3 Mc2 Sc1"), 'G');
  EXPECT_EQ(blamed("free,none,duel", "Sa1 Sa3 Sb1 Sb3 Sc1"), 'R');
}

// B has placed its three small pieces when V threatens Sc1, so the turn before, G's, counts.
TEST(Blame, WhoHasNoSuchPieceLeftCouldNotBlock) {
  EXPECT_EQ(blamed("free,none,4",
                   "Sa1 Lc3 Mc3 Sa2 "  // V R G B
                   "Ma2 Lb3 Mb3 Sb3 "
                   "Lc2 Ma3 Lb1 Sc2 "
                   "Sb1 La2 La3 Mb2 "
                   "Sc1"),
            'G');
  EXPECT_EQ(blamed("free,none,duel", "Sa1 Sa2 Ma3 Sb3 Lb2 Sc2 Sb1 Mb3 Sc1"), '-');
}

// In `pairs` only the enemy's turns count: for V's win those of B and R, not of G.
TEST(Blame, PartnersOwnColourIsSkipped) {
  EXPECT_EQ(blamed("free,none,pairs", "Sa1 Sa3 Ma3 Mb3 Sb1 Sb3 Mc2 Lc2 Sc1"), 'B');
}

// R has placed its three large pieces when V threatens Lc1. Under `nested` a smaller one in c1
// would have closed Lc1, under `free` nothing would.
TEST(Blame, NestedSmallerPieceBlocks) {
  const std::string moves = "La1 La3 Sb2 Lb3 Sa2 Lc2 Lb1 Mc2 Lc1";
  EXPECT_EQ(blamed("nested,none,duel", moves), 'R');
  EXPECT_EQ(blamed("free,none,duel", moves), '-');
}

TEST(Blame, NobodyInADrawOrAnUnfinishedGame) {
  EXPECT_EQ(blamed("free,none,4", "Sa1 Sa3"), '-');
  EXPECT_EQ(blamed("free,none,4", ""), '-');
}

// By a plain method: try every placement at every turn and ask whether the winning move is legal
// afterwards.
char plainly_blamed(const Rules& rules, const std::vector<Move>& moves) {
  const int count = colours(rules.players);
  std::vector<Position> positions{empty_board(rules)};
  for (const Move move : moves) {
    positions.push_back(positions.back());
    play(positions.back(), move, rules.placement, count);
  }
  if (positions.back().status != Status::won) return '-';
  const std::size_t last = moves.size() - 1;
  const int winner = positions[last].due;
  for (std::size_t turn = last; turn-- > 0;) {
    const Position& p = positions[turn];
    if (p.due == winner) break;
    if (rules.players == Players::pairs && (p.due + winner) % 2 == 0) continue;
    for (int slot = 0; slot < kSlots; ++slot) {
      if ((placements(p, p.due) >> slot & 1) == 0) continue;
      Position after = p;
      play(after, static_cast<Move>(slot), rules.placement, count);
      if ((placements(after, winner) >> moves[last] & 1) == 0) return kColourLetters[p.due];
    }
  }
  return '-';
}

TEST(Blame, AgreesWithTryingEveryPlacement) {
  int blamed_games = 0;
  int blameless = 0;
  for (const char* text : {"nested,none,4", "free,none,3", "nested,Sb2,pairs", "free,none,pairs",
                           "free,none,duel", "nested,none,3"}) {
    const Rules rules = parse_rules(text);
    visit(rules, [&]<class G>(G) {
      for (std::uint64_t game = 0; game < 400; ++game) {
        RandomStream random(9, game);
        Position p = G::initial({rules.blocked});
        std::vector<Move> moves;
        while (!G::is_terminal(p)) {
          MoveList<G> list;
          G::legal_moves(p, list);
          moves.push_back(list[random.below(static_cast<std::uint32_t>(list.size()))]);
          G::play(p, moves.back());
        }
        const auto colour = colour_to_blame(rules, moves);
        const char letter = colour ? kColourLetters[*colour] : '-';
        EXPECT_EQ(letter, plainly_blamed(rules, moves)) << text << " game " << game;
        if (p.status == Status::won) ++(colour ? blamed_games : blameless);
      }
    });
  }
  EXPECT_GT(blamed_games, 100);
  EXPECT_GT(blameless, 10);
}

// The table of the rule text, seats counted from 0 here.
TEST(ExtremeScore, ExampleOfTheRules) {
  ExtremeScore score(4, 5);
  score.add(1, 0);
  EXPECT_EQ(score.totals(), (std::vector{-1, 1, 0, 0}));
  score.add(3, 2);
  EXPECT_EQ(score.totals(), (std::vector{-1, 1, -1, 1}));
  score.add(1, std::nullopt);
  EXPECT_EQ(score.totals(), (std::vector{-1, 2, -1, 1}));
  score.add(2, 1);
  EXPECT_EQ(score.totals(), (std::vector{-1, 1, 0, 1}));
  EXPECT_EQ(score.match_winner(), std::nullopt);
}

TEST(ExtremeScore, DrawsCountNothingAndTheTargetWins) {
  ExtremeScore score(2, 2);
  score.add(std::nullopt, std::nullopt);
  EXPECT_EQ(score.totals(), (std::vector{0, 0}));
  score.add(1, 0);
  score.add(1, 0);
  EXPECT_EQ(score.match_winner(), 1);
  EXPECT_EQ(score.totals(), (std::vector{-2, 2}));
}

}  // namespace
}  // namespace trilith::otrio
