// The body of every endgame_PATH.cpp: the endgame's hot functions for one code path.
//
// Whatever is emitted here must carry the path in its name, see
// engines/othello/kernels_of_level.hpp.
#pragma once

#include <memory>

#include "solvers/othello/endgame_kernels.hpp"
#include "solvers/othello/leaf_solver.hpp"

namespace trilith::othello {

template <class Level>
const EndgameKernels& endgame_kernels_of() {
  static constexpr EndgameKernels kKernels = {
      [](Mask own, int square) { return LastFlips<Level>::twice(own, square); },
      [](Board board) { return Stability<Level>::own_discs(board, edge_stability()); },
      [](Board board, int alpha, int beta, std::uint64_t& nodes) {
        const auto solver = std::make_unique<LeafSolver<Level>>(edge_stability());
        const int value = solver->solve(board, alpha, beta);
        nodes += solver->nodes;
        return value;
      },
  };
  return kKernels;
}

}  // namespace trilith::othello
