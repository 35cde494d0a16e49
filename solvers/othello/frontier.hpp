// The squares around a set of discs: where the opponent may come to place.
#pragma once

#include "engines/othello/board.hpp"

namespace trilith::othello {

// Squares beside the discs, those next to an outer column counted from inner discs only.
constexpr Mask frontier(Mask discs) {
  const Mask inner = discs & 0x7e7e7e7e7e7e7e7eu;
  return discs << 8 | discs >> 8 | inner << 1 | inner >> 1 | inner << 7 | inner >> 7 | inner << 9 |
         inner >> 9;
}

}  // namespace trilith::othello
