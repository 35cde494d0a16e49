// Duel databases of small trial games: by rows and by positions, in memory and out of core, with
// one and two threads, cut and resumed; values against plain minimax over the rules.
#include "solvers/otrio/tablebase.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <tuple>
#include <unordered_map>

#include "engines/error.hpp"
#include "engines/otrio/duel.hpp"
#include "engines/otrio/notation.hpp"
#include "engines/random.hpp"
#include "solvers/otrio/duel_hooks.hpp"
#include "solvers/otrio/reachable.hpp"
#include "tests/conformance.hpp"
#include "tests/solvers/retrograde/temporary_folder.hpp"

namespace trilith::otrio {
namespace {

using retrograde::Code;
using testing::bytes_of;
using testing::TemporaryFolder;
using testing::write_bytes;

constexpr int kMb2 = 13;
static_assert(Tiered<Duel<Placement::nested>> && Tiered<Duel<Placement::free, 1, 1, 1>>);

// Plain minimax over the rules, without symmetry, with a memory of positions.
template <class G>
class Minimax {
 public:
  Code value(const Position& p) {
    const auto found = known_.find(G::key(p));
    if (found != known_.end()) return found->second;
    Code best = -retrograde::kNoChild;
    MoveList<G> moves;
    G::legal_moves(p, moves);
    for (const Move move : moves) {
      Position child = p;
      G::play(child, move);
      const Code code = child.status == Status::won     ? retrograde::win_in(1)
                        : child.status == Status::drawn ? retrograde::kDraw
                                                        : retrograde::turned(value(child));
      best = std::max(best, code);
    }
    known_[G::key(p)] = best;
    return best;
  }

