// The engine's hot functions, avx512 path.
#include "engines/othello/avx512.hpp"
#include "engines/othello/kernels_of_level.hpp"

namespace trilith::othello {

template const Kernels& kernels_of<Avx512>();

}  // namespace trilith::othello
