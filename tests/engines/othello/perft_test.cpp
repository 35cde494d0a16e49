// Perft of every code path against published counts.
#include "engines/othello/perft.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "engines/othello/game.hpp"
#include "tests/conformance.hpp"

namespace trilith::othello {
namespace {

#ifdef __SANITIZE_ADDRESS__
constexpr int kDeepest = 9;
#else
constexpr int kDeepest = 11;
#endif

TEST(OthelloPerft, PublishedCountsOnEveryPath) {
  std::ifstream file(TRILITH_TEST_DATA "/othello/perft.tsv");
  int rows = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#' || line[0] == 'd') continue;
    std::istringstream fields(line);
    int depth = 0;
    std::uint64_t count = 0;
    std::uint64_t pass_free = 0;
    fields >> depth >> count >> pass_free;
    if (depth > kDeepest) break;
    ++rows;
    for (const CpuPath path : cpu_paths()) {
      const PerftCount found = perft(depth, path, depth % 2 + 1);
      EXPECT_EQ(found.perft, count) << "depth " << depth << ' ' << cpu_path_name(path);
      EXPECT_EQ(found.pass_free, pass_free) << "depth " << depth << ' ' << cpu_path_name(path);
    }
  }
  EXPECT_EQ(rows, kDeepest);
}

TEST(OthelloPerft, EmptySequence) {
  EXPECT_EQ(perft(0, CpuPath::portable).perft, 1u);
  EXPECT_EQ(perft(0, CpuPath::portable).pass_free, 1u);
}

// The trait's own generator, which counts nothing for games that end early: none does by ply 8.
TEST(OthelloPerft, TraitAgrees) {
  EXPECT_EQ(conformance::perft<Othello>(Othello::initial({}), 7),
            perft(7, CpuPath::portable).perft);
}

}  // namespace
}  // namespace trilith::othello
