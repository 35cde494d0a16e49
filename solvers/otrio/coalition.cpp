// Coalition questions by alpha-beta, values of seats by tree search.
#include "solvers/otrio/coalition.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "engines/otrio/game.hpp"
#include "solvers/alphabeta/table.hpp"
#include "solvers/mcts/search.hpp"
#include "solvers/otrio/hooks.hpp"
#include "solvers/otrio/playout.hpp"
#include "solvers/otrio/value_search.hpp"

namespace trilith::otrio {
namespace {

// The same position with the colours renamed so that `seat` is colour 0.
Position seen_from(const Position& p, int seat, int count) {
  Position turned = p;
  for (int c = 0; c < count; ++c) turned.pieces[c] = p.pieces[(c + seat) % count];
  turned.due = static_cast<std::uint8_t>((p.due + count - seat) % count);
  return turned;
}

constexpr Outcome opposite(Outcome outcome) {
  return outcome == Outcome::win    ? Outcome::loss
         : outcome == Outcome::loss ? Outcome::win
                                    : Outcome::draw;
}

// Colour 0 against the others: first whether it wins, then whether it loses.
template <class H>
CoalitionResult settle(const Position& p, int threads, std::size_t table_bytes,
                       const alphabeta::Limits& limits) {
  CoalitionResult result;
  alphabeta::Table table(1);
  alphabeta::Control control(limits);
  ValueSearch<H> search(table, table_bytes, control, threads, result.nodes);
  const typename H::Node root = H::root(p);
  // For the side due, with the bounds turned round at the end when that is the coalition.
  const bool seat_is_due = p.due == 0;
  Outcome lower = Outcome::loss;
  Outcome upper = Outcome::win;
  for (const bool about_win : {seat_is_due, !seat_is_due}) {
    if ((about_win && lower == Outcome::win) || (!about_win && upper == Outcome::loss)) break;
    if (about_win && upper != Outcome::win) continue;
    const int alpha = about_win ? 0 : -1;
    const int score = search.test(root, alpha);
    if (search.stopped()) break;
    if (about_win) {
      if (score > 0) {
        lower = Outcome::win;
      } else {
        upper = Outcome::draw;
      }
    } else {
      if (score > -1) {
        lower = std::max(lower, Outcome::draw);
      } else {
        upper = Outcome::loss;
      }
    }
  }
  result.at_least = seat_is_due ? lower : opposite(upper);
  result.at_most = seat_is_due ? upper : opposite(lower);
  result.seconds = control.seconds();
  return result;
}

}  // namespace

CoalitionResult against_all(const Rules& rules, const Position& p, int seat, int threads,
                            std::size_t table_bytes, const alphabeta::Limits& limits) {
  const int count = colours(rules.players);
  assert(seats(rules.players) > 2 && seat >= 0 && seat < count && p.status == Status::running);
  const Position turned = seen_from(p, seat, count);
  return visit(rules, [&]<class G>(G) -> CoalitionResult {
    if constexpr (G::max_seats > 2) {
      constexpr unsigned kOthers = (1u << G::colours) - 2;
      return settle<SearchHooks<G::placement, G::colours, kOthers>>(turned, threads, table_bytes,
                                                                    limits);
    } else {
      return {};
    }
  });
}

SeatValues estimate_seats(const Rules& rules, const Position& p, int searches,
                          std::uint64_t playouts, std::uint64_t seed, int threads,
                          const std::atomic<bool>* stop) {
  return visit(rules, [&]<class G>(G) {
    std::vector<mcts::Report<G>> reports(static_cast<std::size_t>(searches));
#pragma omp parallel for schedule(dynamic) num_threads(threads)
    for (int i = 0; i < searches; ++i) {
      mcts::Search<G, FastPlayout<G, PlayoutStyle::win_or_block>> search(
          p, {.seed = seed, .unit = static_cast<std::uint64_t>(i)});
      reports[i] = search.run({.playouts = playouts}, stop);
    }
    SeatValues values;
    std::array<std::uint64_t, kSlots + 1> visits{};
    for (const auto& report : reports) {
      values.playouts += report.playouts;
      for (const auto& move : report.moves) visits[move.move] += move.visits;
    }
    // A proven win takes the place of visits.
    values.best =
        static_cast<Move>(std::max_element(visits.begin(), visits.end()) - visits.begin());
    for (const auto& report : reports) {
      if (report.bounds(report.mover).lo == 1) values.best = report.best();
    }
    for (int seat = 0; seat < G::seats(p); ++seat) {
      double sum = 0;
      double squares = 0;
      for (const auto& report : reports) {
        const double mean = report.root.mean(seat);
        sum += mean;
        squares += mean * mean;
      }
      const double mean = sum / searches;
      const double variance =
          searches > 1 ? std::max(0.0, squares - sum * mean) / (searches - 1) : 1.0;
      values.seats.push_back({mean, std::sqrt(variance / searches)});
    }
    return values;
  });
}

}  // namespace trilith::otrio
