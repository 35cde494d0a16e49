// The endgame's hot functions, portable path.
#include "engines/othello/portable.hpp"
#include "solvers/othello/endgame_of_level.hpp"

namespace trilith::othello {

template const EndgameKernels& endgame_kernels_of<Portable>();

}  // namespace trilith::othello
