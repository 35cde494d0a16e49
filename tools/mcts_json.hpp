// A tree search's root statistics as JSON.
#pragma once

#include "solvers/mcts/report.hpp"
#include "tools/common.hpp"

namespace trilith::tools {

// `value` are mean results for the seat that is due, -1..1; `result` is what is proven: win, draw,
// loss, "draw or win", "draw or loss" or open.
template <Game G>
Json report_json(const mcts::Report<G>& report) {
  Json moves = Json::array();
  for (const mcts::MoveSummary<G>& m : report.moves) {
    moves.push_back({{"move", G::move_text(report.position, m.move)},
                     {"visits", m.visits},
                     {"value", m.mean(report.mover)},
                     {"standard_error", m.standard_error(report.mover)},
                     {"result", mcts::result_text(mcts::bounds_for<G>(m.bounds, report.mover))}});
  }
  Json pv = Json::array();
  typename G::Position p = report.position;
  for (const typename G::Move& move : report.pv) {
    pv.push_back(G::move_text(p, move));
    G::play(p, move);
  }
  Json values = Json::array();
  for (int seat = 0; seat < G::seats(report.position); ++seat) {
    values.push_back(report.root.mean(seat));
  }
  return {{"position", G::position_text(report.position)},
          {"seat", report.mover + 1},
          {"result", mcts::result_text(report.bounds(report.mover))},
          {"seat_values", values},
          {"visits", report.root.visits},
          {"playouts", report.playouts},
          {"nodes", report.nodes},
          {"seconds", report.seconds},
          {"pv", pv},
          {"moves", moves}};
}

}  // namespace trilith::tools
