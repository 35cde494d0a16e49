// The engine's hot functions, avx2 path.
#include "engines/othello/avx2.hpp"
#include "engines/othello/kernels_of_level.hpp"

namespace trilith::othello {

template const Kernels& kernels_of<Avx2>();

}  // namespace trilith::othello
