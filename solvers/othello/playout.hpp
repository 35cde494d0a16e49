// Othello's fast playouts: uniformly random games on the fastest code path of the machine.
#pragma once

#include "engines/othello/cpu.hpp"
#include "engines/othello/game.hpp"
#include "engines/random.hpp"
#include "solvers/mcts/playout.hpp"

namespace trilith::othello {

// Plays uniformly random moves from `board` to the end; the final score under the federation's
// rules for the side to move at `board`.
using RandomGame = int (*)(Board board, PlayoutStream& random);

// `path` is one of cpu_paths(); all paths play the same games.
RandomGame random_game(CpuPath path);

template <class Level>
int random_game_of(Board board, PlayoutStream& random);

// The leaf policy. One call through a pointer for a whole game.
struct FastPlayout {
  RandomGame play_out = random_game(best_cpu_path());

  mcts::Values<Othello> operator()(Position p, PlayoutStream& random) const {
    while (p.placing > 0) play(p, mcts::ListMover<Othello>::pick(p, random));
    const int points = play_out(p.board, random);
    const int black = p.seat == kBlack ? points : -points;
    return {black > 0 ? mcts::kWin : black < 0 ? -mcts::kWin : 0};
  }
};

}  // namespace trilith::othello
