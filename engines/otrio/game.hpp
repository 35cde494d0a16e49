// Otrio as a Game: one empty tag type for each placement and way to share the colours.
//
// Placement and players are template parameters, so that a searcher's inner loop does not ask for
// them; the blocked slot lies in the position's closed slots and costs nothing. `visit` goes from a
// Rules value to the type.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "engines/fixed_list.hpp"
#include "engines/game.hpp"
#include "engines/otrio/notation.hpp"
#include "engines/otrio/position.hpp"
#include "engines/otrio/rules.hpp"
#include "engines/otrio/symmetry.hpp"

namespace trilith::otrio {

template <Placement kPlacement, Players kPlayers>
struct Otrio {
  using Position = otrio::Position;
  using Move = otrio::Move;

  // The only option that is not in the type.
  struct Setup {
    std::optional<int> blocked;
    bool operator==(const Setup&) const = default;
  };

  static constexpr std::string_view name = "otrio";
  static constexpr Placement placement = kPlacement;
  static constexpr Players players = kPlayers;
  static constexpr int colours = otrio::colours(kPlayers);
  static constexpr std::size_t max_moves = kSlots;
  static constexpr std::size_t max_seats = otrio::seats(kPlayers);
  static constexpr int max_payoff = 1;

  static constexpr Rules rules(const Setup& setup) { return {kPlacement, setup.blocked, kPlayers}; }
  static constexpr Position initial(const Setup& setup) { return empty_board(rules(setup)); }
  static constexpr int seats(const Position&) { return max_seats; }
  static constexpr int seat_of(int colour) {
    return kPlayers == Players::pairs ? colour % 2 : colour;
  }
  static constexpr int side_to_move(const Position& p) { return seat_of(p.due); }
  static constexpr bool is_terminal(const Position& p) { return p.status != Status::running; }

  // Slots in rising order, or the pass alone.
  static constexpr void legal_moves(const Position& p, FixedList<Move, max_moves>& list) {
    if (is_terminal(p)) return;
    SlotMask open = placements(p, p.due);
    if (open == 0) list.push_back(kPass);
    for (; open != 0; open &= open - 1) list.push_back(static_cast<Move>(std::countr_zero(open)));
  }

  static constexpr void play(Position& p, Move move) { otrio::play(p, move, kPlacement, colours); }

  // The winner gets 1, everybody else -1; a draw is 0 for all.
  static constexpr std::array<int, max_seats> payoff(const Position& p) {
    std::array<int, max_seats> result{};
    if (p.status == Status::won) {
      result.fill(-1);
      result[seat_of((p.due + colours - 1) % colours)] = 1;
    }
    return result;
  }

  static std::string move_text(const Position&, Move move) { return otrio::move_text(move); }
  static Move parse_move(const Position& p, std::string_view text) {
    return otrio::parse_move(p, text);
  }
  static std::string position_text(const Position& p) { return otrio::position_text(p); }
  static Position parse_position(const Setup& setup, std::string_view text) {
    return otrio::parse_position(rules(setup), text);
  }

  static std::uint64_t key(const Position& p) { return position_key(p); }

  // The eight of the square and, under `free`, each of them with S and L exchanged. A blocked slot
  // moves along, so every image has the value of the original whatever is blocked.
  static constexpr int symmetries(const Position&) {
    return kPlacement == Placement::free ? 16 : 8;
  }
  static Position transform(const Position& p, int symmetry) {
    return otrio::transform(p, symmetry);
  }
  static Move transform(Move move, int symmetry) { return otrio::transform(move, symmetry); }
  static Position canonical(const Position& p) { return otrio::canonical(p, symmetries(p)); }
};

// Calls f(Otrio<...>{}) with the type that plays by `rules`.
template <class F>
decltype(auto) visit(const Rules& rules, F&& f) {
  const auto with_players = [&]<Placement kPlacement>() -> decltype(auto) {
    switch (rules.players) {
      case Players::duel:
        return f(Otrio<kPlacement, Players::duel>{});
      case Players::three:
        return f(Otrio<kPlacement, Players::three>{});
      case Players::four:
        return f(Otrio<kPlacement, Players::four>{});
      default:
        return f(Otrio<kPlacement, Players::pairs>{});
    }
  };
  return rules.placement == Placement::nested
             ? with_players.template operator()<Placement::nested>()
             : with_players.template operator()<Placement::free>();
}

}  // namespace trilith::otrio
