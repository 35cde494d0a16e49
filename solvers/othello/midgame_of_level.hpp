// The body of every midgame_PATH.cpp: the midgame search for one code path.
//
// Whatever is emitted here must carry the path in its name, see
// engines/othello/kernels_of_level.hpp.
#pragma once

#include "solvers/othello/midgame_hooks.hpp"
#include "solvers/othello/midgame_kernels.hpp"

namespace trilith::othello {

template <class Level>
const MidgameKernels& midgame_kernels_of() {
  using Hooks = MidgameHooks<Level>;
  static constexpr MidgameKernels kKernels = {
      [](const MidgameTables& tables, Board board, int alpha, int beta, alphabeta::Draft draft,
         int threads, alphabeta::Table& table, alphabeta::Control& control) {
        const Hooks hooks(tables);
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
