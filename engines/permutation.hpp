// Random orders of 0..size-1 that are computed, not stored: any element of any order at once.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

#include "engines/hashing.hpp"
#include "engines/random.hpp"

namespace trilith {

// A keyed bijection of 0..size-1: a balanced Feistel network over the next power of four, walked
// until the value lies in range (Black and Rogaway, "Ciphers with arbitrary finite domains", 2002,
// sections 3 and 5). The power is below 4 * size, so a walk has fewer than four steps on average.
class Permutation {
 public:
  // `size` is 1..2^62; the order is a pure function of (size, seed, epoch).
  Permutation(std::uint64_t size, std::uint64_t seed, std::uint64_t epoch = 0)
      : size_(size),
        half_bits_(size <= 4 ? 1 : static_cast<int>(std::bit_width(size - 1) + 1) / 2) {
    assert(size > 0 && size <= std::uint64_t{1} << 62);
    constexpr std::uint32_t kStream = 0x9e7a;  // unlike the streams of games
    RandomStream random(seed, epoch, kStream);
    for (std::uint64_t& key : keys_) key = random.next64();
  }

  std::uint64_t size() const { return size_; }

  // index < size
  std::uint64_t operator()(std::uint64_t index) const {
    assert(index < size_);
    do {
      index = network(index);
    } while (index >= size_);
    return index;
  }

 private:
  static constexpr int kRounds = 6;

  std::uint64_t network(std::uint64_t value) const {
    const std::uint64_t mask = (std::uint64_t{1} << half_bits_) - 1;
    std::uint64_t left = value >> half_bits_;
    std::uint64_t right = value & mask;
    for (const std::uint64_t key : keys_) {
      const std::uint64_t next = left ^ (mix64(right ^ key) & mask);
      left = right;
      right = next;
    }
    return left << half_bits_ | right;
  }

  std::uint64_t size_;
  int half_bits_;
  std::array<std::uint64_t, kRounds> keys_{};
};

// Element `draw` of an endless series that goes through all of 0..size-1 in a random order, then
// through all of them in another, and so on.
inline std::uint64_t draw_without_repeats(std::uint64_t size, std::uint64_t seed,
                                          std::uint64_t draw) {
  return Permutation(size, seed, draw / size)(draw % size);
}

}  // namespace trilith
