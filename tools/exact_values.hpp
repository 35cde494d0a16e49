// Exact values of positions for datasets: a solver per game, kept by one thread.
#pragma once

#include <bit>
#include <memory>
#include <optional>

#include "engines/error.hpp"
#include "solvers/othello/endgame.hpp"
#include "solvers/otrio/solver.hpp"
#include "tools/game_rules.hpp"

namespace trilith::tools {

struct ExactValue {
  int value = 0;             // the result for the side to move under best play of both
  std::optional<int> plies;  // Otrio: to the end, 0 in draws
  bool operator==(const ExactValue&) const = default;
};

// solve(p) for running positions with at most `most_empty` squares or slots to fill. Whether there
// are exact values at all: supported.
template <Game G>
class ExactSolver {
 public:
  static constexpr bool supported = false;
  ExactSolver(const RulesOf<G>&, int) {}
  std::optional<ExactValue> solve(const typename G::Position&) { return std::nullopt; }
};

template <>
class ExactSolver<othello::Othello> {
 public:
  static constexpr bool supported = true;
  static constexpr int usual = 10;

  ExactSolver(const RulesOf<othello::Othello>&, int most_empty) : most_empty_(most_empty) {}

  std::optional<ExactValue> solve(const othello::Position& p) {
    if (p.placing > 0 || p.board.empty_count() > most_empty_) return std::nullopt;
    return ExactValue{solver_.solve(p.board, {}).lower, std::nullopt};
  }

 private:
  int most_empty_;
  othello::EndgameSolver solver_{std::size_t{16} << 20};
};

template <otrio::Placement kPlacement, otrio::Players kPlayers>
  requires(kPlayers == otrio::Players::pairs || kPlayers == otrio::Players::duel)
class ExactSolver<otrio::Otrio<kPlacement, kPlayers>> {
 public:
  using G = otrio::Otrio<kPlacement, kPlayers>;
  static constexpr bool supported = true;
  static constexpr int usual = 0;

  ExactSolver(const RulesOf<G>& rules, int most_empty)
      : most_empty_(most_empty), solver_(rules.rules, std::size_t{256} << 20) {}

  std::optional<ExactValue> solve(const otrio::Position& p) {
    if (std::popcount(~p.closed & otrio::kAllSlots) > most_empty_) return std::nullopt;
    otrio::SolveOptions options;
    options.best_moves = false;
    options.pv = false;
    const otrio::Value value = solver_.solve(p, options).value;
    const int result = value.outcome == otrio::Outcome::win    ? 1
                       : value.outcome == otrio::Outcome::draw ? 0
                                                               : -1;
    return ExactValue{result, value.plies};
  }

 private:
  int most_empty_;
  otrio::Solver solver_;
};

}  // namespace trilith::tools
