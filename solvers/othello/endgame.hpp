// Exact Othello endgames: the score and best moves of a position, proven.
//
// The start of a search is a series of evaluated searches of growing depth, which leave good first
// moves in the table; then come exact searches around the value they guess. Only exact results
// decide: whatever a shallower or selective search left in the table orders moves and nothing else
// (its draft does not serve an exact search).
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "engines/othello/board.hpp"
#include "engines/othello/cpu.hpp"
#include "solvers/alphabeta/control.hpp"
#include "solvers/alphabeta/table.hpp"

namespace trilith::othello {

struct SolveProgress {
  int depth = 0;       // of the search that is running, in discs to place
  bool exact = false;  // an exact search; before it come evaluated ones
  int lower = -64;     // proven bounds of the score
  int upper = 64;
  std::uint64_t nodes = 0;
  double seconds = 0;
};

struct SolveOptions {
  bool win_draw_loss = false;  // only on which side of 0 the score lies
  bool all_moves = false;      // the score of every move
  int threads = 1;
  CpuPath path = best_cpu_path();
  alphabeta::Limits limits;
  std::function<void(const SolveProgress&)> progress;  // called from a thread of its own
};

struct ScoredSquare {
  Move move = kPass;
  int score = 0;
};

// Scores count for the side to move, empty squares for the winner.
struct SolveResult {
  bool complete = false;  // false: a limit stopped the search, only the bounds are proven
  int lower = -64;        // equal to upper when complete, except under win_draw_loss
  int upper = 64;
  std::vector<Move> best_moves;     // proven to reach `lower`; empty when the game is over
  std::vector<Move> pv;             // a line of best play to the end; one move under win_draw_loss
  std::vector<ScoredSquare> moves;  // with all_moves: every legal move
  std::uint64_t nodes = 0;          // over all threads
  double seconds = 0;
};

class EndgameSolver {
 public:
  // Takes at most `hash_bytes` for the table, as it is used; throws std::bad_alloc.
  explicit EndgameSolver(std::size_t hash_bytes);

  // Solves one position. The table stays: later positions profit from it, and their values never
  // depend on it.
  SolveResult solve(Board board, const SolveOptions& options);

  void clear() { table_.clear(); }

 private:
  std::size_t hash_bytes_;
  alphabeta::Table table_;
};

}  // namespace trilith::othello
