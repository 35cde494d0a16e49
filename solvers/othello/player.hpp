// Chooses Othello moves under limits of depth, time or nodes: what play and the protocols call.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "engines/othello/board.hpp"
#include "eval/othello/weights.hpp"
#include "solvers/alphabeta/control.hpp"
#include "solvers/othello/endgame.hpp"
#include "solvers/othello/midgame.hpp"

namespace trilith::othello {

// The defaults never stop a search. Under a limit of depth or nodes a choice is the same every time
// from a cleared player with one thread.
struct PlayLimits {
  int depth = 60;       // discs to look ahead; endgames are solved kSolveAhead discs earlier
  int selectivity = 0;  // of the search before that, see midgame.hpp; 0 cuts most
  double seconds = std::numeric_limits<double>::infinity();
  std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
  const std::atomic<bool>* interrupt = nullptr;  // may be null; the best move so far is the answer
};

// With a search depth d, positions of at most d + kSolveAhead empty squares are solved exactly.
inline constexpr int kSolveAhead = 6;

struct Choice {
  Move move = kPass;     // kPass when there is no other
  double score = 0;      // discs, for the side to move
  int depth = 0;         // discs looked ahead
  bool exact = false;    // the score is proven
  std::vector<Move> pv;  // starts with `move`; empty when the game is over
  std::uint64_t nodes = 0;
  double seconds = 0;
};

class Player {
 public:
  // `weights` must outlive the player. Takes at most `hash_bytes`, as they are used.
  Player(const Weights& weights, std::size_t hash_bytes, int threads = 1,
         const ProbCut& probcut = ProbCut::shipped());

  // The move for the side to move. Even under the tightest limit the move is legal.
  Choice choose(Board board, const PlayLimits& limits);

  // The `count` best moves, best first, each with its score for the side to move. `progress` gets
  // the moves each time all of them were searched to one depth, and once at the end.
  using Progress = std::function<void(const std::vector<Choice>&)>;
  std::vector<Choice> rank(Board board, std::size_t count, const PlayLimits& limits,
                           const Progress& progress);

  // Forgets what earlier searches found.
  void clear();

 private:
  int threads_of(int depth) const;
  void solve_after(Board child, const PlayLimits& limits, alphabeta::Control& control,
                   Choice& choice);

  MidgameSearcher midgame_;
  EndgameSolver endgame_;
  int threads_;
};

}  // namespace trilith::othello
