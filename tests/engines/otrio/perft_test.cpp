// All published perft counts of Otrio, and the generic count against the bulk one.
#include "engines/otrio/perft.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "engines/otrio/game.hpp"
#include "tests/conformance.hpp"

namespace trilith::otrio {
namespace {

TEST(Perft, AllPublishedCounts) {
  std::ifstream file(TRILITH_TEST_DATA "/otrio/perft.tsv");
  std::string line;
  std::getline(file, line);
  int lines = 0;
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    std::string placement;
    std::string blocked;
    int colours = 0;
    int depth = 0;
    PerftCount expected;
    fields >> placement >> blocked >> colours >> depth >> expected.sequences >> expected.wins;
    ASSERT_TRUE(fields) << line;
    const std::string players = colours == 2 ? "duel" : std::to_string(colours);
    const PerftCount count =
        perft(parse_rules(placement + "," + blocked + "," + players), depth, 2);
    EXPECT_EQ(count.sequences, expected.sequences) << line;
    EXPECT_EQ(count.wins, expected.wins) << line;
    ++lines;
  }
  EXPECT_EQ(lines, 108);
}

TEST(Perft, AgreesWithTheGenericCount) {
  using G = Otrio<Placement::nested, Players::pairs>;
  EXPECT_EQ(perft({}, 4).sequences, conformance::perft<G>(G::initial({}), 4));
}

}  // namespace
}  // namespace trilith::otrio
