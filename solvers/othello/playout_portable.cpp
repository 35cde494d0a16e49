// Random games, portable path.
#include "engines/othello/portable.hpp"
#include "solvers/othello/playout.hpp"
#include "solvers/othello/playout_of_level.hpp"

namespace trilith::othello {

template int random_game_of<Portable>(Board, PlayoutStream&);

}  // namespace trilith::othello
