// What Othello tells the generic alpha-beta in the middle of the game: the trained evaluation at
// the horizon, moves ordered by it, Multi-ProbCut.
//
// Scores are in 1/kMidgameUnit discs. Depth counts discs to place; a pass costs none. A search as
// deep as there are empty squares and without selective cuts is exact.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>

#include "engines/othello/board.hpp"
#include "eval/othello/pattern_evaluation.hpp"
#include "eval/othello/probcut.hpp"
#include "solvers/alphabeta/alphabeta.hpp"
#include "solvers/othello/leaf_solver.hpp"
#include "solvers/othello/midgame.hpp"

namespace trilith::othello {

// What all searches with the same weights share; made outside the code paths.
struct MidgameTables {
  MidgameTables(const Weights& weights, const ProbCut& probcut);

  static constexpr int kLeastDepth = 3;  // of a search that may be cut short
  static constexpr int kMostDepth = 30;  // deeper ones use this one's margins

  // The depth of the search that stands in for one of `depth`: as odd or even as it.
  static constexpr int shallow_depth(int depth) { return depth / 4 * 2 + (depth & 1); }

  int margin(int selectivity, int empties, int depth) const {
    return margins[static_cast<std::size_t>(selectivity)][static_cast<std::size_t>(empties)]
                  [static_cast<std::size_t>(depth < kMostDepth ? depth : kMostDepth)];
  }

  const Weights* weights;
  // Per selectivity, empties and depth: by how much the shallow search has to miss the window.
  std::array<std::array<std::array<std::int16_t, kMostDepth + 1>, kSquares + 1>, kNoCuts> margins;
};

template <class Level>
class MidgameHooks {
 public:
  struct Node {
    Board board;
    Mask moves = 0;  // legal for the side to move
    int empties = 0;
    bool over = false;
    Indices indices;
  };
  using Move = std::uint8_t;
  struct Scratch {};
  static constexpr Move no_move = kPass + 1;
  static constexpr std::size_t max_moves = kSquares;
  static constexpr int max_score = kSquares * kMidgameUnit;
  static constexpr int min_score = -max_score;

  explicit MidgameHooks(const MidgameTables& tables)
      : tables_(&tables), evaluation_(*tables.weights) {}

  Node root(Board board) const {
    Node node;
    evaluation_.start(board, node.indices);
    complete(board, node);
    return node;
  }

  Node child(const Node& parent, Move move) const {
    Node next;
    if (move == kPass) {
      pass_indices(parent.indices, next.indices);
      complete(parent.board.passed(), next);
    } else {
      const Mask turned = Level::flips(parent.board, move);
      evaluation_.after(parent.indices, move, turned, next.indices);
      complete(othello::after(parent.board, move, turned), next);
    }
    return next;
  }

  alphabeta::Bounds examine(const Node& node, alphabeta::Window window, alphabeta::Draft draft,
                            Scratch&) {
    if (node.over) {
      const int score = kMidgameUnit * final_score(node.board);
      return {score, score};
    }
    if (draft.depth == 0) {
      const int score = value(node);
      return {score, score};
    }
    if (draft.depth == 1 && node.moves != 0 && window.is_null()) return last_ply(node, window);
    return {min_score, max_score};
  }

  int generate(const Node& node, alphabeta::Window, alphabeta::Draft draft, Scratch&,
               Move hash_move, alphabeta::ScoredMoves<MidgameHooks>& moves) const {
    if (node.moves == 0) moves.push_back({kPass, 0});
    for (Mask rest = node.moves; rest != 0; rest &= rest - 1) {
      const auto move = static_cast<Move>(std::countr_zero(rest));
      int score = 1 << 28;
      if (move != hash_move) {
        const Mask turned = Level::flips(node.board, move);
        const Board board = othello::after(node.board, move, turned);
        const Mask replies = Level::legal_moves(board);
        score =
            kSquareBonus[move] - 16 * (std::popcount(replies) + std::popcount(replies & kCorners));
        if (draft.depth >= kEvaluatedOrderDepth) {
          Indices indices;
          evaluation_.after(node.indices, move, turned, indices);
          score -= evaluation_.units(board, indices, replies) * kEvaluationWeight / kUnit;
        }
      }
      moves.push_back({move, score});
    }
    return min_score;
  }

