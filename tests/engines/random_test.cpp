// Counter-based random numbers: golden values, independence of streams, unbiased ranges.
#include "engines/random.hpp"

#include <gtest/gtest.h>

#include <array>
#include <numeric>

namespace trilith {
namespace {

// Known answer of Philox4x32-10 for counter 0 and key 0, from Random123's kat_vectors.
TEST(RandomStream, MatchesTheKnownAnswer) {
  RandomStream random(0, 0);
  EXPECT_EQ(random(), 0x6627e8d5u);
  EXPECT_EQ(random(), 0xe169c58du);
  EXPECT_EQ(random(), 0xbc57ac4cu);
  EXPECT_EQ(random(), 0x9b00dbd8u);
}

TEST(RandomStream, IsAFunctionOfSeedUnitAndStream) {
  const std::uint64_t reference = RandomStream(5, 6, 7).next64();
  EXPECT_EQ(RandomStream(5, 6, 7).next64(), reference);
  EXPECT_NE(RandomStream(4, 6, 7).next64(), reference);
  EXPECT_NE(RandomStream(5, 5, 7).next64(), reference);
  EXPECT_NE(RandomStream(5, 6, 6).next64(), reference);
  EXPECT_NE(RandomStream(5 + (1ull << 40), 6, 7).next64(), reference);
  EXPECT_NE(RandomStream(5, 6 + (1ull << 40), 7).next64(), reference);
}

TEST(RandomStream, BelowIsUniform) {
  RandomStream random(1, 2);
  std::array<int, 7> count{};
  constexpr int kDraws = 70'000;
  for (int i = 0; i < kDraws; ++i) ++count[random.below(7)];
  double chi_square = 0;
  for (const int c : count) chi_square += (c - 10'000.0) * (c - 10'000.0) / 10'000.0;
  EXPECT_LT(chi_square, 22.5);  // 6 degrees of freedom, p = 0.001
}

TEST(RandomStream, ShuffleReachesEveryOrder) {
  std::array<int, 6> count{};
  for (std::uint64_t unit = 0; unit < 6000; ++unit) {
    RandomStream random(3, unit);
    std::array<int, 3> items = {0, 1, 2};
    shuffle(items, random);
    ++count[2 * items[0] + (items[1] > items[2] ? 1 : 0)];
  }
  for (const int c : count) EXPECT_NEAR(c, 1000, 120);
}

}  // namespace
}  // namespace trilith
