// Chooses the hot functions of a code path.
#include "engines/othello/kernels.hpp"

namespace trilith::othello {

struct Portable;
struct Avx2;
struct Avx512;

const Kernels& kernels(CpuPath path) {
#ifdef TRILITH_OTHELLO_X86_PATHS
  if (path == CpuPath::avx512) return kernels_of<Avx512>();
  if (path == CpuPath::avx2) return kernels_of<Avx2>();
#endif
  (void)path;
  return kernels_of<Portable>();
}

}  // namespace trilith::othello
