// The 27 slots of Otrio's board as bits of a word, and its 49 lines by bit arithmetic.
//
//   slot = 9 * size + 3 * row + column         size S = 0, M = 1, L = 2; a1 is row 0, column 0
//
//         S              M                L
//     a  b  c        a  b  c          a  b  c
//   1 0  1  2      1 9  10 11       1 18 19 20
//   2 3  4  5      2 12 13 14       2 21 22 23
//   3 6  7  8      3 15 16 17       3 24 25 26
//
// With size as the third axis the winning triples are exactly the lines of a 3 x 3 x 3 cube: a line
// is a first slot and one of 13 strides. Example: Sa1-Mb2-Lc3 starts at 0 with stride 13.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>

namespace trilith::otrio {

using SlotMask = std::uint32_t;  // bits 0..26

inline constexpr int kSlots = 27;
inline constexpr int kCells = 9;
inline constexpr int kSizes = 3;
inline constexpr int kPiecesPerSize = 3;
inline constexpr int kLines = 49;
inline constexpr SlotMask kAllSlots = (SlotMask{1} << kSlots) - 1;
inline constexpr SlotMask kLayer = (SlotMask{1} << kCells) - 1;  // the slots of size S

constexpr SlotMask slot_bit(int slot) { return SlotMask{1} << slot; }
constexpr int slot_of(int size, int cell) { return kCells * size + cell; }
constexpr int size_of(int slot) { return slot / kCells; }
constexpr int cell_of(int slot) { return slot % kCells; }
constexpr SlotMask layer_of(int size) { return kLayer << (kCells * size); }

// A direction of the cube: the distance of neighbours in slots, and where its lines start.
struct Stride {
  int step;
  SlotMask starts;
};

namespace detail {

consteval std::array<Stride, 13> make_strides() {
  std::array<Stride, 13> strides{};
  int count = 0;
  for (int dz = 0; dz <= 1; ++dz) {
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        const int step = 9 * dz + 3 * dy + dx;
        if (step <= 0) continue;  // the opposite direction is in the list
        Stride stride{step, 0};
        for (int slot = 0; slot < kSlots; ++slot) {
          const int z = slot / 9 + 2 * dz;
          const int y = slot / 3 % 3 + 2 * dy;
          const int x = slot % 3 + 2 * dx;
          if (z >= 0 && z < 3 && y >= 0 && y < 3 && x >= 0 && x < 3)
            stride.starts |= slot_bit(slot);
        }
        strides[count++] = stride;
      }
    }
  }
  return strides;
}

}  // namespace detail

inline constexpr std::array<Stride, 13> kStrides = detail::make_strides();

static_assert([] {
  int lines = 0;
  for (const Stride& stride : kStrides) lines += std::popcount(stride.starts);
  return lines;
}() == kLines);

// Slots that would complete a line whose two other slots are in `own`, open or not. Word is
// SlotMask, or a 64-bit word that holds two colours' masks in its halves: no stride carries a bit
// from the upper half to a start of the lower one.
template <std::unsigned_integral Word>
constexpr Word completions(Word own) {
  Word result = 0;
  for (const Stride& stride : kStrides) {
    Word starts = stride.starts;
    if constexpr (sizeof(Word) == 8) starts |= starts << 32;
    const Word first = own & starts;
    const Word second = (own >> stride.step) & starts;
    const Word third = (own >> (2 * stride.step)) & starts;
    result |= (second & third) | ((first & third) << stride.step) |
              ((first & second) << (2 * stride.step));
  }
  return result;
}

namespace detail {

// third[a][b]: the third slot of the line through a and b, or nothing. Two slots of the cube lie on
// at most one line.
consteval std::array<std::array<SlotMask, kSlots>, kSlots> make_third_slots() {
  std::array<std::array<SlotMask, kSlots>, kSlots> third{};
  for (int a = 0; a < kSlots; ++a) {
    for (int b = 0; b < kSlots; ++b) third[a][b] = completions(slot_bit(a) | slot_bit(b));
  }
  return third;
}

inline constexpr auto kThirdSlots = make_third_slots();

}  // namespace detail

// What a piece in `slot`, which is not in `own`, adds: completions(own | slot_bit(slot)) is
// completions(own) | completions_through(slot, own).
constexpr SlotMask completions_through(int slot, SlotMask own) {
  SlotMask result = 0;
  for (; own != 0; own &= own - 1) {
    result |= detail::kThirdSlots[static_cast<std::size_t>(slot)]
                                 [static_cast<std::size_t>(std::countr_zero(own))];
  }
  return result;
}

// Does `own` hold a whole line?
constexpr bool has_line(SlotMask own) {
  SlotMask found = 0;
  for (const Stride& stride : kStrides) {
    found |= own & (own >> stride.step) & (own >> (2 * stride.step)) & stride.starts;
  }
  return found != 0;
}

}  // namespace trilith::otrio
