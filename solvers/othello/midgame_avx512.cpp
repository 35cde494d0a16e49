// The midgame search, avx512 path.
#include "engines/othello/avx512.hpp"
#include "solvers/othello/midgame_of_level.hpp"

namespace trilith::othello {

template const MidgameKernels& midgame_kernels_of<Avx512>();

}  // namespace trilith::othello
