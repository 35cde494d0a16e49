// What Othello tells the generic alpha-beta: nodes, exact leaves, ordering, static bounds.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cassert>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "engines/othello/board.hpp"
#include "eval/othello/pattern_evaluation.hpp"
#include "solvers/alphabeta/alphabeta.hpp"
#include "solvers/othello/frontier.hpp"
#include "solvers/othello/leaf_solver.hpp"

namespace trilith::othello {

// Depth is counted in discs to place, so a draft of depth = empty squares asks for the final score.
// Selectivity: which of these margins, in discs, a shallow search must miss the window by to stand
// for a deep one; kExact for no such cuts.
inline constexpr std::array<int, 2> kCutMargins = {6, 9};
inline constexpr int kExact = static_cast<int>(kCutMargins.size());

struct EndgameNode {
  Board board;
  Mask moves = 0;  // legal for the side to move
  int empties = 0;
  bool over = false;
};

// Shallow evaluated search without a table, for ordering.
template <class Level>
class ShallowHooks {
 public:
  using Node = EndgameNode;
  using Move = std::uint8_t;
  struct Scratch {};
  static constexpr Move no_move = kPass + 1;
  static constexpr std::size_t max_moves = kSquares;
  static constexpr int min_score = -64;
  static constexpr int max_score = 64;

  explicit ShallowHooks(const PatternEvaluation<Level>& evaluation) : evaluation_(&evaluation) {}

  static Node root(Board board) {
    Node node{board, Level::legal_moves(board), board.empty_count(), false};
    node.over = node.moves == 0 && Level::legal_moves(board.passed()) == 0;
    return node;
  }

  static Node make_child(const Node& node, Mask turned, int square) {
    Node next;
    next.board = othello::after(node.board, square, turned);
    next.moves = Level::legal_moves(next.board);
    next.empties = node.empties - 1;
    next.over = next.moves == 0 && Level::legal_moves(next.board.passed()) == 0;
    return next;
  }

  static Node child(const Node& node, Move move) {
    if (move == kPass) {
      return {node.board.passed(), Level::legal_moves(node.board.passed()), node.empties, false};
    }
    return make_child(node, Level::flips(node.board, move), move);
  }

  alphabeta::Bounds examine(const Node& node, alphabeta::Window, alphabeta::Draft draft, Scratch&) {
    if (node.over) {
      const int score = final_score(node.board);
      return {score, score};
    }
    if (draft.depth == 0) {
      const int value = evaluation_->value(node.board, node.moves);
      return {value, value};
    }
    return {min_score, max_score};
  }

  int generate(const Node& node, alphabeta::Window, alphabeta::Draft, Scratch&, Move,
               alphabeta::ScoredMoves<ShallowHooks>& moves) {
    if (node.moves == 0) moves.push_back({kPass, 0});
    for (Mask rest = node.moves; rest != 0; rest &= rest - 1) {
      const int square = std::countr_zero(rest);
      moves.push_back({static_cast<Move>(square), kSquareBonus[square]});
    }
    return min_score;
  }

 private:
  const PatternEvaluation<Level>* evaluation_;
};

template <class Level>
class EndgameHooks {
 public:
  using Evaluation = PatternEvaluation<Level>;
  using Shallow = ShallowHooks<Level>;
  using Node = EndgameNode;
  using Move = std::uint8_t;
  struct Scratch {};
  static constexpr Move no_move = Shallow::no_move;
  static constexpr std::size_t max_moves = kSquares;
  static constexpr int min_score = -64;
  static constexpr int max_score = 64;

  // What one thread works with; its small table lives from one search to the next.
  struct Tools {
    Tools(const Evaluation& evaluation, const EdgeStability& edge)
        : leaf(edge), search(Shallow(evaluation), table, control) {}
    LeafSolver<Level> leaf;
    alphabeta::Table table{64};  // never asked: Shallow has no keys
    alphabeta::Control control;
    alphabeta::AlphaBeta<Shallow> search;
    std::atomic<bool> taken{false};
  };

