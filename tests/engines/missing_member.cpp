// Compiled by the tests with one WITHOUT_... macro: the message must name the member that is
// missing.
#include "tests/tictactoe.hpp"

namespace {

using trilith::testing::TicTacToe;

// Forwards to tic-tac-toe by hand, so that one member can be left out.
struct Incomplete {
  using Position = TicTacToe::Position;
  using Move = TicTacToe::Move;
  using Setup = TicTacToe::Setup;
  static constexpr std::string_view name = "incomplete";
  static constexpr std::size_t max_moves = TicTacToe::max_moves;
  static constexpr std::size_t max_seats = TicTacToe::max_seats;
  static constexpr int max_payoff = TicTacToe::max_payoff;
#ifndef WITHOUT_initial
  static Position initial(const Setup& setup) { return TicTacToe::initial(setup); }
#endif
  static int seats(const Position& p) { return TicTacToe::seats(p); }
  static int side_to_move(const Position& p) { return TicTacToe::side_to_move(p); }
  static bool is_terminal(const Position& p) { return TicTacToe::is_terminal(p); }
#ifndef WITHOUT_legal_moves
  static void legal_moves(const Position& p, trilith::FixedList<Move, max_moves>& list) {
    TicTacToe::legal_moves(p, list);
  }
#endif
  static void play(Position& p, Move m) { TicTacToe::play(p, m); }
#ifndef WITHOUT_payoff
  static std::array<int, 2> payoff(const Position& p) { return TicTacToe::payoff(p); }
#endif
  static std::string move_text(const Position& p, Move m) { return TicTacToe::move_text(p, m); }
#ifndef WITHOUT_parse_move
  static Move parse_move(const Position& p, std::string_view text) {
    return TicTacToe::parse_move(p, text);
  }
#endif
  static std::string position_text(const Position& p) { return TicTacToe::position_text(p); }
  static Position parse_position(const Setup& setup, std::string_view text) {
    return TicTacToe::parse_position(setup, text);
  }
};

template <trilith::Game G>
int first_seat() {
  return G::side_to_move(G::initial({}));
}

}  // namespace

int main() { return first_seat<Incomplete>(); }
