// Chooses the random game of a code path.
#include "solvers/othello/playout.hpp"

namespace trilith::othello {

struct Portable;
struct Avx2;
struct MixedAvx512;

RandomGame random_game(CpuPath path) {
#ifdef TRILITH_OTHELLO_X86_PATHS
  if (path == CpuPath::avx512) return &random_game_of<MixedAvx512>;
  if (path == CpuPath::avx2) return &random_game_of<Avx2>;
#endif
  (void)path;
  return &random_game_of<Portable>;
}

}  // namespace trilith::othello
