// The endgame's hot functions for each code path, reached through pointers (as engines' kernels).
#pragma once

#include <cstdint>

#include "engines/othello/board.hpp"
#include "engines/othello/cpu.hpp"
#include "solvers/alphabeta/parallel.hpp"
#include "solvers/othello/last_flips.hpp"

namespace trilith::othello {

struct EndgameKernels {
  // What a disc on `square`, the board's only empty one, turns.
  LastTurns (*last_turns)(Mask own, int square);
  // Discs of board.own that are known to be stable.
  Mask (*stable_discs)(Board board);
  // The leaf solver alone, from a cold table: the score within (alpha, beta); adds to `nodes`.
  int (*leaf)(Board board, int alpha, int beta, std::uint64_t& nodes);
  // What the threads of a search work with (leaf tables, evaluation); freed by the other.
  void* (*make_workspace)(int threads);
  void (*free_workspace)(void* workspace);
  // alphabeta::parallel_search with Othello's hooks; `workspace` is for `threads` threads.
  alphabeta::SearchResult (*search)(void* workspace, Board board, int alpha, int beta,
                                    alphabeta::Draft draft, int threads, alphabeta::Table& table,
                                    alphabeta::Control& control);
  // The move that the table has for the board, or a number that is no move.
  Move (*table_move)(Board board, const alphabeta::Table& table);
};

// `path` is one of cpu_paths().
const EndgameKernels& endgame_kernels(CpuPath path);

template <class Level>
const EndgameKernels& endgame_kernels_of();

}  // namespace trilith::othello