 private:
  std::unordered_map<std::uint64_t, Code> known_;
};

template <class G>
retrograde::BuildResult build(const typename G::Setup& setup, const std::string& path, int threads,
                              std::uint64_t memory) {
  retrograde::BuildOptions options;
  options.threads = threads;
  options.memory = memory;
  options.block = 5000;  // rows cross the borders of blocks
  return retrograde::build<G, DuelHooks<G>>(setup, "trial", path, options);
}

template <class G>
void expect_equal_files(std::optional<int> blocked) {
  const TemporaryFolder folder;
  const typename G::Setup setup(blocked);
  ASSERT_TRUE(build<G>(setup, folder.file("one"), 1, 1 << 30).complete);
  ASSERT_TRUE(build<G>(setup, folder.file("two"), 2, 1 << 30).complete);
  ASSERT_TRUE(build<G>(setup, folder.file("disk1"), 1, 0).complete);
  ASSERT_TRUE(build<G>(setup, folder.file("disk2"), 2, 100'000).complete);
  const std::string bytes = bytes_of(folder.file("one"));
  EXPECT_TRUE(bytes == bytes_of(folder.file("two")));
  EXPECT_TRUE(bytes == bytes_of(folder.file("disk1")));
  EXPECT_TRUE(bytes == bytes_of(folder.file("disk2")));

  // A run that was cut at any byte goes on to the same file.
  RandomStream random(2026, 11);
  for (int cut = 0; cut < 3; ++cut) {
    const std::string path = folder.file("cut" + std::to_string(cut));
    write_bytes(path + ".tmp",
                bytes.substr(0, random.below(static_cast<std::uint32_t>(bytes.size()))));
    const retrograde::BuildResult result = build<G>(setup, path, 2, cut == 0 ? 0 : 1 << 30);
    EXPECT_GT(result.resumed, 0u);
    EXPECT_TRUE(bytes == bytes_of(path)) << "cut " << cut;
  }
}

TEST(Tablebase, SameFileHoweverItIsBuilt) {
  expect_equal_files<Duel<Placement::nested, 2, 1, 1>>({});
  expect_equal_files<Duel<Placement::free, 1, 1, 2>>(kMb2);
}

// Blocks filled by rows are computed again position by position. Three pieces of a size bring lines
// of one size; each layer has its turn.
template <class G>
void expect_rows_equal_positions(std::optional<int> blocked, std::uint64_t sample) {
  const TemporaryFolder folder;
  const typename G::Setup setup(blocked);
  retrograde::BuildOptions options;
  options.block = 1024;
  ASSERT_TRUE(
      (retrograde::build<G, DuelHooks<G>>(setup, "trial", folder.file("db"), options).complete));
  const retrograde::Database<G, SoloHooks<G>> database(setup, "trial", folder.file("db"));
  const auto result = database.verify({.threads = 2, .sample = sample});
  EXPECT_TRUE(result.complete);
  EXPECT_EQ(result.recomputed, std::min(sample, result.blocks));
}

TEST(Tablebase, RowsEqualPositions) {
  expect_rows_equal_positions<Duel<Placement::nested, 1, 1, 1>>({}, 1000);
  expect_rows_equal_positions<Duel<Placement::nested, 3, 1, 1>>({}, 60);
  expect_rows_equal_positions<Duel<Placement::free, 1, 3, 1>>(4, 60);
  expect_rows_equal_positions<Duel<Placement::nested, 1, 1, 3>>(kMb2, 60);
  expect_rows_equal_positions<Duel<Placement::free, 1, 2, 1>>(1, 60);  // Sb1: two symmetries
}

// Every position that can be reached, with its value by minimax; finished ones are not listed.
template <class G>
void expect_values_of_minimax(std::optional<int> blocked) {
  const TemporaryFolder folder;
  const typename G::Setup setup(blocked);
  ASSERT_TRUE(build<G>(setup, folder.file("db"), 1, 1 << 30).complete);
  retrograde::Database<G, DuelHooks<G>> database(setup, "trial", folder.file("db"));
  Minimax<G> minimax;
  for (int game = 0; game < 300; ++game) {
    RandomStream random(2026, static_cast<std::uint64_t>(game));
    Position p = G::initial(setup);
    while (!G::is_terminal(p)) {
      if (std::popcount(p.pieces[0] | p.pieces[1]) >= 2) {
        ASSERT_EQ(database.probe(p), minimax.value(p)) << position_text(p);
      }
      MoveList<G> moves;
      G::legal_moves(p, moves);
      G::play(p, moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
  EXPECT_EQ(database.probe(G::initial(setup)), minimax.value(G::initial(setup)));
}

TEST(Tablebase, ValuesOfMinimax) {
  expect_values_of_minimax<Duel<Placement::nested, 1, 1, 1>>({});
  expect_values_of_minimax<Duel<Placement::free, 1, 1, 1>>(4);
}

// A colour that cannot place never can again; the other one's nearest line decides.
TEST(Tablebase, PlayAloneEqualsMinimax) {
  using G = Duel<Placement::nested>;
  const G::Setup setup;
  int alone = 0;
  Minimax<G> minimax;
  for (int game = 0; game < 4000; ++game) {
    RandomStream random(2026, static_cast<std::uint64_t>(game));
    Position p = G::initial(setup);
    while (!G::is_terminal(p)) {
      if (const auto code = SoloHooks<G>::known(setup, p)) {
        ++alone;
        ASSERT_EQ(*code, minimax.value(p)) << position_text(p);
      }
      MoveList<G> moves;
      G::legal_moves(p, moves);
      G::play(p, moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
  EXPECT_GT(alone, 100);
}

// The numbering: ranks survive the way through positions, images share them, and the number of
// classes is that of a plain enumeration.
template <class G>
void expect_sound_numbering(std::optional<int> blocked) {
  const typename G::Setup setup(blocked);
  const DuelSpace& space = *setup.space;
  for (int tier = 0; tier < G::tiers(setup); ++tier) {
    std::set<std::tuple<SlotMask, SlotMask>> classes;
    std::uint64_t least = 0;
    for (std::uint64_t rank = 0; rank < G::tier_size(setup, tier); ++rank) {
      const Position p = G::unrank(setup, tier, rank);
      ASSERT_EQ(space.tier_of(DuelSpace::counts_of(p)), tier);
      ASSERT_LE(G::rank(setup, p), rank);
      least += G::rank(setup, p) == rank;
      std::tuple<SlotMask, SlotMask> image{~0u, ~0u};
      for (const int symmetry : space.symmetries()) {
        const Position q = transform(p, symmetry);
        ASSERT_EQ(G::rank(setup, q), G::rank(setup, p));
        image = std::min(image, {q.pieces[0], q.pieces[1]});
      }
      classes.insert(image);
    }
    EXPECT_EQ(least, classes.size());
    EXPECT_EQ(space.classes(tier), classes.size());
  }
}

TEST(Tablebase, NumberingIsSound) {
  expect_sound_numbering<Duel<Placement::free, 1, 1, 1>>({});
  expect_sound_numbering<Duel<Placement::nested, 1, 1, 1>>(0);
}

// All boards with given counts, found by placing pieces cell by cell, against the tier's size.
TEST(Tablebase, TierSizesAreThoseOfAllBoards) {
  const DuelSpace space({}, kFullSupply);
  const auto choose = [](int n, int k) {
    std::uint64_t result = 1;
    for (int i = 0; i < k; ++i) result = result * (n - i) / (i + 1);
    return result;
  };
  std::uint64_t all = 0;
  std::uint64_t by_tier = 0;
  for (int tier = 0; tier < space.tiers(); ++tier) {
    const DuelSpace::Counts& counts = space.counts(tier);
    std::uint64_t boards = 1;
    for (int size = 0; size < kSizes; ++size) {
      boards *= choose(9, counts.violet[size]) * choose(9 - counts.violet[size], counts.red[size]);
    }
    EXPECT_GE(8 * space.classes(tier), boards);
    EXPECT_LE(space.classes(tier), space.size(tier));
    all += boards;
    by_tier += space.classes(tier);
  }
  EXPECT_NEAR(static_cast<double>(all) / static_cast<double>(by_tier), 8, 0.01);
  EXPECT_EQ(space.tiers(), 1126);
}

// Everything below a position of a game for two, against the forward search.
TEST(Tablebase, BelowARoot) {
  const struct {
    const char* rules;
    const char* root;
    std::uint64_t searched;
  } roots[] = {
      {"nested,none,pairs", ".G.,R.R,..B/R..,VB.,RGV/..G,..V,V.B G", 2000},
      {"nested,Mb2,pairs", ".V.,..B,.RG/V.R,G..,.GR/V.B,.RB,V.. G", 2000},
      {"free,none,pairs", "VBR,.GB,R.G/V.R,..V,B../GB.,.RR,VVG G", 2000},
  };
  for (const auto& [rules, root, searched] : roots) {
    const TemporaryFolder folder;
    TablebaseGame game{parse_rules(rules)};
    game.root = parse_position(game.rules, root);
    retrograde::BuildOptions options;
    options.block = 1024;
    const auto built = build_tablebase(game, folder.file("one"), options);
    ASSERT_TRUE(built.complete);
    options.threads = 2;
    ASSERT_TRUE(build_tablebase(game, folder.file("two"), options).complete);
    EXPECT_TRUE(bytes_of(folder.file("one")) == bytes_of(folder.file("two")));

    Tablebase tablebase(folder.file("one"));
    EXPECT_EQ(tablebase.game().root, game.root);
    const SearchCheck check = tablebase.compare_with_search(searched, 1, 1, nullptr, {});
    EXPECT_EQ(check.positions, searched);
    EXPECT_EQ(check.first_difference, "");
    EXPECT_EQ(tablebase.value(*game.root), Solver(game.rules).solve(*game.root).value);
    EXPECT_TRUE(tablebase.verify({}).complete);
    EXPECT_THROW(tablebase.value(empty_board(game.rules)), UserError);
    // Knuth's estimate is of the right order.
    const ReachableEstimate estimate = estimate_reachable(game.rules, *game.root, 5000, 1);
    EXPECT_GT(estimate.guess, 0.3 * static_cast<double>(built.positions));
    EXPECT_LT(estimate.guess, 2 * static_cast<double>(built.positions));
    EXPECT_GE(estimate.most, static_cast<double>(built.positions));
    options.memory = 1000;
    EXPECT_THROW(build_tablebase(game, folder.file("small"), options), UserError);
  }
}

TEST(Tablebase, AnswersByRulesOfItsFile) {
  const TemporaryFolder folder;
  const TablebaseGame game{parse_rules("nested,Sb2,duel"), 1};
  ASSERT_TRUE(build_tablebase(game, folder.file("db"), {}).complete);
  Tablebase tablebase(folder.file("db"));
  EXPECT_EQ(tablebase.game().rules, game.rules);
  EXPECT_EQ(tablebase.game().pieces, 1);
  const Position p = tablebase.parse("..V,...,.../...,.V.,.R./...,...,R.. V");
  EXPECT_EQ(tablebase.value(p).outcome, Outcome::draw);
  const Position win = tablebase.parse("..V,...,.../...,.V.,.R./R..,...,... V");
  EXPECT_EQ(tablebase.value(win), (Value{Outcome::win, 1}));
  const std::vector<MoveValue> moves = tablebase.moves(win);
  EXPECT_EQ(std::ranges::count(moves, Value{Outcome::win, 1}, &MoveValue::value), 1);
  EXPECT_THROW(tablebase.parse(".V.,.V.,.../.R.,...,.../...,...,... R"), UserError);
  EXPECT_THROW(build_tablebase({parse_rules("nested,none,pairs")}, folder.file("x"), {}),
               UserError);
  EXPECT_THROW(build_tablebase({game.rules, 4}, folder.file("x"), {}), UserError);
}

}  // namespace
}  // namespace trilith::otrio
