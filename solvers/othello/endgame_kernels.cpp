// Chooses the endgame's hot functions of a code path.
#include "solvers/othello/endgame_kernels.hpp"

namespace trilith::othello {

struct Portable;
struct Avx2;
struct Avx512;

const EndgameKernels& endgame_kernels(CpuPath path) {
#ifdef TRILITH_OTHELLO_X86_PATHS
  if (path == CpuPath::avx512) return endgame_kernels_of<Avx512>();
  if (path == CpuPath::avx2) return endgame_kernels_of<Avx2>();
#endif
  (void)path;
  return endgame_kernels_of<Portable>();
}

}  // namespace trilith::othello
