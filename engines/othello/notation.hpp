// Text of Othello moves, games and positions, and pictures of boards.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engines/othello/position.hpp"

namespace trilith::othello {

// `f5`, or `--` for a pass.
std::string move_text(Move move);

// A square or a pass without regard to a position: `f5`, `F5`, `--`, `pa`, `pass`, `ps`; throws
// UserError.
Move parse_square(std::string_view text);

// A legal move of p; throws UserError that says why the text is none.
Move parse_move(const Position& p, std::string_view text);

// 64 characters X, O or - in the order a1, b1, ..., h8, a blank, the side to move (X is Black).
std::string position_text(const Position& p);

// Accepts `*`, `x`, `b`, `B` for Black, `o`, `w`, `W` for White, `.` for empty, any number of
// blanks before the side to move; throws UserError naming the square or the fault. Under the
// reversi variant a board whose centre is not full must be one that four free placements lead
// through.
Position parse_position(const Setup& setup, std::string_view text);

// A game as text, `f5d6c3...`, with passes written as `--` when `with_passes`.
std::string game_text(const std::vector<Move>& moves, bool with_passes = false);

// The moves of `text` played from `start`: blanks between moves are allowed, passes may be written
// or left out. The result holds every pass that was forced before a disc. Throws UserError with the
// number of the faulty move.
std::vector<Move> parse_game(const Position& start, std::string_view text);

// The board for people, ten lines of text, legal moves marked; `colour` adds ANSI colours.
std::string board_text(const Position& p, bool colour);

// The board as a self-contained SVG document, legal moves marked.
std::string board_svg(const Position& p);

}  // namespace trilith::othello
