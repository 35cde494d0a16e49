// Text of Otrio moves and positions ("OFEN"), and pictures of boards.
#pragma once

#include <string>
#include <string_view>

#include "engines/otrio/position.hpp"
#include "engines/otrio/rules.hpp"

namespace trilith::otrio {

std::string move_text(Move move);

// A legal move of p from text; throws UserError that names the fault and, when the shape is right
// but the move is not legal, why.
Move parse_move(const Position& p, std::string_view text);

// `...,...,.../...,...,.../...,...,... V`: rows from the top, cells S M L, the colour due.
std::string position_text(const Position& p);

// Throws UserError naming the fault: shape, letters, more than three pieces of a size, a filled
// blocked slot, counts that no order of turns explains, a triple that is already there.
Position parse_position(const Rules& rules, std::string_view text);

// The board for people, nine lines of text; `colour` adds ANSI colours.
std::string board_text(const Position& p, const Rules& rules, bool colour);

// The board as a self-contained SVG document: rings in the colours of the pieces.
std::string board_svg(const Position& p, const Rules& rules);

}  // namespace trilith::otrio
