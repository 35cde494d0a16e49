// Plays one game between seats of any kind, with a cap on its length.
#pragma once

#include <cstdint>

#include "engines/game.hpp"

namespace trilith::montecarlo {

// choose(position) gives the move of the seat due. Stops when the game is over or after `max_moves`
// moves; returns how many were made.
template <Game G, class Choose>
std::uint64_t play_out(typename G::Position& p, std::uint64_t max_moves, Choose&& choose) {
  std::uint64_t moves = 0;
  for (; moves < max_moves && !G::is_terminal(p); ++moves) G::play(p, choose(p));
  return moves;
}

// A uniformly random legal move.
template <Game G>
typename G::Move random_move(const typename G::Position& p, RandomStream& random) {
  MoveList<G> moves;
  G::legal_moves(p, moves);
  return moves[random.below(static_cast<std::uint32_t>(moves.size()))];
}

}  // namespace trilith::montecarlo
