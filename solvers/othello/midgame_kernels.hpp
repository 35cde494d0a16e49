// The midgame search for each code path, reached through pointers (as engines' kernels).
#pragma once

#include <cstdint>

#include "engines/othello/board.hpp"
#include "engines/othello/cpu.hpp"
#include "solvers/alphabeta/parallel.hpp"

namespace trilith::othello {

struct MidgameTables;

struct MidgameKernels {
  // alphabeta::parallel_search with Othello's hooks.
  alphabeta::SearchResult (*search)(const MidgameTables& tables, Board board, int alpha, int beta,
                                    alphabeta::Draft draft, int threads, alphabeta::Table& table,
                                    alphabeta::Control& control);
  // The move that the table has for the board, or a number that is no move.
  Move (*table_move)(Board board, const alphabeta::Table& table);
};

// `path` is one of cpu_paths().
const MidgameKernels& midgame_kernels(CpuPath path);

template <class Level>
const MidgameKernels& midgame_kernels_of();

}  // namespace trilith::othello
