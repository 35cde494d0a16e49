// Exact values, distances and best moves of Otrio positions for two players.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "engines/otrio/position.hpp"
#include "engines/otrio/rules.hpp"
#include "solvers/alphabeta/control.hpp"
#include "solvers/alphabeta/table.hpp"
#include "solvers/otrio/early_table.hpp"
#include "solvers/otrio/score.hpp"

namespace trilith::otrio {

struct MoveValue {
  Move move;
  Value value;  // for the mover; plies count from the position before the move
};

struct Solution {
  bool complete =
      false;       // false when a limit or the caller stopped it: only the bounds mean something
  Value value;     // for the side to place
  Value at_least;  // what is proved so far: at_least <= value <= at_most
  Value at_most;
  // Every move that keeps value and distance, slots rising. Where nobody can place any more, the
  // pass: the due colour cannot do anything else.
  std::vector<Move> best_moves;
  std::vector<Move> pv;          // one line of best play to the end of the game
  std::vector<MoveValue> moves;  // every legal move, if asked for
  std::uint64_t nodes = 0;
  double seconds = 0;
};

struct SolveOptions {
  int threads = 1;
  bool best_moves = true;
  bool pv = true;
  bool all_moves = false;
  // Positions in this table are looked up instead of searched; of the solver's rules, or null.
  const EarlyTable* known = nullptr;
  alphabeta::Limits limits;
  // Called after every step of the search with what is proved so far; may be empty.
  std::function<void(const Value& at_least, const Value& at_most, std::uint64_t nodes)> progress;
};

// Throws UserError unless `rules.players` is pairs or duel: exact values are for two players.
void require_two_players(const Rules& rules);

// Keeps its transposition table between calls: positions of one game help each other. Values do not
// depend on what was solved before.
class Solver {
 public:
  static constexpr std::size_t kDefaultTableBytes = std::size_t{1} << 30;

  // Throws UserError unless the rules are for two players. The table starts small and grows to at
  // most `table_bytes` as searches need it.
  explicit Solver(const Rules& rules, std::size_t table_bytes = kDefaultTableBytes);

  const Rules& rules() const { return rules_; }

  // `p` is a position under the solver's rules, running or drawn.
  Solution solve(const Position& p, const SolveOptions& options = {});

 private:
  Rules rules_;
  std::size_t table_bytes_;
  std::uint64_t nodes_ = 0;  // since construction; the table grows with them
  alphabeta::Table table_;
};

}  // namespace trilith::otrio
