// What is left of a duel once a colour cannot place any more: the other one plays alone.
//
// A colour that has no legal placement never gets one again, since slots only close and pieces only
// run out. The other one then fills its nearest completable line, larger slots of a cell first, and
// nothing can hinder it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

#include "engines/otrio/board.hpp"
#include "engines/otrio/duel_space.hpp"
#include "solvers/retrograde/code.hpp"

namespace trilith::otrio {

inline constexpr int kNever = 99;

namespace detail {
inline constexpr std::array<SlotMask, kLines> kLineMasks = [] {
  std::array<SlotMask, kLines> lines{};
  int count = 0;
  for (const Stride& stride : kStrides) {
    for (SlotMask starts = stride.starts; starts != 0; starts &= starts - 1) {
      const SlotMask start = starts & -starts;
      lines[count++] = start | start << stride.step | start << (2 * stride.step);
    }
  }
  return lines;
}();
}  // namespace detail

// Placements that the holder of `own` (no line yet) needs for a line if only it places; kNever when
// no line can be completed. `open` are the slots that nothing closes.
inline int solo_placements(SlotMask own, SlotMask open, const Supply& supply) {
  std::array<int, kSizes> left;
  for (int size = 0; size < kSizes; ++size) {
    left[size] = supply[size] - std::popcount(own & layer_of(size));
  }
  int least = kNever;
  for (const SlotMask line : detail::kLineMasks) {
    const SlotMask missing = line & ~own;
    if ((missing & ~open) != 0) continue;
    bool supplied = true;
    for (int size = 0; size < kSizes; ++size) {
      supplied = supplied && std::popcount(missing & layer_of(size)) <= left[size];
    }
    if (supplied) least = std::min(least, std::popcount(missing));
  }
  return least;
}

// The value of a running position in which a colour, due or not, cannot place.
inline retrograde::Code solo_code(bool due_is_stuck, int placements) {
  if (placements == kNever) return retrograde::kDraw;
  return due_is_stuck ? retrograde::loss_in(2 * placements)
                      : retrograde::win_in(2 * placements - 1);
}

}  // namespace trilith::otrio
