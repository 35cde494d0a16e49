// The midgame search, avx2 path.
#include "engines/othello/avx2.hpp"
#include "solvers/othello/midgame_of_level.hpp"

namespace trilith::othello {

template const MidgameKernels& midgame_kernels_of<Avx2>();

}  // namespace trilith::othello
