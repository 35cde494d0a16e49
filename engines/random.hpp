// Counter-based random numbers: every draw is a pure function of (seed, unit, stream, draw).
#pragma once

#include <Random123/philox.h>

#include <array>
#include <cstdint>
#include <utility>

namespace trilith {

// A stream of Philox4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011).
// Counter layout: word 0 the block of four draws, word 1 the stream, words 2-3 the work unit; the
// key is the run's seed. Streams of one unit never overlap before 2^34 draws.
class RandomStream {
 public:
  using result_type = std::uint32_t;

  RandomStream(std::uint64_t seed, std::uint64_t unit, std::uint32_t stream = 0)
      : key_{{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)}},
        counter_{{0, stream, static_cast<std::uint32_t>(unit),
                  static_cast<std::uint32_t>(unit >> 32)}} {}

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return ~result_type{0}; }

  std::uint32_t operator()() {
    if (used_ == 4) {
      block_ = r123::Philox4x32{}(counter_, key_);
      ++counter_[0];
      used_ = 0;
    }
    return block_[used_++];
  }

  std::uint64_t next64() {
    const std::uint64_t low = (*this)();
    return low | (static_cast<std::uint64_t>((*this)()) << 32);
  }

  // Uniform in [0, bound), without bias, bound > 0 (Lemire, "Fast random integer generation in an
  // interval", 2019).
  std::uint32_t below(std::uint32_t bound) {
    std::uint64_t product = static_cast<std::uint64_t>((*this)()) * bound;
    if (static_cast<std::uint32_t>(product) < bound) {
      const std::uint32_t threshold = (0u - bound) % bound;
      while (static_cast<std::uint32_t>(product) < threshold) {
        product = static_cast<std::uint64_t>((*this)()) * bound;
      }
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

  // Uniform in [0, 1) with 53 random bits.
  double unit_interval() { return static_cast<double>(next64() >> 11) * 0x1.0p-53; }

 private:
  r123::Philox4x32::key_type key_;
  r123::Philox4x32::ctr_type counter_;
  r123::Philox4x32::ctr_type block_{};
  std::size_t used_ = 4;
};

// The fast stream for playouts: draw n is the finaliser of SplitMix64 (Steele, Lea, Flood, 2014) of
// start + n * gamma, so it is a pure function of its number too, at a quarter of Philox's cost; the
// start comes from the Philox stream of (seed, unit, stream).
class PlayoutStream {
 public:
  using result_type = std::uint64_t;

  explicit PlayoutStream(RandomStream source) : counter_(source.next64()) {}
  PlayoutStream(std::uint64_t seed, std::uint64_t unit, std::uint32_t stream = 0)
      : PlayoutStream(RandomStream(seed, unit, stream)) {}

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return ~result_type{0}; }

  std::uint64_t operator()() {
    counter_ += 0x9e3779b97f4a7c15u;
    std::uint64_t x = counter_;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
  }

  // Uniform in [0, bound), bound > 0; 32 of the draw's 64 bits, so the bias is below bound / 2^32:
  // nothing that a playout could notice, and no branch.
  std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(((*this)() >> 32) * bound >> 32);
  }

 private:
  std::uint64_t counter_;
};

// Fisher-Yates, written out because the library's shuffle differs between implementations.
template <class Range, class Random>
void shuffle(Range& range, Random& random) {
  for (std::uint32_t i = static_cast<std::uint32_t>(range.size()); i > 1; --i) {
    std::swap(range[i - 1], range[random.below(i)]);
  }
}

}  // namespace trilith
