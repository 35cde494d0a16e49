// Permutations without tables: bijections, different by seed and epoch, without repeats.
#include "engines/permutation.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace trilith {
namespace {

TEST(Permutation, TakesEveryValueOnce) {
  for (const std::uint64_t size : {1, 2, 3, 4, 5, 15, 16, 17, 63, 64, 65, 1000, 10'649}) {
    const Permutation permutation(size, 7);
    std::vector<int> seen(size, 0);
    for (std::uint64_t i = 0; i < size; ++i) {
      const std::uint64_t value = permutation(i);
      ASSERT_LT(value, size);
      ++seen[value];
    }
    EXPECT_EQ(seen, std::vector<int>(size, 1)) << size;
  }
}

TEST(Permutation, StaysInRangeOfHugeSizes) {
  const std::uint64_t size = (std::uint64_t{1} << 62) - 57;
  const Permutation permutation(size, 1);
  std::set<std::uint64_t> values;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    values.insert(permutation(i));
    values.insert(permutation(size - 1 - i));
  }
  EXPECT_EQ(values.size(), 2000u);
  EXPECT_LT(*values.rbegin(), size);
}

// Which of 4 values comes first is even over seeds: 1000 of 4000 each, standard deviation 27.
TEST(Permutation, TreatsValuesAlike) {
  int first[4] = {};
  for (std::uint64_t seed = 0; seed < 4000; ++seed) ++first[Permutation(4, seed)(0)];
  for (const int count : first) EXPECT_NEAR(count, 1000, 137);
}

TEST(Permutation, DrawsWithoutRepeatsAndInAnotherOrderEachTime) {
  constexpr std::uint64_t kSize = 100;
  std::vector<std::uint64_t> rounds[3];
  for (std::uint64_t draw = 0; draw < 3 * kSize; ++draw) {
    rounds[draw / kSize].push_back(draw_without_repeats(kSize, 5, draw));
  }
  for (const auto& round : rounds) {
    EXPECT_EQ(std::set<std::uint64_t>(round.begin(), round.end()).size(), kSize);
  }
  EXPECT_NE(rounds[0], rounds[1]);
  EXPECT_NE(rounds[1], rounds[2]);
  EXPECT_NE(draw_without_repeats(kSize, 5, 0), draw_without_repeats(kSize, 6, 0));
}

}  // namespace
}  // namespace trilith
