// Otrio for three and four: values of seats with their uncertainty, and coalition proofs.
#include "tools/otrio_seats.hpp"

#include <fmt/core.h>

#include <string>
#include <vector>

#include "engines/error.hpp"
#include "engines/otrio/notation.hpp"
#include "solvers/otrio/coalition.hpp"
#include "tools/progress.hpp"

namespace trilith::tools {
namespace {

constexpr int kSearches = 8;

std::string verdict(const otrio::CoalitionResult& result) {
  using otrio::Outcome;
  if (result.at_least == Outcome::win) return "forces a win against all others together";
  std::string text =
      result.at_most == Outcome::win ? "not known to be stopped" : "the others together stop it";
  if (result.exact()) {
    text +=
        result.at_most == Outcome::loss ? " and make one of them win" : "; it holds them to a draw";
  } else {
    text += fmt::format(" (proof stopped after {} nodes: between {} and {})", result.nodes,
                        otrio::outcome_text(result.at_least), otrio::outcome_text(result.at_most));
  }
  return text;
}

Json tri_state(bool yes, bool no) { return yes ? Json(true) : no ? Json(false) : Json(nullptr); }

}  // namespace

void solve_for_seats(const otrio::Rules& rules, const otrio::Position& p,
                     const SeatsOptions& options, const Common& common) {
  if (p.status != otrio::Status::running) {
    throw UserError(fmt::format("position '{}': no colour can place, the game is a draw",
                                otrio::position_text(p)));
  }
  const int count = otrio::seats(rules.players);
  Progress progress(common.quiet);
  std::vector<otrio::CoalitionResult> proofs;
  for (int seat = 0; seat < count; ++seat) {
    progress.show(fmt::format("seat {} against all others", seat + 1));
    proofs.push_back(otrio::against_all(rules, p, seat, common.threads, options.table_bytes,
                                        {.seconds = options.seconds, .interrupt = &interrupted()}));
  }
  progress.show(fmt::format("{} tree searches of {} playouts", kSearches, options.playouts));
  const otrio::SeatValues values = otrio::estimate_seats(
      rules, p, kSearches, options.playouts, common.seed, common.threads, &interrupted());
  progress.clear();
  if (interrupted()) {
    throw Interrupted{
        fmt::format("interrupted during '{}'; run it again", otrio::position_text(p))};
  }

  if (common.json) {
    Json seats = Json::array();
    for (int seat = 0; seat < count; ++seat) {
      const otrio::CoalitionResult& proof = proofs[seat];
      const bool wins = proof.at_least == otrio::Outcome::win;
      const bool stopped = proof.at_most != otrio::Outcome::win;
      seats.push_back({{"seat", seat + 1},
                       {"colour", std::string(1, otrio::kColourLetters[seat])},
                       {"value", values.seats[seat].mean},
                       {"standard_error", values.seats[seat].standard_error},
                       {"forces_win", tri_state(wins, stopped)},
                       {"others_can_stop", tri_state(stopped, wins)},
                       {"against_all_at_least", otrio::outcome_text(proof.at_least)},
                       {"against_all_at_most", otrio::outcome_text(proof.at_most)},
                       {"nodes", proof.nodes},
                       {"seconds", proof.seconds}});
    }
    print_json({{"rules", otrio::rules_text(rules)},
                {"position", otrio::position_text(p)},
                {"best_move", otrio::move_text(values.best)},
                {"playouts", values.playouts},
                {"searches", kSearches},
                {"seats", seats}});
    return;
  }
  fmt::print("{}  {}\n", otrio::rules_text(rules), otrio::position_text(p));
  fmt::print(
      "  value by {} searches of {} playouts (1 win, 0 draw, -1 loss), then what is proven\n",
      kSearches, options.playouts);
  for (int seat = 0; seat < count; ++seat) {
    fmt::print("  seat {} {}  {:+.4f} +- {:.4f}  {}\n", seat + 1, otrio::kColourLetters[seat],
               values.seats[seat].mean, values.seats[seat].standard_error, verdict(proofs[seat]));
  }
  fmt::print("  most visited move {}\n", otrio::move_text(values.best));
}

}  // namespace trilith::tools
