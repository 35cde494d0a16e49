// The duel as a Tiered game, with the full supply of pieces or, for trials, a smaller one.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engines/otrio/duel_space.hpp"
#include "engines/otrio/game.hpp"

namespace trilith::otrio {

// kSmall, kMedium, kLarge: pieces of a colour by size.
template <Placement kPlacement, int kSmall = 3, int kMedium = 3, int kLarge = 3>
struct Duel : Otrio<kPlacement, Players::duel> {
  using Base = Otrio<kPlacement, Players::duel>;
  using Position = otrio::Position;
  using Base::canonical;

  static constexpr Supply supply = {kSmall, kMedium, kLarge};

  // The tables of the numbering are made once and shared by copies.
  struct Setup : Base::Setup {
    explicit Setup(std::optional<int> blocked_slot = {})
        : Base::Setup{blocked_slot},
          space(std::make_shared<const DuelSpace>(blocked_slot, supply)) {}
    std::shared_ptr<const DuelSpace> space;
  };

  static Position initial(const Setup& setup) { return Base::initial(setup); }
  static Position parse_position(const Setup& setup, std::string_view text) {
    return Base::parse_position(setup, text);
  }

  static constexpr SlotMask placements(const Position& p, int colour) {
    SlotMask open = ~p.closed & kAllSlots;
    for (int size = 0; size < kSizes; ++size) {
      if (std::popcount(p.pieces[colour] & layer_of(size)) >= supply[size]) open &= ~layer_of(size);
    }
    return open;
  }
  static constexpr void legal_moves(const Position& p, FixedList<Move, Base::max_moves>& list) {
    if (Base::is_terminal(p)) return;
    SlotMask open = placements(p, p.due);
    if (open == 0) list.push_back(kPass);
    for (; open != 0; open &= open - 1) list.push_back(static_cast<Move>(std::countr_zero(open)));
  }
  static constexpr void play(Position& p, Move move) {
    Base::play(p, move);
    settle_draw(p);
  }

  static int tiers(const Setup& setup) { return setup.space->tiers(); }
  // A position of a running game in which each colour can place.
  static int tier(const Setup& setup, const Position& p) {
    return setup.space->tier_of(DuelSpace::counts_of(p));
  }
  static std::vector<int> child_tiers(const Setup& setup, int tier) {
    std::vector<int> children;
    for (int size = 0; size < kSizes; ++size) {
      if (const int child = setup.space->child(tier, size); child >= 0) children.push_back(child);
    }
    return children;
  }
  static std::uint64_t tier_size(const Setup& setup, int tier) { return setup.space->size(tier); }
  static std::uint64_t rank(const Setup& setup, const Position& p) { return setup.space->rank(p); }
  // Won when either colour has a line, also where no game leads: the caller need not tell.
  static Position unrank(const Setup& setup, int tier, std::uint64_t rank) {
    Position p = setup.space->unrank(tier, rank);
    if (setup.blocked) p.closed = slot_bit(*setup.blocked);
    for (SlotMask left = p.pieces[0] | p.pieces[1]; left != 0; left &= left - 1) {
      p.closed |= closed_by(kPlacement, std::countr_zero(left));
    }
    settle_draw(p);
    if (has_line(p.pieces[0]) || has_line(p.pieces[1])) p.status = Status::won;
    return p;
  }
  static Position canonical(const Setup& setup, const Position& p) {
    return unrank(setup, tier(setup, p), rank(setup, p));
  }

 private:
  static constexpr void settle_draw(Position& p) {
    if (p.status == Status::running && placements(p, 0) == 0 && placements(p, 1) == 0) {
      p.status = Status::drawn;
    }
  }
};

}  // namespace trilith::otrio
