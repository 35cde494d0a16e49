// What Othello tells the generic alpha-beta in the middle of the game: the trained evaluation at
// the horizon, moves ordered by it.
#pragma once

#include <bit>
#include <cstdint>

#include "engines/hashing.hpp"
#include "engines/othello/board.hpp"
#include "engines/othello/portable.hpp"
#include "eval/othello/weights.hpp"
#include "solvers/alphabeta/alphabeta.hpp"

namespace trilith::othello {

// Scores are in 1/kUnit discs. Depth counts discs to place; a pass costs none. A search as deep as
// there are empty squares is exact.
class MidgameHooks {
 public:
  struct Node {
    Board board;
    Mask moves = 0;  // legal for the side to move
    bool over = false;
  };
  using Move = std::uint8_t;
  struct Scratch {};
  static constexpr Move no_move = kPass + 1;
  static constexpr std::size_t max_moves = kSquares;
  static constexpr int max_score = kSquares * kUnit;
  static constexpr int min_score = -max_score;

  explicit MidgameHooks(const Weights& weights) : weights_(&weights) {}

  static Node node(Board board) {
    Node node{board, Portable::legal_moves(board)};
    node.over = node.moves == 0 && Portable::legal_moves(board.passed()) == 0;
    return node;
  }

  Node child(const Node& parent, Move move) const {
    if (move == kPass) return node(parent.board.passed());
    return node(othello::after(parent.board, move, Portable::flips(parent.board, move)));
  }

  alphabeta::Bounds examine(const Node& node, alphabeta::Window, alphabeta::Draft draft,
                            Scratch&) const {
    if (node.over) {
      const int score = kUnit * final_score(node.board);
      return {score, score};
    }
    if (draft.depth == 0) {
      const int value = weights_->evaluate(node.board);
      return {value, value};
    }
    return {min_score, max_score};
  }

  int generate(const Node& node, alphabeta::Window, alphabeta::Draft draft, Scratch&,
               Move hash_move, alphabeta::ScoredMoves<MidgameHooks>& moves) const {
    if (node.moves == 0) moves.push_back({kPass, 0});
    for (Mask rest = node.moves; rest != 0; rest &= rest - 1) {
      const auto move = static_cast<Move>(std::countr_zero(rest));
      int score = 2 * max_score;
      if (move != hash_move) {
        const Board next = othello::after(node.board, move, Portable::flips(node.board, move));
        score = draft.depth >= kEvaluatedOrderDepth
                    ? -weights_->evaluate(next)
                    : -std::popcount(Portable::legal_moves(next)) -
                          2 * std::popcount(Portable::legal_moves(next) & kCorners);
      }
      moves.push_back({move, score});
    }
    return min_score;
  }

  std::uint64_t key(const Node& node, const Scratch& = {}) const {
    return mix64(mix64(node.board.own) ^ node.board.opponent);
  }

  alphabeta::Draft after(const Node& node, alphabeta::Draft draft) const {
    if (node.moves != 0 && draft.depth > 0) --draft.depth;
    return draft;
  }

 private:
  static constexpr int kEvaluatedOrderDepth = 3;

  const Weights* weights_;
};

}  // namespace trilith::othello
