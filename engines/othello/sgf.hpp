// SGF, the Smart Game Format, as far as one Othello game needs it: what GTP's loadsgf reads.
//
// A file is a tree of nodes, `(;GM[2]SZ[8];B[d3];W[c5](;B[d6])(;B[f6]))`; its main line takes the
// first branch everywhere. Squares are written `d3`, or with two letters as in Go (`dc`: column,
// row from the top); a pass is empty, `tt` or any word of notation.hpp. AB, AW, AE and PL in the
// first node set another start up; other properties are skipped.
#pragma once

#include <string_view>

#include "engines/othello/game_record.hpp"

namespace trilith::othello {

// The main line of the first game in the text. Throws UserError with place and reason.
GameRecord parse_sgf_game(std::string_view text);

}  // namespace trilith::othello
