// What a search found at its root: visits, values and proofs per move, the principal variation.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "engines/game.hpp"
#include "solvers/mcts/tree.hpp"
#include "solvers/mcts/values.hpp"

namespace trilith::mcts {

// Sums over visits of one node, or of the same node in several trees.
template <Game G>
struct NodeSummary {
  std::uint64_t visits = 0;
  std::array<std::int64_t, kViews<G>> sum{};  // units of 1 / kWin
  AllBounds<G> bounds{};

  void add(const Node<G>& node) {
    visits += node.visits;
    for (int view = 0; view < kViews<G>; ++view) {
      sum[view] += node.sum[view];
      bounds[view].lo = std::max(bounds[view].lo, node.bounds[view].lo);
      bounds[view].hi = std::min(bounds[view].hi, node.bounds[view].hi);
    }
  }

  // Mean result for a seat in -1..1; the exact one when it is proven; 0 without visits.
  double mean(int seat) const {
    if (closed<G>(bounds)) return value_for<G>(closed_values<G>(bounds), seat) / double{kWin};
    if (visits == 0) return 0;
    const auto total = static_cast<double>(kTwoSided<G> ? sum[0] : sum[seat]);
    const double sign = kTwoSided<G> && seat != 0 ? -1 : 1;
    return sign * total / (double{kWin} * static_cast<double>(visits));
  }

  // Largest standard error that the mean of `visits` results in -1..1 can have.
  double standard_error(int seat) const {
    if (closed<G>(bounds)) return 0;
    if (visits == 0) return 1;
    const double m = mean(seat);
    return std::sqrt(std::max(0.0, 1 - m * m) / static_cast<double>(visits));
  }
};

template <Game G>
struct MoveSummary : NodeSummary<G> {
  typename G::Move move{};
  bool ends_game = false;
};

template <Game G>
struct Report {
  typename G::Position position;
  int mover = 0;
  NodeSummary<G> root;
  std::vector<MoveSummary<G>> moves;  // best first; the visits add up to the root's
  std::vector<typename G::Move> pv;   // starts with moves[0].move
  std::uint64_t playouts = 0;         // of the last run
  std::uint64_t nodes = 0;            // in the trees
  double seconds = 0;                 // of the last run

  // There is one unless the game is over.
  typename G::Move best() const {
    assert(!moves.empty());
    return moves.front().move;
  }
  Bounds bounds(int seat) const { return bounds_for<G>(root.bounds, seat); }
};

// Puts the best move first. Proven wins go before what is open (those that end the game at once
// first), then moves that cannot improve on what is sure, proven losses last; within a class by
// visits, then by value. A sure draw goes first when the mean of the most visited open move is
// worse.
template <Game G>
void rank_moves(std::vector<MoveSummary<G>>& moves, int mover) {
  int sure = -1;
  for (const auto& m : moves) {
    sure = std::max<int>(sure, bounds_for<G>(m.bounds, mover).lo);
  }
  const auto rank_of = [&](const MoveSummary<G>& m) {
    const Bounds b = bounds_for<G>(m.bounds, mover);
    if (b.lo == 1) return m.ends_game ? 0 : 1;
    if (b.hi > sure) return 2;
    return b.lo == sure && b.hi == sure ? 3 : 4 + (b.hi == -1);
  };
  std::stable_sort(moves.begin(), moves.end(),
                   [&](const MoveSummary<G>& a, const MoveSummary<G>& b) {
                     if (rank_of(a) != rank_of(b)) return rank_of(a) < rank_of(b);
                     if (a.visits != b.visits) return a.visits > b.visits;
                     return a.mean(mover) > b.mean(mover);
                   });
  const auto sure_draw = std::find_if(moves.begin(), moves.end(), [&](const MoveSummary<G>& m) {
    return bounds_for<G>(m.bounds, mover) == Bounds{0, 0};
  });
  if (kTwoSided<G> && sure == 0 && sure_draw != moves.end() && moves.front().mean(mover) < 0) {
    std::rotate(moves.begin(), sure_draw, sure_draw + 1);
  }
}

// The summaries of a node's children over several trees of one position, best first.
template <Game G>
std::vector<MoveSummary<G>> summarise_children(const std::vector<const Tree<G>*>& trees,
                                               const std::vector<NodeIndex>& nodes,
                                               const typename G::Position& position) {
  std::vector<MoveSummary<G>> moves;
  MoveList<G> legal;
  G::legal_moves(position, legal);
  for (const typename G::Move& move : legal) {
    MoveSummary<G> summary;
    summary.move = move;
    bool present = false;
    for (std::size_t t = 0; t < trees.size(); ++t) {
      for (const Node<G>& child : trees[t]->children(nodes[t])) {
        if (child.move != move) continue;
        summary.add(child);
        present = true;
      }
    }
    if (!present) continue;
    typename G::Position after = position;
    G::play(after, move);
    summary.ends_game = G::is_terminal(after);
    moves.push_back(summary);
  }
  rank_moves<G>(moves, G::side_to_move(position));
  return moves;
}

inline const char* result_text(Bounds b) {
  if (!b.exact()) return b.lo == 0 ? "draw or win" : b.hi == 0 ? "draw or loss" : "open";
  return b.lo > 0 ? "win" : b.lo < 0 ? "loss" : "draw";
}

// The report for people: a line of totals, the principal variation, a line per move.
template <Game G>
std::string report_text(const Report<G>& report, std::size_t max_moves = 10) {
  char line[256];
  std::string text;
  std::snprintf(line, sizeof line,
                "%llu playouts in %.2f s, %llu nodes; value for seat %d %+.4f (%s)\n",
                static_cast<unsigned long long>(report.playouts), report.seconds,
                static_cast<unsigned long long>(report.nodes), report.mover + 1,
                report.root.mean(report.mover), result_text(report.bounds(report.mover)));
  text += line;
  text += "pv";
  typename G::Position p = report.position;
  for (const typename G::Move& move : report.pv) {
    text += ' ' + G::move_text(p, move);
    G::play(p, move);
  }
  text += '\n';
  for (std::size_t i = 0; i < std::min(max_moves, report.moves.size()); ++i) {
    const MoveSummary<G>& m = report.moves[i];
    std::snprintf(line, sizeof line, "%8s  visits %10llu  value %+.4f +- %.4f  %s\n",
                  G::move_text(report.position, m.move).c_str(),
                  static_cast<unsigned long long>(m.visits), m.mean(report.mover),
                  m.standard_error(report.mover),
                  result_text(bounds_for<G>(m.bounds, report.mover)));
    text += line;
  }
  return text;
}

}  // namespace trilith::mcts
