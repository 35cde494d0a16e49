// Leaf values of Othello's tree search that the trained evaluation gives or guides.
#pragma once

#include <cmath>
#include <memory>

#include "engines/othello/game.hpp"
#include "engines/othello/portable.hpp"
#include "engines/random.hpp"
#include "eval/othello/weights.hpp"
#include "solvers/mcts/playout.hpp"

namespace trilith::othello {

namespace detail {

// Root mean square error in discs, by empty squares, of weights fitted to the results of games
// against results kept aside, in a straight line.
constexpr double evaluation_error(int empties) { return 2.0 + 0.35 * empties; }

// The expected result (-1..1) of a game whose final score is normal around `discs`.
inline double expected_result(double discs, int empties) {
  return std::erf(discs / (evaluation_error(empties) * 1.4142135623730951));
}

inline mcts::Values<Othello> black_value(const Position& p, double for_side_to_move) {
  const auto value = static_cast<mcts::Value>(std::lround(for_side_to_move * mcts::kWin));
  return {p.seat == kBlack ? value : -value};
}

}  // namespace detail

// The evaluation itself: no playout, nothing drawn.
struct EvaluationLeaf {
  std::shared_ptr<const Weights> weights;

  mcts::Values<Othello> operator()(const Position& p, PlayoutStream&) const {
    if (is_over(p)) return mcts::values_of<Othello>(Othello::payoff(p));
    if (p.placing > 0) return {0};
    const double discs = static_cast<double>(weights->evaluate(p.board)) / kUnit;
    return detail::black_value(p, detail::expected_result(discs, p.board.empty_count()));
  }
};

// A playout whose movers look one disc ahead: of two moves drawn uniformly, the one that the
// evaluation likes better. That leaves every line a chance and costs two evaluations a ply.
struct GuidedPlayout {
  std::shared_ptr<const Weights> weights;

  mcts::Values<Othello> operator()(Position p, PlayoutStream& random) const {
    while (!is_over(p)) play(p, pick(p, random));
    return mcts::values_of<Othello>(Othello::payoff(p));
  }

 private:
  Move pick(const Position& p, PlayoutStream& random) const {
    FixedList<Move, Othello::max_moves> moves;
    Othello::legal_moves(p, moves);
    const auto count = static_cast<std::uint32_t>(moves.size());
    const Move first = moves[random.below(count)];
    const Move second = moves[random.below(count)];
    if (first == second || p.placing > 0) return first;
    return value_after(p, first) <= value_after(p, second) ? first : second;
  }
  // For the enemy.
  int value_after(Position p, Move move) const {
    play(p, move);
    return weights->evaluate(p.board);
  }
};

}  // namespace trilith::othello
