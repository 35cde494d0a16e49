// A hash key that is equal for positions with the same future: symmetric images, and positions that
// differ only in pieces of dead lines.
#pragma once

#include <array>
#include <cstdint>

#include "engines/otrio/board.hpp"

namespace trilith::otrio {

// What the future of a position depends on. Two positions with equal fields have equal values: a
// piece that lies in no living line of its colour matters only through the slots it closes and the
// supply it used up.
struct Essence {
  std::array<SlotMask, 4> pieces{};  // by colour, those in living lines of it
  SlotMask closed = 0;
  std::array<std::uint8_t, 4> placed{};  // pieces placed by size, two bits each, S lowest
  unsigned due = 0;                      // whatever else tells positions apart
};

// placed of a colour that holds `own`.
std::uint8_t placed_by_size(SlotMask own);

// The least hash over the images of the essence, 8 or 16 (those with S and L exchanged). The hash
// of an image is the XOR of one random word per layer of nine slots, read for all eight images at
// once.
std::uint64_t canonical_key(const Essence& essence, bool exchange_sizes);

}  // namespace trilith::otrio
