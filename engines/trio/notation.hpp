// Text of Trio moves, positions and observations.
//
// A position is five or more fields with blanks between them:
//
//   1 |1,2,3|;2|3,4|5-1;|1,4,5| 1,4!,.,2 -;3;- [swap=...] [held=...] [told=...]
//
//   turn     the seat whose turn it is
//   hands    by seat, `;` between them: the cards in rising order as shown low run | middle | shown
//            high run; then -a+b if a cards from the low end and b from the high end are face up
//   centre   the slots in order, `,` between them: a number, `.` an empty slot; `!` after a number
//            that has been shown, `^` one that is face up; `-` when there is no centre
//   taken    by side, `;` between them: the numbers of its trios, or `-`
//   swap     by seat: `-` takes no part, `?` has not answered yet, `keep`, a number to give, or `!`
//            for an answer that is not known
//   held     by seat: cards that everybody knows the hand to hold, after swaps, or `-`
//   told     by seat: cards that this seat knows its partner to hold, after swaps, or `-`
//
// An observation is `@seat`, a blank and the same with `?` for every unknown card:
//
//   @1 1 |1,2,3|;2|?,?|5-1;|?,?,?| ?,4!,.,? -;3;-
//
// A move is c5 (the centre card in slot 5), low2 or high2 (the end of seat 2's hand); in a swap
// keep or give7. Seats and slots count from 1.
#pragma once

#include <string>
#include <string_view>

#include "engines/trio/observation.hpp"
#include "engines/trio/position.hpp"

namespace trilith::trio {

std::string move_text(Move move);
// A legal move of t. Throws UserError that says why it is none.
Move parse_move(const Table& t, std::string_view text);

std::string position_text(const Position& p);
std::string observation_text(const Observation& observation);

// Throw UserError that names the field and the fault: shape, numbers that are not in the deck, more
// or fewer copies than the deck has, hands out of order, sizes that no game leads to, a game that
// is over.
Position parse_position(const Rules& rules, std::string_view text);
Observation parse_observation(const Rules& rules, std::string_view text);

// A deal before the first move: the hands, `;` between them, a blank, the centre.
std::string deal_text(const Position& p);
Position parse_deal(const Rules& rules, std::string_view text);

}  // namespace trilith::trio
