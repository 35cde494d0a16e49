// Trio's informed playouts: every seat goes on as a player with perfect memory.
#pragma once

#include <array>

#include "engines/trio/game.hpp"
#include "solvers/mcts/playout.hpp"
#include "solvers/trio/player.hpp"

namespace trilith::trio {

// A leaf policy of the tree search. Uniformly random games of Trio last a thousand turns; games
// between players with memory a dozen. Each seat sees its own view of the sampled world only. A
// game still running after max_reveals counts for nobody.
struct MemoryPlayout {
  int max_reveals = 2000;

  mcts::Values<Trio> operator()(Position p, PlayoutStream& source) const {
    RandomStream random(source(), source());
    std::array<PlayerState, kMaxPlayers> states{};
    const Player memory;
    for (int reveal = 0; !is_terminal(p); ++reveal) {
      if (reveal == max_reveals) return {};
      const int seat = side_to_move(p);
      play(p, choose(memory, View(p, seat), random, states[seat]));
    }
    return mcts::values_of<Trio>(Trio::payoff(p));
  }
};

}  // namespace trilith::trio
