// Random games, avx2 path.
#include "engines/othello/avx2.hpp"
#include "solvers/othello/playout_of_level.hpp"

namespace trilith::othello {

template int random_game_of<Avx2>(Board, PlayoutStream&);

}  // namespace trilith::othello
