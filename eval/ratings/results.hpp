// Counts of match results: single games (L D W) or pairs of games (LL LD DD+WL WD WW).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace trilith::ratings {

// Result i of kKinds scores i / (kKinds - 1), seen by the first player. A pair's two games have the
// same opening with the sides exchanged, so pairs are independent where their games are not.
template <std::size_t kKinds>
struct Results {
  static_assert(kKinds == 3 || kKinds == 5);
  static constexpr std::size_t kinds = kKinds;
  static constexpr int games_per_result = kKinds == 5 ? 2 : 1;

  std::array<std::uint64_t, kKinds> counts{};

  std::uint64_t total() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t count : counts) sum += count;
    return sum;
  }
  bool operator==(const Results&) const = default;
};

using GameResults = Results<3>;
using PairResults = Results<5>;

constexpr double score_of(std::size_t result, std::size_t kinds) {
  return static_cast<double>(result) / static_cast<double>(kinds - 1);
}

}  // namespace trilith::ratings
