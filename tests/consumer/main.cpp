// What a user of the library writes: solves an Otrio position and prints the best move.
#include <cstdio>

#include "engines/otrio/notation.hpp"
#include "solvers/otrio/solver.hpp"

int main() {
  using namespace trilith::otrio;
  const Rules rules = parse_rules("free,none,pairs");
  const Position p = parse_position(rules, "V..,...,.../.R.,...,.../...,..G,... B");
  Solver solver(rules);
  const Solution solution = solver.solve(p);
  std::printf("%s in %d plies, best %s\n", outcome_text(solution.value.outcome),
              solution.value.plies, move_text(solution.best_moves.front()).c_str());
  return solution.complete ? 0 : 1;
}
