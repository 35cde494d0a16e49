// A 64-bit bijective mixer for hash keys.
#pragma once

#include <cstdint>

namespace trilith {

// The finaliser of SplitMix64 (Steele, Lea, Flood, 2014) after an odd offset, so that 0 does not
// map to 0.
constexpr std::uint64_t mix64(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

}  // namespace trilith
