// The body of every endgame_PATH.cpp: the endgame's hot functions for one code path.
//
// Whatever is emitted here must carry the path in its name, see
// engines/othello/kernels_of_level.hpp.
#pragma once

#include <memory>

#include "solvers/othello/endgame_hooks.hpp"
#include "solvers/othello/endgame_kernels.hpp"
#include "solvers/othello/leaf_solver.hpp"

namespace trilith::othello {

template <class Level>
const EndgameKernels& endgame_kernels_of() {
  using Hooks = EndgameHooks<Level>;
  static constexpr EndgameKernels kKernels = {
      [](Mask own, int square) { return LastFlips<Level>::turns(own, square); },
      [](Board board) { return Stability<Level>::own_discs(board, edge_stability()); },
      [](Board board, int alpha, int beta, std::uint64_t& nodes) {
        const auto solver = std::make_unique<LeafSolver<Level>>(edge_stability());
        const int value = solver->solve(board, alpha, beta);
        nodes += solver->nodes;
        return value;
      },
      [](int threads) -> void* {
        return new Hooks::Workspace(PatternEvaluation<Level>(Weights::shipped()), edge_stability(),
                                    threads);
      },
      [](void* workspace) { delete static_cast<typename Hooks::Workspace*>(workspace); },
      [](void* workspace, Board board, int alpha, int beta, alphabeta::Draft draft, int threads,
         alphabeta::Table& table, alphabeta::Control& control) {
        const Hooks hooks(*static_cast<typename Hooks::Workspace*>(workspace));
        return alphabeta::parallel_search(hooks, hooks.root(board), alpha, beta, draft, threads,
                                          table, control);
      },
      [](Board board, const alphabeta::Table& table) {
        alphabeta::TableEntry entry;
        return table.probe(Hooks::key(board), entry) ? entry.move : Hooks::no_move;
      },
  };
  return kKernels;
}

}  // namespace trilith::othello
