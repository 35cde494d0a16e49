// The endgame's hot functions, avx2 path.
#include "engines/othello/avx2.hpp"
#include "solvers/othello/endgame_of_level.hpp"

namespace trilith::othello {

template const EndgameKernels& endgame_kernels_of<Avx2>();

}  // namespace trilith::othello
