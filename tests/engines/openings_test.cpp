// Openings up to symmetry: their numbers against a plain count, and that none is missing.
#include "engines/openings.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "engines/othello/game.hpp"
#include "engines/otrio/game.hpp"

namespace trilith {
namespace {

using Nested = otrio::Otrio<otrio::Placement::nested, otrio::Players::pairs>;

// The least text of all images of every position that `plies` moves lead to.
template <Game G>
void plain_forms(const typename G::Position& p, int plies, std::set<std::string>& forms) {
  if (G::is_terminal(p)) return;
  if (plies == 0) {
    std::string least = G::position_text(p);
    for (int s = 1; s < G::symmetries(p); ++s) {
      least = std::min(least, G::position_text(G::transform(p, s)));
    }
    forms.insert(least);
    return;
  }
  MoveList<G> moves;
  G::legal_moves(p, moves);
  for (const typename G::Move move : moves) {
    typename G::Position next = p;
    G::play(next, move);
    plain_forms<G>(next, plies - 1, forms);
  }
}

template <Game G>
void expect_all(const typename G::Position& start, int plies) {
  std::set<std::string> expected;
  plain_forms<G>(start, plies, expected);
  std::set<std::string> found;
  const auto openings = distinct_openings<G>(start, plies, 1'000'000);
  for (const auto& moves : openings) {
    EXPECT_EQ(moves.size(), static_cast<std::size_t>(plies));
    typename G::Position p = start;
    for (const auto move : moves) G::play(p, move);
    plain_forms<G>(p, 0, found);
  }
  EXPECT_EQ(openings.size(), expected.size());
  EXPECT_EQ(found, expected);
}

TEST(Openings, OneForEachPositionUpToSymmetry) {
  for (int plies = 0; plies <= 5; ++plies) {
    expect_all<othello::Othello>(othello::initial_position({}), plies);
  }
  for (int plies = 0; plies <= 2; ++plies) expect_all<Nested>(Nested::initial({}), plies);
}

TEST(Openings, RefuseTooMany) {
  EXPECT_THROW(distinct_openings<Nested>(Nested::initial({}), 3, 100), UserError);
}

}  // namespace
}  // namespace trilith