  static std::uint64_t key(Board board) {
    const std::uint64_t mixed = (board.own ^ board.own >> 32) * 0x9e3779b97f4a7c15u;
    const std::uint64_t both = (mixed ^ mixed >> 29 ^ board.opponent) * 0xbf58476d1ce4e5b9u;
    return (both ^ both >> 32) * 0x94d049bb133111ebu ^ both >> 29;
  }
  std::uint64_t key(const Node& node, const Scratch& = {}) const { return key(node.board); }

  alphabeta::Draft after(const Node& node, alphabeta::Draft draft) const {
    if (node.moves != 0 && draft.depth > 0) --draft.depth;
    return draft;
  }

  bool wants_etc(const Node&, alphabeta::Draft draft) const { return draft.depth >= kEtcDepth; }

  // See ProbCut. The static value says which side of the window is worth asking about.
  template <class Search>
  std::optional<int> selective_cut(Search& search, const Node& node, alphabeta::Window window,
                                   alphabeta::Draft draft, Scratch&) const {
    if (draft.selectivity >= kNoCuts || draft.depth < MidgameTables::kLeastDepth ||
        !window.is_null() || node.moves == 0) {
      return std::nullopt;
    }
    const int margin = tables_->margin(draft.selectivity, node.empties, draft.depth);
    const alphabeta::Draft shallow{MidgameTables::shallow_depth(draft.depth), draft.selectivity};
    const int statically = value(node);
    const int high = window.beta + margin;
    if (statically >= window.beta && high <= max_score &&
        search.search(node, high - 1, high, shallow) >= high) {
      return window.beta;
    }
    const int low = window.alpha - margin;
    if (statically <= window.alpha && low >= min_score &&
        search.search(node, low, low + 1, shallow) <= low) {
      return window.alpha;
    }
    return std::nullopt;
  }

  std::uint64_t leaf_nodes() const { return leaf_nodes_; }

 private:
  static constexpr int kEvaluatedOrderDepth = 3;
  static constexpr int kEvaluationWeight = 12;  // of a disc, as square bonuses count
  static constexpr int kEtcDepth = 5;

  static void complete(Board board, Node& node) {
    node.board = board;
    node.moves = Level::legal_moves(board);
    node.empties = board.empty_count();
    node.over = node.moves == 0 && Level::legal_moves(board.passed()) == 0;
  }

  static int scored(int units) {
    constexpr int kStep = kUnit / kMidgameUnit;
    return (units + (units < 0 ? -kStep / 2 : kStep / 2)) / kStep;
  }

  int value(const Node& node) const {
    return scored(evaluation_.units(node.board, node.indices, node.moves));
  }

  // The best of the moves one ply before the horizon, without nodes of the general kind: most of a
  // search is here.
  alphabeta::Bounds last_ply(const Node& node, alphabeta::Window window) {
    int best = min_score;
    evaluation_.after_moves(node.indices, node.empties, [&](auto&& units_after) {
      for (Mask rest = node.moves; rest != 0;) {
        const int square = std::countr_zero(likely_best(rest));
        rest &= ~bit(square);
        const Mask turned = Level::flips(node.board, square);
        const Board next = othello::after(node.board, square, turned);
        const Mask moves = Level::legal_moves(next);
        const bool over = moves == 0 && Level::legal_moves(next.passed()) == 0;
        ++leaf_nodes_;
        best = std::max(best, over ? -kMidgameUnit * final_score(next)
                                   : -scored(units_after(square, turned, next, moves)));
        if (best >= window.beta) return;
      }
    });
    return {best, best >= window.beta ? max_score : best};
  }

  // Those of the moves that come first: corners, other squares, those beside a corner.
  static Mask likely_best(Mask moves) {
    constexpr Mask kBesideCorners = 0x42c300000000c342u;
    const Mask corners = moves & kCorners;
    const Mask others = moves & ~kBesideCorners;
    return corners != 0 ? corners : others != 0 ? others : moves;
  }

  const MidgameTables* tables_;
  IncrementalPatternEvaluation<Level> evaluation_;
  std::uint64_t leaf_nodes_ = 0;
};

}  // namespace trilith::othello
