// What retrograde analysis needs to know of the duel beside its rules and ranks.
#pragma once

#include <optional>

#include "engines/otrio/duel.hpp"
#include "solvers/otrio/duel_rows.hpp"
#include "solvers/otrio/solo.hpp"

namespace trilith::otrio {

// Positions in which a colour cannot place have piece counts without a rank, or lead there.
template <class G>
struct SoloHooks {
  static std::optional<retrograde::Code> known(const typename G::Setup&, const Position& p) {
    const int other = 1 - p.due;
    const bool due_is_stuck = G::placements(p, p.due) == 0;
    if (!due_is_stuck && G::placements(p, other) != 0) return std::nullopt;
    const SlotMask own = p.pieces[due_is_stuck ? other : p.due];
    return solo_code(due_is_stuck, solo_placements(own, ~p.closed & kAllSlots, G::supply));
  }
};

// The same, with whole rows at a time.
template <class G>
struct DuelHooks : SoloHooks<G> {
  struct Filler : DuelRows {
    Filler(const typename G::Setup& setup, int tier) : DuelRows(*setup.space, G::placement, tier) {}
  };
};

}  // namespace trilith::otrio
