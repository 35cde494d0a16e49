// Which lines a colour can still complete, how near it is, and how much each slot is worth to it.
//
// A line lives for a colour while each of its slots is the colour's own or can still be filled by
// it. A colour has three pieces of a size, so a line of one size needs all of them: it lives only
// while it holds every piece of that size that the colour has placed. That is what kills most lines
// early.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "engines/otrio/board.hpp"
#include "engines/otrio/position.hpp"

namespace trilith::otrio {

// For each slot a count in bit planes: plane i holds bit i of all 27 counts.
class SlotCounts {
 public:
  // Adds 2^level to the counts of the slots in `mask`; sums stay below 64.
  constexpr void add(SlotMask mask, int level) {
    for (int i = level; mask != 0 && i < kPlanes; ++i) {
      const SlotMask carry = planes_[i] & mask;
      planes_[i] ^= mask;
      mask = carry;
    }
  }
  // The sum of the counts over the slots of `mask`.
  constexpr int sum(SlotMask mask) const {
    int total = 0;
    for (int i = 0; i < kPlanes; ++i) total += std::popcount(planes_[i] & mask) << i;
    return total;
  }

 private:
  static constexpr int kPlanes = 6;
  std::array<SlotMask, kPlanes> planes_{};
};

namespace detail {

// The nine strides that change the size; the other four stay within a layer.
consteval std::array<Stride, 9> make_mixed_strides() {
  std::array<Stride, 9> mixed{};
  int count = 0;
  for (const Stride& stride : kStrides) {
    if (stride.step > 4) mixed[count++] = stride;
  }
  return mixed;
}

// The eight lines of a layer of nine cells.
inline constexpr std::array<std::uint16_t, 8> kLayerLines = {0007, 0070, 0700, 0111,
                                                             0222, 0444, 0421, 0124};

struct LayerTables {
  std::array<std::uint8_t, 512> inside{};    // the lines that lie in a set of cells
  std::array<std::uint8_t, 512> covering{};  // the lines that cover a set of cells
  std::array<std::uint16_t, 256> cells{};    // the cells of a set of lines
  // Bit planes of how many of a set of lines go through each cell.
  std::array<std::array<std::uint16_t, 3>, 256> counts{};
};

consteval LayerTables make_layer_tables() {
  LayerTables tables;
  for (unsigned cells = 0; cells < 512; ++cells) {
    for (int line = 0; line < 8; ++line) {
      const unsigned slots = kLayerLines[line];
      if ((slots & cells) == slots) tables.inside[cells] |= static_cast<std::uint8_t>(1u << line);
      if ((slots & cells) == cells) tables.covering[cells] |= static_cast<std::uint8_t>(1u << line);
    }
  }
  for (unsigned lines = 0; lines < 256; ++lines) {
    for (int cell = 0; cell < kCells; ++cell) {
      unsigned count = 0;
      for (int line = 0; line < 8; ++line) {
        if (lines >> line & 1 && kLayerLines[line] >> cell & 1) ++count;
      }
      if (count > 0) tables.cells[lines] |= static_cast<std::uint16_t>(1u << cell);
      for (int plane = 0; plane < 3; ++plane) {
        if (count >> plane & 1) {
          tables.counts[lines][plane] |= static_cast<std::uint16_t>(1u << cell);
        }
      }
    }
  }
  return tables;
}

inline constexpr std::array<Stride, 9> kMixedStrides = make_mixed_strides();
inline constexpr LayerTables kLayerTables = make_layer_tables();

}  // namespace detail

// A colour's living lines.
struct LivingLines {
  static constexpr int kNone = 99;

  // Left uninitialised: searchers make room for many that they never fill.
  std::array<SlotMask, 9> mixed;           // starts of living lines by stride that changes the size
  std::array<std::uint8_t, kSizes> layer;  // living lines of one size
  SlotMask slots;                          // all slots of living lines
  int missing;                             // pieces that the nearest line still needs

  // `open` are the slots that anybody may still fill.
  static LivingLines of(SlotMask own, SlotMask open) {
    LivingLines living;
    living.slots = 0;
    living.missing = kNone;
    const SlotMask usable = own | (open & supplied(own));
    SlotMask with_two = 0;
    SlotMask with_one = 0;
    for (std::size_t i = 0; i < living.mixed.size(); ++i) {
      const auto [step, starts] = detail::kMixedStrides[i];
      const SlotMask alive = usable & (usable >> step) & (usable >> (2 * step)) & starts;
      living.mixed[i] = alive;
      const SlotMask first = own & alive;
      const SlotMask second = (own >> step) & alive;
      const SlotMask third = (own >> (2 * step)) & alive;
      with_one |= first | second | third;
      with_two |= (first & (second | third)) | (second & third);
      living.slots |= alive | alive << step | alive << (2 * step);
    }
    if (living.slots != 0) living.missing = with_two != 0 ? 1 : with_one != 0 ? 2 : 3;
    for (int size = 0; size < kSizes; ++size) {
      const unsigned placed = own >> (kCells * size) & kLayer;
      const unsigned room = usable >> (kCells * size) & kLayer;
      const std::uint8_t alive =
          detail::kLayerTables.inside[room] & detail::kLayerTables.covering[placed];
      living.layer[size] = alive;
      if (alive == 0) continue;
      living.slots |= SlotMask{detail::kLayerTables.cells[alive]} << (kCells * size);
      living.missing = std::min(living.missing, kPiecesPerSize - std::popcount(placed));
    }
    return living;
  }

  // For each slot: 1 for every living line through it that holds nothing yet, 4 for every one that
  // holds one piece. Lines with two are threats and are seen to by other means.
  SlotCounts worth(SlotMask own) const {
    SlotCounts counts;
    for (std::size_t i = 0; i < mixed.size(); ++i) {
      if (mixed[i] == 0) continue;
      const int step = detail::kMixedStrides[i].step;
      const SlotMask first = own & mixed[i];
      const SlotMask second = (own >> step) & mixed[i];
      const SlotMask third = (own >> (2 * step)) & mixed[i];
      const SlotMask none = mixed[i] & ~(first | second | third);
      const SlotMask one = mixed[i] & (first ^ second ^ third);
      for (int slot = 0; slot < 3; ++slot) {
        counts.add(none << (slot * step), 0);
        counts.add(one << (slot * step), 2);
      }
    }
    for (int size = 0; size < kSizes; ++size) {
      const int placed = std::popcount(own & layer_of(size));
      if (layer[size] == 0 || placed > 1) continue;
      for (int plane = 0; plane < 3; ++plane) {
        counts.add(SlotMask{detail::kLayerTables.counts[layer[size]][plane]} << (kCells * size),
                   plane + 2 * placed);
      }
    }
    return counts;
  }
};

}  // namespace trilith::otrio
