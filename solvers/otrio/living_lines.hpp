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

// A mask for each of the four colours; operators act on all of them at once.
using FourMasks = SlotMask __attribute__((vector_size(4 * sizeof(SlotMask))));

inline FourMasks four_masks(const std::array<SlotMask, 4>& masks) {
  return FourMasks{masks[0], masks[1], masks[2], masks[3]};
}

// For each slot and colour a count in bit planes: plane i holds bit i of all counts.
class SlotCounts {
 public:
  // Adds 2^level to the counts of the slots in `mask`; sums stay below 64.
  void add(FourMasks mask, int level) {
    for (int i = level; i < kPlanes; ++i) {
      const FourMasks carry = planes_[i] & mask;
      planes_[i] ^= mask;
      mask = carry;
    }
  }

  // For each slot the sum of the colours' counts times their weights, which are so small that
  // sums fit; the last five are zero.
  std::array<std::int16_t, 32> weighted(const std::array<int, 4>& weights) const {
    using Bytes = std::uint8_t __attribute__((vector_size(16)));
    using Words = std::int16_t __attribute__((vector_size(16)));
    using Longs = std::uint64_t __attribute__((vector_size(16)));
    constexpr Bytes kBit = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    constexpr std::uint64_t kEveryByte = 0x0101010101010101u;
    std::array<Words, 4> sums{};
    for (int colour = 0; colour < 4; ++colour) {
      if (weights[colour] == 0) continue;
      for (int half = 0; half < 2; ++half) {
        // The counts of 16 slots, a byte each.
        Bytes counts{};
        for (int i = 0; i < kPlanes; ++i) {
          const SlotMask slots = planes_[i][colour] >> 16 * half;
          const auto spread = reinterpret_cast<Bytes>(
              Longs{(slots & 0xff) * kEveryByte, (slots >> 8 & 0xff) * kEveryByte});
          const auto worth = reinterpret_cast<Bytes>(Longs{kEveryByte << i, kEveryByte << i});
          counts += reinterpret_cast<Bytes>((spread & kBit) == kBit) & worth;
        }
        const auto weight = static_cast<std::int16_t>(weights[colour]);
        const auto first = __builtin_shufflevector(counts, Bytes{}, 0, 16, 1, 17, 2, 18, 3, 19, 4,
                                                   20, 5, 21, 6, 22, 7, 23);
        const auto second = __builtin_shufflevector(counts, Bytes{}, 8, 24, 9, 25, 10, 26, 11, 27,
                                                    12, 28, 13, 29, 14, 30, 15, 31);
        sums[2 * half] += reinterpret_cast<Words>(first) * weight;
        sums[2 * half + 1] += reinterpret_cast<Words>(second) * weight;
      }
    }
    return std::bit_cast<std::array<std::int16_t, 32>>(sums);
  }

 private:
  static constexpr int kPlanes = 6;
  std::array<FourMasks, kPlanes> planes_{};
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

// The four colours' living lines.
struct LivingLines {
  static constexpr int kNone = 99;

  // Left uninitialised: searchers make room for many that they never fill.
  std::array<FourMasks, 9> mixed;  // starts of living lines by stride that changes the size
  std::array<std::array<std::uint8_t, 4>, kSizes> layer;  // living lines of one size, by colour
  FourMasks slots;                                        // all slots of living lines
  std::array<int, 4> missing;  // pieces that a colour's nearest line still needs

  // `supply` are the slots of sizes that a colour has left, `open` those that anybody may fill.
  static LivingLines of(const std::array<SlotMask, 4>& own, const std::array<SlotMask, 4>& supply,
                        SlotMask open) {
    LivingLines living;
    const FourMasks pieces = four_masks(own);
    const FourMasks usable = pieces | (four_masks(supply) & open);
    FourMasks slots{};
    FourMasks with_two{};
    FourMasks with_one{};
#pragma GCC unroll 9
    for (std::size_t i = 0; i < living.mixed.size(); ++i) {
      const auto [step, starts] = detail::kMixedStrides[i];
      const FourMasks alive = usable & (usable >> step) & (usable >> (2 * step)) & starts;
      living.mixed[i] = alive;
      const FourMasks first = pieces & alive;
      const FourMasks second = (pieces >> step) & alive;
      const FourMasks third = (pieces >> (2 * step)) & alive;
      with_one |= first | second | third;
      with_two |= (first & (second | third)) | (second & third);
      slots |= alive | alive << step | alive << (2 * step);
    }
    for (std::size_t c = 0; c < own.size(); ++c) {
      SlotMask all = slots[c];
      int missing = all == 0 ? kNone : with_two[c] != 0 ? 1 : with_one[c] != 0 ? 2 : 3;
      const SlotMask room_of_all = usable[c];
      for (int size = 0; size < kSizes; ++size) {
        const unsigned placed = own[c] >> (kCells * size) & kLayer;
        const unsigned room = room_of_all >> (kCells * size) & kLayer;
        const std::uint8_t alive =
            detail::kLayerTables.inside[room] & detail::kLayerTables.covering[placed];
        living.layer[size][c] = alive;
        if (alive == 0) continue;
        all |= SlotMask{detail::kLayerTables.cells[alive]} << (kCells * size);
        missing = std::min(missing, kPiecesPerSize - std::popcount(placed));
      }
      living.slots[c] = all;
      living.missing[c] = missing;
    }
    return living;
  }

  // For each slot: 1 for every living line through it that holds nothing yet, 4 for every one that
  // holds one piece. Lines with two are threats and are seen to by other means.
  SlotCounts worth(const std::array<SlotMask, 4>& own) const {
    const FourMasks pieces = four_masks(own);
    SlotCounts counts;
#pragma GCC unroll 9
    for (std::size_t i = 0; i < mixed.size(); ++i) {
      const int step = detail::kMixedStrides[i].step;
      const FourMasks first = pieces & mixed[i];
      const FourMasks second = (pieces >> step) & mixed[i];
      const FourMasks third = (pieces >> (2 * step)) & mixed[i];
      const FourMasks none = mixed[i] & ~(first | second | third);
      const FourMasks one = mixed[i] & (first ^ second ^ third);
      for (int slot = 0; slot < 3; ++slot) {
        counts.add(none << (slot * step), 0);
        counts.add(one << (slot * step), 2);
      }
    }
    for (int size = 0; size < kSizes; ++size) {
      FourMasks none[3] = {};
      FourMasks one[3] = {};
      for (std::size_t c = 0; c < own.size(); ++c) {
        const int placed = std::popcount(own[c] & layer_of(size));
        if (layer[size][c] == 0 || placed > 1) continue;
        for (int plane = 0; plane < 3; ++plane) {
          (placed == 0 ? none : one)[plane][c] =
              SlotMask{detail::kLayerTables.counts[layer[size][c]][plane]} << (kCells * size);
        }
      }
      for (int plane = 0; plane < 3; ++plane) {
        counts.add(none[plane], plane);
        counts.add(one[plane], plane + 2);
      }
    }
    return counts;
  }
};

}  // namespace trilith::otrio
