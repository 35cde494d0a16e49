// Othello's and Trio's players: their text, their limits, and that games can be repeated.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "engines/error.hpp"
#include "solvers/othello/players.hpp"
#include "solvers/trio/players.hpp"

namespace trilith {
namespace {

using othello::Othello;
using trio::Trio;

// Plays a game of `unit` with players made anew by `make`; the moves in text.
template <Game G, class Make>
std::string play(typename G::Position p, std::uint64_t unit, int seats, Make&& make) {
  std::vector<std::unique_ptr<players::Player<G>>> players;
  for (int seat = 0; seat < seats; ++seat) {
    players.push_back(make(players::PlayerOptions{7, static_cast<std::uint32_t>(seat)}));
    players.back()->start(p, unit);
  }
  std::string moves;
  while (!G::is_terminal(p) && moves.size() < 100'000) {
    MoveList<G> legal;
    G::legal_moves(p, legal);
    const auto move = players[static_cast<std::size_t>(G::side_to_move(p))]->choose(p);
    EXPECT_NE(std::find(legal.begin(), legal.end(), move), legal.end());
    moves += G::move_text(p, move) + ' ';
    const auto before = p;
    G::play(p, move);
    for (const auto& player : players) player->played(before, move);
  }
  return moves;
}

TEST(OthelloPlayers, PlayTheSameGameForTheSameUnit) {
  for (const char* text :
       {"random", "mcts:playouts=40,playout=fast", "mcts:playouts=40,playout=uniform",
        "mcts:playouts=40,playout=evaluation", "mcts:playouts=4,playout=guided", "engine:depth=2",
        "engine:nodes=200", "alphabeta:depth=1,hash-mb=1"}) {
    const players::Spec spec = players::parse_spec(text);
    const auto game = [&](std::uint64_t unit) {
      return play<Othello>(Othello::initial({}), unit, 2, [&](const players::PlayerOptions& o) {
        return othello::make_player(spec, o);
      });
    };
    EXPECT_EQ(game(3), game(3)) << text;
    if (spec.kind != "engine" && spec.kind != "alphabeta") {
      EXPECT_NE(game(3), game(4)) << text;
    }
  }
}

TEST(OthelloPlayers, PlaceTheFirstDiscsOfReversi) {
  const players::Spec spec = players::parse_spec("engine:depth=1");
  const std::string moves =
      play<Othello>(Othello::initial({othello::Variant::reversi, {}}), 1, 2,
                    [&](const players::PlayerOptions& o) { return othello::make_player(spec, o); });
  EXPECT_GT(moves.size(), 100u);
}

TEST(OthelloPlayers, RefuseWhatIsNone) {
  for (const char* text :
       {"human", "perfect", "engine:depth=0", "engine:depth=61", "engine:nodes=x", "engine:speed=3",
        "engine:seconds=-1", "mcts:playout=slow", "random:a=b",
        "engine:weights=/tmp/none"}) {  // no loader was given
    EXPECT_THROW(othello::make_player(players::parse_spec(text), {}), UserError) << text;
  }
}

TEST(TrioPlayers, PlayTheSameGameForTheSameUnit) {
  const trio::Rules rules = trio::parse_rules("3,simple");
  for (const char* text : {"random", "memory", "forgetful:rate=0.3", "no-seven", "mcts:playouts=20",
                           "ismcts:playouts=20"}) {
    const players::Spec spec = players::parse_spec(text);
    const auto game = [&](std::uint64_t unit) {
      RandomStream deal(1, unit);
      return play<Trio>(trio::deal(rules, deal), unit, 3, [&](const players::PlayerOptions& o) {
        return trio::make_player(spec, o);
      });
    };
    EXPECT_EQ(game(5), game(5)) << text;
    EXPECT_NE(game(5), game(6)) << text;
  }
  EXPECT_THROW(trio::make_player(players::parse_spec("human"), {}), UserError);
}

}  // namespace
}  // namespace trilith
