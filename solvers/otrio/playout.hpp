// Otrio's fast playouts, and its one-ply tactics for the tree.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "engines/otrio/game.hpp"
#include "engines/random.hpp"
#include "solvers/mcts/playout.hpp"

namespace trilith::otrio {

namespace detail {

// kNth[m][k]: the number of the k-th set bit of a nine-bit mask.
inline constexpr auto kNth = [] {
  std::array<std::array<std::uint8_t, 9>, 512> table{};
  for (unsigned mask = 0; mask < 512; ++mask) {
    int k = 0;
    for (unsigned rest = mask; rest != 0; rest &= rest - 1) {
      table[mask][k++] = static_cast<std::uint8_t>(std::countr_zero(rest));
    }
  }
  return table;
}();

// kThird[a][b]: the slot that completes the line of slots a and b; 0 when there is none. Two points
// of the cube lie on at most one line.
inline constexpr auto kThird = [] {
  std::array<std::array<SlotMask, kSlots>, kSlots> table{};
  for (const Stride& stride : kStrides) {
    for (int first = 0; first < kSlots; ++first) {
      if ((stride.starts >> first & 1) == 0) continue;
      const int line[3] = {first, first + stride.step, first + 2 * stride.step};
      for (int i = 0; i < 3; ++i) {
        const int a = line[(i + 1) % 3];
        const int b = line[(i + 2) % 3];
        table[a][b] = table[b][a] = slot_bit(line[i]);
      }
    }
  }
  return table;
}();

// kCloses[placement][slot]: closed_by, tabled.
inline constexpr auto kCloses = [] {
  std::array<std::array<SlotMask, kSlots>, 2> table{};
  for (int slot = 0; slot < kSlots; ++slot) {
    table[0][slot] = closed_by(Placement::nested, slot);
    table[1][slot] = closed_by(Placement::free, slot);
  }
  return table;
}();

}  // namespace detail

// The slot of a uniformly random bit of `mask`, which is not empty.
inline int random_slot(SlotMask mask, PlayoutStream& random) {
  const auto small = static_cast<std::uint32_t>(std::popcount(mask & kLayer));
  const auto below_large =
      static_cast<std::uint32_t>(std::popcount(mask & (kLayer | kLayer << kCells)));
  const auto all = static_cast<std::uint32_t>(std::popcount(mask));
  const std::uint32_t r = random.below(all);
  const std::uint32_t size = (r >= small) + (r >= below_large);
  const std::uint32_t before = size == 0 ? 0 : size == 1 ? small : below_large;
  const std::uint32_t shift = size * kCells;
  return static_cast<int>(shift + detail::kNth[mask >> shift & kLayer][r - before]);
}

enum class PlayoutStyle {
  uniform,       // every legal placement alike
  win_or_block,  // takes a win; else stops the next colour's, or the first later one's; else
                 // uniform
};

// A whole playout on state that is made for it: each colour keeps its open lines' third slots and
// the slots it has no pieces for, so that a ply is a few loads.
template <class G, PlayoutStyle kStyle = PlayoutStyle::uniform>
struct FastPlayout {
  mcts::Values<G> operator()(const Position& p, PlayoutStream& random) const {
    std::array<SlotMask, G::colours> completing;  // slots that complete a line
    std::array<SlotMask, G::colours> barred;      // slots of sizes that are used up
    std::array<SlotMask, G::colours> own;
    for (int c = 0; c < G::colours; ++c) {
      own[c] = p.pieces[c];
      completing[c] = completions(own[c]);
      barred[c] = ~supplied(own[c]);
    }
    SlotMask closed = p.closed;
    unsigned due = p.due;
    int passes = 0;
    for (;;) {
      const SlotMask open = ~(closed | barred[due]) & kAllSlots;
      if (open == 0) {
        if (++passes == G::colours) return {};
      } else {
        passes = 0;
        SlotMask wanted = open;
        if constexpr (kStyle == PlayoutStyle::win_or_block) {
          if ((completing[due] & open) != 0) return won_by(due);
          wanted = blocks(closed, barred, completing, due, open);
        }
        const int slot = random_slot(wanted, random);
        const SlotMask bit = slot_bit(slot);
        if (kStyle == PlayoutStyle::uniform && (completing[due] & bit) != 0) return won_by(due);
        SlotMask third = 0;
        for (SlotMask rest = own[due]; rest != 0; rest &= rest - 1) {
          third |= detail::kThird[slot][std::countr_zero(rest)];
        }
        completing[due] |= third;
        own[due] |= bit;
        const SlotMask layer = layer_of(size_of(slot));
        if (std::popcount(own[due] & layer) == kPiecesPerSize) barred[due] |= layer;
        closed |= detail::kCloses[G::placement == Placement::free][slot];
      }
      due = due + 1 == G::colours ? 0 : due + 1;
    }
  }

 private:
  static mcts::Values<G> won_by(unsigned colour) {
    mcts::Values<G> values;
    const int seat = G::seat_of(static_cast<int>(colour));
    if constexpr (mcts::kTwoSided<G>) {
      values[0] = seat == 0 ? mcts::kWin : -mcts::kWin;
    } else {
      values.fill(-mcts::kWin);
      values[seat] = mcts::kWin;
    }
    return values;
  }

  // The placements that keep the first enemy colour that threatens from winning: in its slot, or
  // under `nested` inside it. All of `open` when nobody threatens or nothing helps.
  static SlotMask blocks(SlotMask closed, const std::array<SlotMask, G::colours>& barred,
                         const std::array<SlotMask, G::colours>& completing, unsigned due,
                         SlotMask open) {
    for (unsigned step = 1; step < G::colours; ++step) {
      const unsigned colour = (due + step) % G::colours;
      if (G::seat_of(static_cast<int>(colour)) == G::seat_of(static_cast<int>(due))) continue;
      SlotMask threats = completing[colour] & ~(closed | barred[colour]) & kAllSlots;
      if (threats == 0) continue;
      if constexpr (G::placement == Placement::nested) {
        threats |= threats >> kCells | threats >> (2 * kCells);
      }
      return (open & threats) != 0 ? open & threats : open;
    }
    return open;
  }
};

}  // namespace trilith::otrio

namespace trilith::mcts {

template <otrio::Placement kPlacement, otrio::Players kPlayers>
struct Tactics<otrio::Otrio<kPlacement, kPlayers>> {
  static bool winning_move(const otrio::Position& p, otrio::Move& move) {
    const otrio::SlotMask wins = otrio::winning_placements(p, p.due);
    if (wins == 0) return false;
    move = static_cast<otrio::Move>(std::countr_zero(wins));
    return true;
  }
};

}  // namespace trilith::mcts
