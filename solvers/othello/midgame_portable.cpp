// The midgame search, portable path.
#include "engines/othello/portable.hpp"
#include "solvers/othello/midgame_of_level.hpp"

namespace trilith::othello {

template const MidgameKernels& midgame_kernels_of<Portable>();

}  // namespace trilith::othello
