// The trained evaluation in the form that Othello's searchers take.
#pragma once

#include <bit>

#include "engines/othello/board.hpp"
#include "eval/othello/weights.hpp"

namespace trilith::othello {

// Nothing is carried along: the indices are made where a value is asked for, which is cheaper than
// an update at every node when few nodes are evaluated. Level is the code path that counts moves.
template <class Level>
class PatternEvaluation {
 public:
  struct State {};

  explicit PatternEvaluation(const Weights& weights) : weights_(&weights) {}

  State start(Board) const { return {}; }
  State after(State, Board, int, Mask) const { return {}; }
  State passed(State) const { return {}; }

  // Expected score in discs for the side to move, which has the legal moves `moves`; -64..64,
  // rounded.
  int value(Board board, State, Mask moves) const {
    const int enemy_moves = std::popcount(Level::legal_moves(board.passed()));
    const int units = weights_->evaluate(board, std::popcount(moves), enemy_moves);
    return (units + (units < 0 ? -kUnit / 2 : kUnit / 2)) / kUnit;
  }

 private:
  const Weights* weights_;
};

// The same with the indices updated move by move.
class IncrementalPatternEvaluation {
 public:
  using State = Indices;

  explicit IncrementalPatternEvaluation(const Weights& weights) : weights_(&weights) {}

  State start(Board board) const {
    State state;
    set_indices(weights_->features(), board, state);
    return state;
  }
  State after(const State& state, Board, int square, Mask turned) const {
    State next;
    play_indices(weights_->features(), state, square, turned, next);
    return next;
  }
  State passed(const State& state) const {
    State next;
    pass_indices(state, next);
    return next;
  }
  int value(Board board, const State& state, Mask) const {
    const int units = weights_->evaluate(state, board);
    return (units + (units < 0 ? -kUnit / 2 : kUnit / 2)) / kUnit;
  }

 private:
  const Weights* weights_;
};

}  // namespace trilith::othello
