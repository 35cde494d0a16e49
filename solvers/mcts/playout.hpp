// Leaf values: what a position is worth when the tree ends there.
//
// A leaf is a function object `Values<G> operator()(const Position&, PlayoutStream&) const`: a
// playout, or an evaluation that draws nothing. It is copied into every thread.
#pragma once

#include <cstdint>
#include <utility>

#include "engines/game.hpp"
#include "solvers/mcts/values.hpp"

namespace trilith::mcts {

// A uniformly random legal move from the list. A game's folder may offer a faster mover with the
// same distribution.
template <Game G>
struct ListMover {
  static typename G::Move pick(const typename G::Position& p, PlayoutStream& random) {
    MoveList<G> moves;
    G::legal_moves(p, moves);
    return moves[random.below(static_cast<std::uint32_t>(moves.size()))];
  }
};

// Plays to the end with moves from Mover; a game still running after max_plies counts as a draw.
template <Game G, class Mover = ListMover<G>>
struct Playout {
  int max_plies = 100'000;

  Values<G> operator()(typename G::Position p, PlayoutStream& random) const {
    for (int ply = 0; !G::is_terminal(p); ++ply) {
      if (ply == max_plies) return {};
      G::play(p, Mover::pick(p, random));
    }
    return values_of<G>(G::payoff(p));
  }
};

// What a game knows about the next ply: a move that wins at once, so that a node need not visit all
// its children to find it. Games specialise this; the default knows nothing.
template <Game G>
struct Tactics {
  // True when the side to move of a running game wins with `move` in one ply.
  static bool winning_move(const typename G::Position&, typename G::Move&) { return false; }
};

}  // namespace trilith::mcts
