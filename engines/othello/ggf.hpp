// GGF, M. Buro's Generic Game Format, as Othello servers write it: `(;GM[Othello]PB[...]...;)`.
//
// A game is a row of tags, one to three capitals and a value in brackets, without nesting. BO holds
// size, 64 squares (`*` Black, `O` White, `-` empty, blanks allowed) and the side to move; B and W
// hold a move, `/evaluation` and `/seconds`, the last two optional: `B[d3//0.01]`. A pass is PA. An
// archive may put the number of games of a match before it: `1 (;...;)` or `2 (;...;)(;...;)`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engines/othello/game_record.hpp"

namespace trilith::othello {

// All games of an archive; whatever is not a game is refused. `name` stands in the messages. Throws
// UserError with file, record (from 1) and reason.
std::vector<GameRecord> parse_ggf(std::string_view text, const std::string& name);

// One game of a text that holds exactly one, such as NBoard's `set game`.
GameRecord parse_ggf_game(std::string_view text);

// The game on one line, without the count before it. Moves are written in lower case.
std::string ggf_text(const GameRecord& game);

}  // namespace trilith::othello
