// A board of four colours as a 64-bit number, and back.
//
// Each layer is a number of nine digits of base 5 (0 for an open slot, else the colour + 1), so it
// needs 21 bits: key = S | M << 21 | L << 42.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engines/otrio/position.hpp"
#include "engines/otrio/rules.hpp"

namespace trilith::otrio {

inline constexpr int kLayerBits = 21;
static_assert(5 * 5 * 5 * 5 * 5 * 5 * 5 * 5 * 5 < 1 << kLayerBits);

std::uint64_t board_key(const std::array<SlotMask, 4>& pieces);

// Pieces and closed slots of a key's board; the status is running.
Position board_of_key(const Rules& rules, std::uint64_t key, int due);

// The least key of the board's images.
std::uint64_t least_board_key(const std::array<SlotMask, 4>& pieces,
                              std::span<const int> symmetries);

// The symmetries, as numbers of symmetry.hpp, under which a rule set does not change.
std::vector<int> symmetries_of(const Rules& rules);

}  // namespace trilith::otrio
