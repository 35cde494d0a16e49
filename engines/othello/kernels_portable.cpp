// The engine's hot functions, portable path.
#include "engines/othello/kernels_of_level.hpp"
#include "engines/othello/portable.hpp"

namespace trilith::othello {

template const Kernels& kernels_of<Portable>();

}  // namespace trilith::othello
