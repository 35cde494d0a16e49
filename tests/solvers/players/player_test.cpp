// Players made from their text: legal moves, equal seeds, strength in the right order.
#include "solvers/players/player.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "engines/error.hpp"
#include "solvers/otrio/players.hpp"
#include "tests/tictactoe.hpp"

namespace trilith::players {
namespace {

using otrio::Placement;
using Pairs = otrio::Otrio<Placement::free, otrio::Players::pairs>;
using testing::TicTacToe;

constexpr otrio::Rules kFree{Placement::free, std::nullopt, otrio::Players::pairs};

// Plays games between two players; the first seat's points (1 win, 0 draw, -1 loss) and the moves.
template <Game G, class Make>
std::vector<typename G::Move> moves_of_games(int games, Make&& make, int& points) {
  std::vector<typename G::Move> moves;
  std::vector<std::unique_ptr<Player<G>>> seats;
  for (int seat = 0; seat < 2; ++seat) seats.push_back(make(seat));
  for (int game = 0; game < games; ++game) {
    auto p = G::initial({});
    for (auto& seat : seats) seat->start(p, static_cast<std::uint64_t>(game));
    while (!G::is_terminal(p)) {
      const auto move = seats[G::side_to_move(p)]->choose(p);
      const auto before = p;
      G::play(p, move);
      for (auto& seat : seats) seat->played(before, move);
      moves.push_back(move);
    }
    points += G::payoff(p)[0];
  }
  return moves;
}

TEST(Players, PerfectTicTacToeIsADraw) {
  int points = 0;
  moves_of_games<TicTacToe>(
      5,
      [](int seat) {
        return make_player<TicTacToe>(parse_spec("mcts:playouts=20000"),
                                      {1, static_cast<std::uint32_t>(seat)});
      },
      points);
  EXPECT_EQ(points, 0);
}

TEST(Players, TreeSearchBeatsRandomPlayAtOtrio) {
  int points = 0;
  const auto make = [](int seat) {
    return otrio::make_player<Pairs>(kFree, parse_spec(seat == 1 ? "mcts:playouts=200" : "random"),
                                     {1, static_cast<std::uint32_t>(seat)});
  };
  const auto moves = moves_of_games<Pairs>(20, make, points);
  EXPECT_LE(points, -18);
  int again = 0;
  EXPECT_EQ(moves_of_games<Pairs>(20, make, again), moves) << "equal seeds, equal games";
}

TEST(Players, ReuseAndPlayoutStylesAreOptions) {
  int points = 0;
  const auto make = [](int seat) {
    const char* text = seat == 0 ? "mcts:playouts=100,reuse=no,playout=uniform"
                                 : "mcts:nodes=500,c=0.7,memory-mb=1";
    return otrio::make_player<Pairs>(kFree, parse_spec(text),
                                     {1, static_cast<std::uint32_t>(seat)});
  };
  EXPECT_GT(moves_of_games<Pairs>(2, make, points).size(), 8u);
}

TEST(Players, UnknownKindsAndOptionsAreRefused) {
  for (const char* text : {"robot", "random:x=1", "mcts:playouts=0", "mcts:depth=3"}) {
    EXPECT_THROW(otrio::make_player<Pairs>(kFree, parse_spec(text), {}), UserError) << text;
  }
  EXPECT_EQ(make_player<TicTacToe>(parse_spec("robot"), {}), nullptr);
}

}  // namespace
}  // namespace trilith::players
