// Othello as a Game: the empty tag type that generic searchers take.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

#include "engines/fixed_list.hpp"
#include "engines/game.hpp"
#include "engines/othello/notation.hpp"
#include "engines/othello/position.hpp"
#include "engines/othello/symmetry.hpp"

namespace trilith::othello {

// Seat 0 is Black, who moves first. A forced pass is a move.
struct Othello {
  using Position = othello::Position;
  using Move = othello::Move;
  using Setup = othello::Setup;

  static constexpr std::string_view name = "othello";
  static constexpr std::size_t max_moves = kSquares;  // positions with 33 legal moves exist
  static constexpr std::size_t max_seats = 2;
  static constexpr int max_payoff = 64;

  static constexpr Position initial(const Setup& setup) { return initial_position(setup); }
  static constexpr int seats(const Position&) { return 2; }
  static constexpr int side_to_move(const Position& p) { return p.seat; }
  static constexpr bool is_terminal(const Position& p) { return is_over(p); }

  // Squares in rising order, or the pass alone.
  static constexpr void legal_moves(const Position& p, FixedList<Move, max_moves>& list) {
    Mask moves = placements(p);
    if (moves == 0 && must_pass(p)) list.push_back(kPass);
    for (; moves != 0; moves &= moves - 1)
      list.push_back(static_cast<Move>(std::countr_zero(moves)));
  }

  static constexpr void play(Position& p, Move move) { othello::play(p, move); }

  static constexpr std::array<int, max_seats> payoff(const Position& p) {
    const int points = score(p);
    return p.seat == kBlack ? std::array<int, 2>{points, -points}
                            : std::array<int, 2>{-points, points};
  }

  static std::string move_text(const Position&, Move move) { return othello::move_text(move); }
  static Move parse_move(const Position& p, std::string_view text) {
    return othello::parse_move(p, text);
  }
  static std::string position_text(const Position& p) { return othello::position_text(p); }
  static Position parse_position(const Setup& setup, std::string_view text) {
    return othello::parse_position(setup, text);
  }

  static std::uint64_t key(const Position& p) { return position_key(p); }

  static constexpr int symmetries(const Position&) { return kSymmetries; }
  static Position transform(const Position& p, int symmetry) {
    return othello::transform(p, symmetry);
  }
  static Move transform(Move move, int symmetry) { return othello::transform(move, symmetry); }
  static Position canonical(const Position& p) { return othello::canonical(p); }
};

}  // namespace trilith::othello
