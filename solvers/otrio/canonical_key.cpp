// Tables of the canonical key.
#include "solvers/otrio/canonical_key.hpp"

#include <algorithm>
#include <bit>

#include "engines/hashing.hpp"
#include "engines/otrio/symmetry.hpp"

namespace trilith::otrio {
namespace {

constexpr int kKinds = 5;  // the four colours' pieces, and the closed slots

// words[kind][size][layer][symmetry]: the hash word of a layer's image.
struct Tables {
  std::uint64_t words[kKinds][kSizes][1 << kCells][8];

  Tables() {
    for (int kind = 0; kind < kKinds; ++kind) {
      for (int size = 0; size < kSizes; ++size) {
        for (SlotMask layer = 0; layer <= kLayer; ++layer) {
          for (int symmetry = 0; symmetry < 8; ++symmetry) {
            const std::uint64_t image = transform(layer, symmetry);
            words[kind][size][layer][symmetry] =
                mix64(mix64(image) + static_cast<std::uint64_t>(kind * kSizes + size));
          }
        }
      }
    }
  }
};

const Tables& tables() {
  static const Tables instance;
  return instance;
}

std::uint8_t exchanged(std::uint8_t placed) {
  return static_cast<std::uint8_t>((placed & 3) << 4 | (placed & 12) | (placed >> 4 & 3));
}

std::uint64_t hash_counts(const Essence& essence, bool exchange) {
  std::uint64_t packed = essence.due;
  for (const std::uint8_t placed : essence.placed) {
    packed = packed << 6 | (exchange ? exchanged(placed) : placed);
  }
  return mix64(packed);
}

}  // namespace

std::uint8_t placed_by_size(SlotMask own) {
  return static_cast<std::uint8_t>(std::popcount(own & layer_of(0)) |
                                   std::popcount(own & layer_of(1)) << 2 |
                                   std::popcount(own & layer_of(2)) << 4);
}

std::uint64_t canonical_key(const Essence& essence, bool exchange_sizes) {
  const Tables& table = tables();
  std::uint64_t plain[8] = {};
  std::uint64_t swapped[8] = {};
  for (int kind = 0; kind < kKinds; ++kind) {
    const SlotMask mask = kind < 4 ? essence.pieces[kind] : essence.closed;
    for (int size = 0; size < kSizes; ++size) {
      const SlotMask layer = mask >> (kCells * size) & kLayer;
      const std::uint64_t* words = table.words[kind][size][layer];
      for (int i = 0; i < 8; ++i) plain[i] ^= words[i];
      if (exchange_sizes) {
        const std::uint64_t* other = table.words[kind][2 - size][layer];
        for (int i = 0; i < 8; ++i) swapped[i] ^= other[i];
      }
    }
  }
  std::uint64_t key = ~std::uint64_t{0};
  const std::uint64_t counts = hash_counts(essence, false);
  for (const std::uint64_t hash : plain) key = std::min(key, hash ^ counts);
  if (exchange_sizes) {
    const std::uint64_t other = hash_counts(essence, true);
    for (const std::uint64_t hash : swapped) key = std::min(key, hash ^ other);
  }
  return key;
}

}  // namespace trilith::otrio
