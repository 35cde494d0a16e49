// The generic alpha-beta on tic-tac-toe, with as few hooks as it can do with and with all of a
// table.
#include "solvers/alphabeta/alphabeta.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <utility>

#include "solvers/alphabeta/parallel.hpp"
#include "tests/conformance.hpp"
#include "tests/tictactoe.hpp"

namespace trilith::alphabeta {
namespace {

using testing::TicTacToe;

// The required hooks alone.
struct PlainHooks {
  using Node = TicTacToe::Position;
  using Move = std::uint8_t;
  struct Scratch {};
  static constexpr Move no_move = 255;
  static constexpr std::size_t max_moves = 9;
  static constexpr int min_score = -1;
  static constexpr int max_score = 1;

  static Bounds examine(const Node& node, Window, Draft, Scratch&) {
    if (!TicTacToe::is_terminal(node)) return {min_score, max_score};
    const int score = TicTacToe::payoff(node)[TicTacToe::side_to_move(node)];
    return {score, score};
  }
  static int generate(const Node& node, Window, Draft, const Scratch&, Move hash_move,
                      ScoredMoves<PlainHooks>& list) {
    MoveList<TicTacToe> moves;
    TicTacToe::legal_moves(node, moves);
    for (const Move move : moves) list.push_back({move, move == hash_move ? 1 : 0});
    return min_score;
  }
  static Node child(Node node, Move move) {
    TicTacToe::play(node, move);
    return node;
  }
};
static_assert(Hooks<PlainHooks>);

struct TableHooks : PlainHooks {
  static std::uint64_t key(const Node& node, const Scratch&) { return TicTacToe::key(node); }
  static int generate(const Node& node, Window window, Draft draft, const Scratch& scratch,
                      Move hash_move, ScoredMoves<TableHooks>& list) {
    return PlainHooks::generate(node, window, draft, scratch, hash_move, list);
  }
};
static_assert(Hooks<TableHooks>);

int minimax(const TicTacToe::Position& p) {
  if (TicTacToe::is_terminal(p)) return TicTacToe::payoff(p)[TicTacToe::side_to_move(p)];
  MoveList<TicTacToe> moves;
  TicTacToe::legal_moves(p, moves);
  int best = -2;
  for (const TicTacToe::Move move : moves) {
    TicTacToe::Position child = p;
    TicTacToe::play(child, move);
    best = std::max(best, -minimax(child));
  }
  return best;
}

// Scores moves late and has a solver for the last three squares.
struct LateHooks : TableHooks {
  static int generate(const Node& node, Window, Draft, const Scratch&, Move hash_move,
                      ScoredMoves<LateHooks>& list) {
    MoveList<TicTacToe> moves;
    TicTacToe::legal_moves(node, moves);
    for (const Move move : moves) list.push_back({move, 0});
    for (ScoredMove& scored : list) {
      if (scored.move == hash_move) std::swap(scored, list[0]);
    }
    return min_score;
  }
  void order(const Node&, Draft, const Scratch&, ScoredMoves<LateHooks>& list, std::size_t first) {
    ++ordered;
    for (std::size_t i = first; i < list.size(); ++i) list[i].score = list[i].move * 7 % 9;
  }
  static std::optional<Bounds> finish(const Node& node, Window, Draft, const Scratch&) {
    if (TicTacToe::filled(node) < 6) return std::nullopt;
    const int score = minimax(node);
    return Bounds{score, score};
  }
  int ordered = 0;
};
static_assert(Hooks<LateHooks>);

// The contract of search() for every window, with and without a table, warm or cold.
TEST(AlphaBeta, KeepsItsContractForEveryWindow) {
  Table table(1 << 16);
  Table late_table(1 << 16);
  conformance::for_random_positions<TicTacToe>({}, {.games = 30}, [&](const auto& p) {
    if (TicTacToe::filled(p) < 2) return;
    const int value = minimax(p);
    for (int alpha = -2; alpha < 2; ++alpha) {
      for (int beta = alpha + 1; beta <= 2; ++beta) {
        Table unused(1);
        Control control;
        const int plain = AlphaBeta<PlainHooks>({}, unused, control).search(p, alpha, beta);
        const int tabled = AlphaBeta<TableHooks>({}, table, control).search(p, alpha, beta);
        const int late = AlphaBeta<LateHooks>({}, late_table, control).search(p, alpha, beta);
        for (const int result : {plain, tabled, late}) {
          if (result <= alpha) {
            EXPECT_LE(value, result);
          } else if (result >= beta) {
            EXPECT_GE(value, result);
          } else {
            EXPECT_EQ(value, result);
          }
        }
      }
    }
  });
}

TEST(AlphaBeta, TheTableSavesNodes) {
  const TicTacToe::Position start = TicTacToe::initial({});
  Table table(1 << 20);
  Control control;
  AlphaBeta<PlainHooks> plain({}, table, control);
  AlphaBeta<TableHooks> tabled({}, table, control);
  EXPECT_EQ(plain.search(start, -2, 2), 0);
  EXPECT_EQ(tabled.search(start, -2, 2), 0);
  EXPECT_LT(tabled.nodes(), plain.nodes() / 3);
}

TEST(AlphaBeta, AHashMoveThatCutsSparesTheOrder) {
  const TicTacToe::Position start = TicTacToe::initial({});
  Table table(1 << 20);
  Control control;
  AlphaBeta<LateHooks> first({}, table, control);
  EXPECT_EQ(first.search(start, -1, 0, {1}), 0);
  EXPECT_GT(first.hooks().ordered, 0);
  // A deeper draft makes the entries useless but for their moves.
  AlphaBeta<LateHooks> second({}, table, control);
  EXPECT_EQ(second.search(start, -1, 0, {9}), 0);
  EXPECT_LT(second.hooks().ordered, first.hooks().ordered);
}

TEST(AlphaBeta, ThreadsAgree) {
  for (int threads = 1; threads <= 4; ++threads) {
    Table table(1 << 16);
    Control control;
    const SearchResult result =
        parallel_search(TableHooks{}, TicTacToe::initial({}), -2, 2, {}, threads, table, control);
    EXPECT_TRUE(result.complete);
    EXPECT_EQ(result.score, 0);
    Table late_table(1 << 16);
    EXPECT_EQ(parallel_search(LateHooks{}, TicTacToe::initial({}), -2, 2, {}, threads, late_table,
                              control)
                  .score,
              0);
  }
}

TEST(AlphaBeta, AStoppedSearchLeavesTheTableAlone) {
  Table table(1 << 16);
  Control control;
  control.stop();
  AlphaBeta<TableHooks> search({}, table, control);
  search.search(TicTacToe::initial({}), -2, 2);
  EXPECT_TRUE(search.aborted());
  TableEntry entry;
  EXPECT_FALSE(table.probe(TicTacToe::key(TicTacToe::initial({})), entry));
}

}  // namespace
}  // namespace trilith::alphabeta
