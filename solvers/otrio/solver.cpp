// The solver for two players: dispatches rule sets to search hooks and collects moves.
#include "solvers/otrio/solver.hpp"

#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>

#include "engines/error.hpp"
#include "engines/otrio/game.hpp"
#include "solvers/otrio/hooks.hpp"
#include "solvers/otrio/value_search.hpp"

namespace trilith::otrio {
namespace {

constexpr unsigned kDuelSides = 0b10;
constexpr unsigned kPairsSides = 0b1010;

template <class G>
using HooksOf =
    SearchHooks<G::placement, G::colours, G::players == Players::duel ? kDuelSides : kPairsSides>;

// Solves one position of game G and its moves.
template <class G>
class PositionSolver {
  using H = HooksOf<G>;

 public:
  PositionSolver(ValueSearch<H>& search, const SolveOptions& options)
      : search_(search), options_(options) {}

  void solve(const Position& p, Solution& solution, const std::uint64_t& nodes) {
    const alphabeta::Bounds bounds = value(p, [&](int lower, int upper) {
      if (options_.progress) {
        options_.progress(value_of_score(lower), value_of_score(upper), nodes);
      }
    });
    solution.at_least = value_of_score(bounds.lower);
    solution.at_most = value_of_score(bounds.upper);
    if (bounds.lower < bounds.upper) return;
    solution.value = solution.at_least;
    if (options_.all_moves) collect_all_moves(p, solution);
    if (auto known = options_.known ? options_.known->find(p) : std::nullopt) {
      solution.best_moves = std::move(known->best_moves);
      solution.pv = std::move(known->pv);
    } else {
      if (options_.best_moves) collect_best_moves(p, bounds.lower, solution);
      if (options_.pv) follow(p, bounds.lower, solution);
    }
    solution.complete = !search_.stopped();
  }

 private:
  alphabeta::Bounds value(const Position& p,
                          const typename ValueSearch<H>::Progress& progress = {}) {
    if (G::is_terminal(p)) {  // a position won by the last mover is lost for the one to place
      const int score = p.status == Status::won ? loss_in(0) : 0;
      return {score, score};
    }
    if (const auto known = options_.known ? options_.known->score(p) : std::nullopt) {
      return {*known, *known};
    }
    return search_.value(H::root(p), {H::min_score, H::max_score}, progress);
  }

  // Does `move` reach `score` (a value that some move reaches, so it cannot exceed it)?
  bool reaches(const Position& p, Move move, int score) {
    Position child = p;
    G::play(child, move);
    if (G::is_terminal(child)) return parent_score(value(child).lower) >= score;
    const int bound = child_score(score - 1);
    return search_.test(H::root(child), bound) <= bound;
  }

  void collect_all_moves(const Position& p, Solution& solution) {
    MoveList<G> moves;
    G::legal_moves(p, moves);
    for (const Move move : moves) {
      Position child = p;
      G::play(child, move);
      const alphabeta::Bounds bounds = value(child);
      if (search_.stopped()) return;
      solution.moves.push_back({move, value_of_score(parent_score(bounds.lower))});
    }
  }

  void collect_best_moves(const Position& p, int score, Solution& solution) {
    if (p.status == Status::drawn) solution.best_moves.push_back(kPass);
    MoveList<G> moves;
    G::legal_moves(p, moves);
    for (const Move move : moves) {
      const bool best = reaches(p, move, score);
      if (search_.stopped()) return;
      if (best) solution.best_moves.push_back(move);
    }
  }

  // One line of best play: at each position the first move, as a search would order them, that
  // keeps the score. Entries of the table play no part in the order, so that the line is the same
  // whatever was solved before.
  void follow(Position p, int score, Solution& solution) {
    while (!G::is_terminal(p)) {
      for (const Move move : by_promise(p, score)) {
        const bool best = reaches(p, move, score);
        if (search_.stopped()) return;
        if (!best) continue;
        solution.pv.push_back(move);
        G::play(p, move);
        break;
      }
      // Seen by the next side, and one ply nearer to the end.
      score = score > 0 ? -(score + 1) : score < 0 ? 1 - score : 0;
    }
  }

  // All legal moves, the likeliest to reach `score` first.
  static MoveList<G> by_promise(const Position& p, int score) {
    MoveList<G> legal;
    G::legal_moves(p, legal);
    const typename H::Node node = H::root(p);
    const alphabeta::Window window{score - 1, score};
    typename H::Scratch scratch;
    H hooks;
    const alphabeta::Bounds bounds = hooks.examine(node, window, {}, scratch);
    if (bounds.lower >= window.beta) return legal;  // told without a search
    alphabeta::ScoredMoves<H> moves;
    hooks.generate(node, window, {}, scratch, H::no_move, moves);
    std::stable_sort(moves.begin(), moves.end(),
                     [](const auto& a, const auto& b) { return a.score > b.score; });
    MoveList<G> order;
    for (const alphabeta::ScoredMove& scored : moves) order.push_back(scored.move);
    for (const Move move : legal) {
      if (std::find(order.begin(), order.end(), move) == order.end()) order.push_back(move);
    }
    return order;
  }

  ValueSearch<H>& search_;
  const SolveOptions& options_;
};

}  // namespace

void require_two_players(const Rules& rules) {
  if (rules.players == Players::pairs || rules.players == Players::duel) return;
  throw UserError("rules '" + rules_text(rules) +
                  "': exact values are for two players, pairs or duel");
}

Solver::Solver(const Rules& rules, std::size_t table_bytes)
    : rules_(rules), table_bytes_(table_bytes), table_(1) {
  require_two_players(rules);
}

Solution Solver::solve(const Position& p, const SolveOptions& options) {
  assert(options.known == nullptr || options.known->rules() == rules_);
  Solution solution;
  alphabeta::Control control(options.limits);
  const std::uint64_t nodes_before = nodes_;
  visit(rules_, [&]<class G>(G) {
    if constexpr (G::players == Players::pairs || G::players == Players::duel) {
      ValueSearch<HooksOf<G>> search(table_, table_bytes_, control, options.threads, nodes_);
      PositionSolver<G>(search, options).solve(p, solution, nodes_);
    }
  });
  solution.nodes = nodes_ - nodes_before;
  solution.seconds = control.seconds();
  return solution;
}

}  // namespace trilith::otrio
