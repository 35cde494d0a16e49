// Tables of the board keys.
#include "solvers/otrio/board_key.hpp"

#include <algorithm>
#include <bit>

#include "engines/otrio/symmetry.hpp"

namespace trilith::otrio {
namespace {

// By mask of a layer's cells: the sum of 5^cell.
constexpr auto kDigits = [] {
  std::array<std::uint32_t, 1 << kCells> digits{};
  for (unsigned mask = 1; mask < digits.size(); ++mask) {
    std::uint32_t power = 1;
    for (int cell = std::countr_zero(mask); cell > 0; --cell) power *= 5;
    digits[mask] = digits[mask & (mask - 1)] + power;
  }
  return digits;
}();

}  // namespace

std::uint64_t board_key(const std::array<SlotMask, 4>& pieces) {
  std::uint64_t key = 0;
  for (int size = 0; size < kSizes; ++size) {
    std::uint64_t layer = 0;
    for (std::uint64_t colour = 0; colour < 4; ++colour) {
      layer += (colour + 1) * kDigits[pieces[colour] >> (kCells * size) & kLayer];
    }
    key |= layer << (kLayerBits * size);
  }
  return key;
}

Position board_of_key(const Rules& rules, std::uint64_t key, int due) {
  Position p = empty_board(rules);
  for (int size = 0; size < kSizes; ++size) {
    auto layer = static_cast<std::uint32_t>(key >> (kLayerBits * size)) & ((1u << kLayerBits) - 1);
    for (int cell = 0; cell < kCells; ++cell, layer /= 5) {
      const std::uint32_t digit = layer % 5;
      if (digit == 0) continue;
      const int slot = slot_of(size, cell);
      p.pieces[digit - 1] |= slot_bit(slot);
      p.closed |= closed_by(rules.placement, slot);
    }
  }
  p.due = static_cast<std::uint8_t>(due);
  return p;
}

std::uint64_t least_board_key(const std::array<SlotMask, 4>& pieces,
                              std::span<const int> symmetries) {
  std::uint64_t least = ~std::uint64_t{0};
  for (const int symmetry : symmetries) {
    std::array<SlotMask, 4> image{};
    for (std::size_t colour = 0; colour < image.size(); ++colour) {
      if (pieces[colour] != 0) image[colour] = transform(pieces[colour], symmetry);
    }
    least = std::min(least, board_key(image));
  }
  return least;
}

std::vector<int> symmetries_of(const Rules& rules) {
  std::vector<int> symmetries;
  for (int symmetry = 0; symmetry < (rules.placement == Placement::free ? 16 : 8); ++symmetry) {
    if (!rules.blocked || transform_slot(*rules.blocked, symmetry) == *rules.blocked) {
      symmetries.push_back(symmetry);
    }
  }
  return symmetries;
}

}  // namespace trilith::otrio
