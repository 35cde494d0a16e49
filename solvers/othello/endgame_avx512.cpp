// The endgame's hot functions, avx512 path.
#include "engines/othello/avx512.hpp"
#include "solvers/othello/endgame_of_level.hpp"

namespace trilith::othello {

template const EndgameKernels& endgame_kernels_of<Avx512>();

}  // namespace trilith::othello
