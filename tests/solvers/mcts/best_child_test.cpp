// The vectorised choice of a child against the plain loop.
#include "solvers/mcts/best_child.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "engines/random.hpp"

namespace trilith::mcts {
namespace {

TEST(BestChild, AgreesWithThePlainLoop) {
  RandomStream random(4, 4);
  for (int round = 0; round < 20'000; ++round) {
    std::vector<Heat> heat(1 + random.below(40));
    for (Heat& h : heat) {
      // Few distinct values, so that ties are common; some children unvisited, some shut out.
      h = {static_cast<float>(random.below(5)) / 4 - 0.5f, static_cast<float>(random.below(4)) / 4};
      if (random.below(8) == 0) h = {0, 1e18f};
      if (random.below(6) == 0) h = {kShutOut, 0};
    }
    const float scale = static_cast<float>(random.below(3)) * 0.75f;
    const std::size_t expected = best_child_scalar<false>(heat.data(), heat.size(), scale);
    EXPECT_EQ(best_child<false>(heat.data(), heat.size(), scale), expected);
    EXPECT_EQ(best_child<true>(heat.data(), heat.size(), scale), expected);
  }
}

}  // namespace
}  // namespace trilith::mcts