  // Tools for a number of threads; one copy of the hooks takes one of them.
  class Workspace {
   public:
    Workspace(const Evaluation& evaluation, const EdgeStability& edge, int threads)
        : evaluation_(evaluation), edge_(edge), threads_(threads) {
      tools_ = std::make_unique<std::unique_ptr<Tools>[]>(static_cast<std::size_t>(threads));
      for (int i = 0; i < threads; ++i) tools_[i] = std::make_unique<Tools>(evaluation_, edge_);
    }
    Tools* take() {
      for (int i = 0; i < threads_; ++i) {
        if (!tools_[i]->taken.exchange(true)) return tools_[i].get();
      }
      return nullptr;
    }
    const Evaluation& evaluation() const { return evaluation_; }
    const EdgeStability& edge() const { return edge_; }

   private:
    Evaluation evaluation_;
    const EdgeStability& edge_;
    int threads_;
    std::unique_ptr<std::unique_ptr<Tools>[]> tools_;
  };

  // These hooks make nodes but cannot search: their copies, one per thread, can.
  explicit EndgameHooks(Workspace& workspace)
      : workspace_(&workspace), evaluation_(&workspace.evaluation()), edge_(&workspace.edge()) {}
  EndgameHooks(const EndgameHooks& other) : EndgameHooks(*other.workspace_) {
    tools_ = workspace_->take();
    assert(tools_ != nullptr);
    nodes_before_ = nodes_of_tools();
  }
  EndgameHooks(EndgameHooks&& other) noexcept
      : workspace_(other.workspace_),
        evaluation_(other.evaluation_),
        edge_(other.edge_),
        tools_(std::exchange(other.tools_, nullptr)),
        nodes_before_(other.nodes_before_) {}
  EndgameHooks& operator=(const EndgameHooks&) = delete;
  EndgameHooks& operator=(EndgameHooks&&) = delete;
  ~EndgameHooks() {
    if (tools_ != nullptr) tools_->taken.store(false);
  }

  static Node root(Board board) { return Shallow::root(board); }
  static Node child(const Node& node, Move move) { return Shallow::child(node, move); }

  alphabeta::Bounds examine(const Node& node, alphabeta::Window window, alphabeta::Draft draft,
                            Scratch&) {
    if (node.over) {
      const int score = final_score(node.board);
      return {score, score};
    }
    if (draft.depth < node.empties) {
      if (draft.depth > 0) return {min_score, max_score};
      const int value = evaluation_->value(node.board, node.moves);
      return {value, value};
    }
    if (node.empties < kLeafEmpties) return solve_leaf(node, window);
    if (window.alpha >= kStabilityFrom) {
      return {min_score, Stability<Level>::upper_bound(node.board, *edge_)};
    }
    return {min_score, max_score};
  }

  // The largest leaves are worth an entry in the table.
  std::optional<alphabeta::Bounds> finish(const Node& node, alphabeta::Window window,
                                          alphabeta::Draft draft, Scratch&) {
    if (node.empties != kLeafEmpties || draft.depth < node.empties) return std::nullopt;
    return solve_leaf(node, window);
  }

  int generate(const Node& node, alphabeta::Window, alphabeta::Draft, Scratch&, Move hash_move,
               alphabeta::ScoredMoves<EndgameHooks>& moves) const {
    if (node.moves == 0) moves.push_back({kPass, 0});
    Mask rest = node.moves;
    if (hash_move < kPass && (rest & bit(hash_move)) != 0) {
      moves.push_back({hash_move, 0});
      rest ^= bit(hash_move);
    }
    for (; rest != 0; rest &= rest - 1) {
      moves.push_back({static_cast<Move>(std::countr_zero(rest)), 0});
    }
    return min_score;
  }

  // Evaluated searches of the children are dear, so only once the table's move has not cut.
  void order(const Node& node, alphabeta::Draft draft, Scratch&,
             alphabeta::ScoredMoves<EndgameHooks>& moves, std::size_t first) {
    if (first + 1 >= moves.size()) return;
    const Mask odd = odd_quadrants(node.board.empties());
    const int depth = ordering_depth(node, draft);
    for (std::size_t i = first; i < moves.size(); ++i) {
      const int square = moves[i].move;
      const Mask turned = Level::flips(node.board, square);
      if (turned == node.board.opponent) {
        moves[i].score = 1 << 29;
        return;
      }
      const Node next = Shallow::make_child(node, turned, square);
      int score = kSquareBonus[square] -
                  16 * (std::popcount(next.moves) + std::popcount(next.moves & kCorners)) -
                  4 * std::popcount(frontier(next.board.opponent) & next.board.empties());
      if (odd & bit(square)) score += 6;
      if (depth >= 0) {
        score -= kEvaluationWeight * tools_->search.search(next, -64, 64, {depth, 0});
      }
      moves[i].score = score;
    }
  }

