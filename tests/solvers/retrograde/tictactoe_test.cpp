// The generic solver on a second game: tic-tac-toe by position, against plain minimax.
#include "tests/tictactoe.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "solvers/retrograde/database.hpp"
#include "solvers/retrograde/solve.hpp"
#include "tests/solvers/retrograde/temporary_folder.hpp"

namespace trilith::testing {
namespace {

using retrograde::Code;

// Tiers by marks on the board; ranks in a sorted list of those that are least of their images.
struct TieredTicTacToe : TicTacToe {
  struct Setup : TicTacToe::Setup {
    Setup() : boards(10) {
      for (std::uint16_t x = 0; x < 512; ++x) {
        for (std::uint16_t o = 0; o < 512; ++o) {
          const Position p{{x, o}};
          const int lead = std::popcount<unsigned>(x) - std::popcount<unsigned>(o);
          if ((x & o) != 0 || lead < 0 || lead > 1 || TicTacToe::canonical(p) != p) continue;
          boards[filled(p)].push_back(p.marks);
        }
      }
    }
    std::vector<std::vector<std::array<std::uint16_t, 2>>> boards;
  };

  static Position initial(const Setup&) { return {}; }
  static Position parse_position(const Setup&, std::string_view text) {
    return TicTacToe::parse_position({}, text);
  }
  static int tiers(const Setup&) { return 10; }
  static int tier(const Setup&, const Position& p) { return filled(p); }
  static std::vector<int> child_tiers(const Setup&, int tier) {
    return tier < 9 ? std::vector{tier + 1} : std::vector<int>{};
  }
  static std::uint64_t tier_size(const Setup& setup, int tier) { return setup.boards[tier].size(); }
  static std::uint64_t rank(const Setup& setup, const Position& p) {
    const auto& boards = setup.boards[filled(p)];
    return std::ranges::lower_bound(boards, canonical(setup, p).marks) - boards.begin();
  }
  static Position unrank(const Setup& setup, int tier, std::uint64_t rank) {
    return {setup.boards[tier][rank]};
  }
  static Position canonical(const Setup&, const Position& p) { return TicTacToe::canonical(p); }
};
static_assert(Tiered<TieredTicTacToe> && !Tiered<TicTacToe>);

Code minimax(const TicTacToe::Position& p) {
  Code best = -retrograde::kNoChild;
  MoveList<TicTacToe> moves;
  TicTacToe::legal_moves(p, moves);
  for (const auto move : moves) {
    TicTacToe::Position child = p;
    TicTacToe::play(child, move);
    Code code;
    if (TicTacToe::is_terminal(child)) {
      code = TicTacToe::payoff(child)[0] == 0 ? retrograde::kDraw : retrograde::win_in(1);
    } else {
      code = retrograde::turned(minimax(child));
    }
    best = std::max(best, code);
  }
  return best;
}

TEST(Retrograde, SolvesTicTacToe) {
  using G = TieredTicTacToe;
  const TemporaryFolder folder;
  const G::Setup setup;
  retrograde::BuildOptions options;
  options.block = 50;
  ASSERT_TRUE(retrograde::build<G>(setup, "tic-tac-toe", folder.file("db"), options).complete);
  retrograde::Database<G> database(setup, "tic-tac-toe", folder.file("db"));
  int running = 0;
  for (int tier = 0; tier < 10; ++tier) {
    retrograde::Census expected;
    for (const auto& marks : setup.boards[tier]) {
      const G::Position p{marks};
      if (G::is_terminal(p)) {
        expected.add(retrograde::finished_code<G>(p));
        continue;
      }
      ++running;
      const Code code = minimax(p);
      expected.add(code);
      EXPECT_EQ(database.probe(p), code) << G::position_text(p);
      EXPECT_EQ(database.probe(TicTacToe::transform(p, 1)), code);
    }
    EXPECT_EQ(database.census(tier, 2).by_code, expected.by_code) << "tier " << tier;
  }
  EXPECT_GT(running, 1000);
  EXPECT_EQ(database.probe(G::initial(setup)), retrograde::kDraw);
  const retrograde::VerifyResult verified = database.verify({.threads = 2, .sample = 1000});
  EXPECT_TRUE(verified.complete);
  EXPECT_EQ(verified.recomputed, verified.blocks);
}

TEST(Retrograde, FindsAWrongValueBehindARightChecksum) {
  using G = TieredTicTacToe;
  const TemporaryFolder folder;
  const G::Setup setup;
  const retrograde::Plan plan = retrograde::make_plan<G>(setup, "tic-tac-toe", 5000);
  retrograde::ContainerWriter writer(folder.file("db"), plan);
  retrograde::BlockCodec codec;
  for (const retrograde::TierSize& tier : plan.tiers) {  // everything a draw
    const std::vector<Code> codes(tier.positions, retrograde::kDraw);
    writer.append(codec.encode(tier.tier, 0, codes));
  }
  writer.finish();
  const retrograde::Database<G> database(setup, "tic-tac-toe", folder.file("db"));
  EXPECT_TRUE(database.verify({.sample = 0}).complete);
  EXPECT_THROW(database.verify({.sample = 1000}), CheckFailed);
  EXPECT_THROW(retrograde::Database<G>(setup, "another game", folder.file("db")), UserError);
}

}  // namespace
}  // namespace trilith::testing
