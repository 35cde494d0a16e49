// From a database's game, known at run time, to the type that plays by its rules.
#pragma once

#include "engines/otrio/duel.hpp"
#include "solvers/otrio/tablebase.hpp"

namespace trilith::otrio {

// Calls f(Duel<...>{}); the game has passed its check.
template <class F>
decltype(auto) visit_duel(const TablebaseGame& game, F&& f) {
  const auto with_pieces = [&]<Placement kPlacement>() -> decltype(auto) {
    switch (game.pieces) {
      case 1:
        return f(Duel<kPlacement, 1, 1, 1>{});
      case 2:
        return f(Duel<kPlacement, 2, 2, 2>{});
      default:
        return f(Duel<kPlacement>{});
    }
  };
  return game.rules.placement == Placement::nested
             ? with_pieces.template operator()<Placement::nested>()
             : with_pieces.template operator()<Placement::free>();
}

}  // namespace trilith::otrio