  // Two rounds of 64 x 64 -> 128 bit multiplication, folded.
  static std::uint64_t key(Board board) {
    const Mask folded = fold(board.own ^ 0x9e3779b97f4a7c15u, board.opponent ^ 0xd1b54a32d192ed03u);
    return fold(folded ^ board.own, 0xa0761d6478bd642fu) ^ board.opponent;
  }
  static std::uint64_t key(const Node& node) { return key(node.board); }
  static std::uint64_t child_key(const Node& node, Move move) {
    return key(move == kPass ? node.board.passed()
                             : othello::after(node.board, move, Level::flips(node.board, move)));
  }
  static std::uint64_t key(const Node& node, const Scratch&) { return key(node.board); }

  alphabeta::Draft after(const Node& node, alphabeta::Draft draft) const {
    if (node.moves != 0 && draft.depth > 0) --draft.depth;
    return draft;
  }

  // ProbCut (M. Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm",
  // 1995): in a selective search to the end, a shallow search that misses the null window by far
  // stands for the deep one. An exact search never asks, and no selective result serves it.
  template <class Search>
  std::optional<int> selective_cut(Search& search, const Node& node, alphabeta::Window window,
                                   alphabeta::Draft draft, Scratch&) const {
    if (draft.selectivity >= kExact || draft.depth < node.empties ||
        node.empties < kSelectiveEmpties || !window.is_null() || node.moves == 0) {
      return std::nullopt;
    }
    const int margin = kCutMargins[draft.selectivity];
    const alphabeta::Draft shallow{shallow_depth(node.empties), 0};
    const int high = window.beta + margin;
    if (high <= max_score && search.search(node, high - 1, high, shallow) >= high) {
      return window.beta;
    }
    const int low = window.alpha - margin;
    if (low >= min_score && search.search(node, low, low + 1, shallow) <= low) {
      return window.alpha;
    }
    return std::nullopt;
  }

  bool wants_etc(const Node& node, alphabeta::Draft) const { return node.empties >= kEtcEmpties; }
  bool worth_sharing(const Node& node, alphabeta::Window, alphabeta::Draft) const {
    return node.empties >= kSharedEmpties;
  }
  std::uint64_t leaf_nodes() const { return nodes_of_tools() - nodes_before_; }

 private:
  static constexpr int kLeafEmpties = 12;
  static constexpr int kEtcEmpties = 13;
  static constexpr int kSharedEmpties = 15;
  static constexpr int kStabilityFrom = 16;
  static constexpr int kEvaluationWeight = 6;
  static constexpr int kSelectiveEmpties = 14;

  alphabeta::Bounds solve_leaf(const Node& node, alphabeta::Window window) {
    if (!window.is_null()) {
      const int value = tools_->leaf.solve(node.board, window.alpha, window.beta);
      if (value <= window.alpha) return {min_score, value};
      if (value >= window.beta) return {value, max_score};
      return {value, value};
    }
    const int value = tools_->leaf.solve_null(node.board, window.alpha);
    return value > window.alpha ? alphabeta::Bounds{value, max_score}
                                : alphabeta::Bounds{min_score, value};
  }

  static Mask fold(Mask a, Mask b) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(a) * b;
    return static_cast<Mask>(product) ^ static_cast<Mask>(product >> 64);
  }

  // As odd or even as a search to the end: the side that moves last is the same.
  static int shallow_depth(int empties) {
    const int even = empties < 16 ? 2 : empties < 20 ? 4 : empties < 24 ? 6 : 8;
    return even + (empties & 1);
  }

  static int ordering_depth(const Node& node, alphabeta::Draft draft) {
    if (draft.depth < node.empties) return draft.depth > 4 ? 0 : -1;
    if (node.empties < 14) return -1;
    if (node.empties < 16) return 0;
    if (node.empties < 20) return 1;
    return 2;
  }

  std::uint64_t nodes_of_tools() const { return tools_->leaf.nodes + tools_->search.nodes(); }

  Workspace* workspace_;
  const Evaluation* evaluation_;
  const EdgeStability* edge_;
  Tools* tools_ = nullptr;
  std::uint64_t nodes_before_ = 0;
};

}  // namespace trilith::othello
