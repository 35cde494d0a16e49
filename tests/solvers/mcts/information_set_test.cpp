// Information-set search: a tiny hidden game with a known answer, and Trio.
#include "solvers/mcts/information_set.hpp"

#include <gtest/gtest.h>

#include <string>

#include "engines/error.hpp"
#include "engines/trio/game.hpp"
#include "engines/trio/notation.hpp"
#include "solvers/trio/playout.hpp"
#include "tests/conformance.hpp"

namespace trilith::mcts {
namespace {

// Seat 0 bets or folds without knowing the card, 1..3, that decides a bet: he wins it with a 3. Or
// he looks, pays nothing, sees the card, and then bets or folds. Folding is a draw. Looking first
// is worth 1/3; betting blindly -1/3. A solver that sees open cards takes the three first moves for
// equally good with a 3, and never learns that looking helps.
struct Peek {
  struct Position {
    int card = 1;
    int stage = 0;  // 0 blind, 1 has looked, 2 over
    int result = 0;
    bool operator==(const Position&) const = default;
  };
  using Move = std::uint8_t;  // 0 fold, 1 bet, 2 look
  struct Setup {};
  struct Observation {
    int card = 0;  // 0 unknown
    int stage = 0;
    int result = 0;
    bool operator==(const Observation&) const = default;
  };
  static constexpr std::string_view name = "peek";
  static constexpr std::size_t max_moves = 3;
  static constexpr std::size_t max_seats = 2;
  static constexpr int max_payoff = 1;
  static Position initial(const Setup&) { return {}; }
  static int seats(const Position&) { return 2; }
  static int side_to_move(const Position&) { return 0; }
  static bool is_terminal(const Position& p) { return p.stage == 2; }
  static void legal_moves(const Position& p, FixedList<Move, max_moves>& list) {
    if (is_terminal(p)) return;
    list.push_back(0);
    list.push_back(1);
    if (p.stage == 0) list.push_back(2);
  }
  static void play(Position& p, Move m) {
    p.stage = m == 2 ? 1 : 2;
    if (m == 1) p.result = p.card == 3 ? 1 : -1;
  }
  static std::array<int, 2> payoff(const Position& p) { return {p.result, -p.result}; }
  static std::string move_text(const Position&, Move m) { return std::to_string(m); }
  static Move parse_move(const Position&, std::string_view) { throw UserError("not needed"); }
  static std::string position_text(const Position&) { return "peek"; }
  static Position parse_position(const Setup&, std::string_view) { return {}; }
  static Observation observe(const Position& p, int seat) {
    return {seat == 0 && p.stage > 0 ? p.card : 0, p.stage, p.result};
  }
  static Position resample(const Observation& seen, RandomStream& random) {
    const int card = seen.card != 0 ? seen.card : 1 + static_cast<int>(random.below(3));
    return {card, seen.stage, seen.result};
  }
  static std::uint64_t observation_key(const Observation& o) {
    return static_cast<std::uint64_t>(o.card * 100 + o.stage * 10 + o.result + 1);
  }
};
static_assert(Hidden<Peek> && HasObservationKey<Peek> && !HasBelief<Peek>);
static_assert(HasObservationKey<trio::Trio> && HasBelief<trio::Trio>);

TEST(InformationSet, LearnsThatKnowingHelps) {
  for (int card = 1; card <= 3; ++card) {
    const Peek::Position truth{card, 0, 0};
    InformationSetSearch<Peek> search(Peek::observe(truth, 0), 0);
    const Report<Peek> report = search.run({.playouts = 20'000});
    EXPECT_EQ(report.best(), 2) << "look first";
    EXPECT_NEAR(report.moves[0].mean(0), 1.0 / 3, 0.06);
  }
  const Peek::Position seen{3, 1, 0};
  InformationSetSearch<Peek> search(Peek::observe(seen, 0), 0);
  EXPECT_EQ(search.run({.playouts = 200}).best(), 1) << "bets on the card that wins";
}

TEST(InformationSet, CountsAddUpAndSeedsRepeat) {
  const auto run = [](std::uint64_t seed) {
    InformationSetSearch<Peek> search(Peek::Observation{}, 0, {.seed = seed});
    return search.run({.playouts = 1000});
  };
  const Report<Peek> report = run(3);
  std::uint64_t visits = 0;
  for (const auto& m : report.moves) visits += m.visits;
  EXPECT_EQ(visits, 1000u);
  EXPECT_EQ(report.root.visits, 1000u);
  const Report<Peek> again = run(3);
  for (std::size_t i = 0; i < report.moves.size(); ++i) {
    EXPECT_EQ(again.moves[i].visits, report.moves[i].visits);
    EXPECT_EQ(again.moves[i].sum, report.moves[i].sum);
  }
}

TEST(InformationSet, StaysWithinItsMemory) {
  InformationSetSearch<trio::Trio, trio::MemoryPlayout> search(
      trio::Trio::observe(trio::Trio::initial({}), 0), 0, {.memory_bytes = 10'000});
  const auto report = search.run({.playouts = 500});
  EXPECT_LE(report.nodes, 10'000u / 40);
  EXPECT_EQ(report.root.visits, 500u);
}

// Two worlds that look the same to the seat give the same search, move for move.
TEST(InformationSet, CannotSeeWhatTheSeatDoesNot) {
  using trio::Trio;
  conformance::for_random_positions<Trio>(
      {}, {.games = 2, .max_plies = 12, .may_be_endless = true}, [](const trio::Position& p) {
        if (Trio::is_terminal(p)) return;
        const int seat = Trio::side_to_move(p);
        const trio::Observation seen = Trio::observe(p, seat);
        RandomStream random(1, 2);
        const trio::Position other = Trio::resample(seen, random);
        const auto run = [&](const trio::Position& world) {
          InformationSetSearch<Trio, trio::MemoryPlayout> search(Trio::observe(world, seat), seat);
          return search.run({.playouts = 60});
        };
        const auto a = run(p);
        const auto b = run(other);
        ASSERT_EQ(a.moves.size(), b.moves.size());
        for (std::size_t i = 0; i < a.moves.size(); ++i) {
          EXPECT_EQ(a.moves[i].move, b.moves[i].move);
          EXPECT_EQ(a.moves[i].sum, b.moves[i].sum);
        }
      });
}

// A trio whose cards are all known and that wins at once is taken card by card.
TEST(InformationSet, TakesAKnownWinningTrioAtTrio) {
  using trio::Trio;
  const trio::Rules rules =
      trio::parse_rules("2,simple,numbers=2,copies=3,hand=3,trios=1,seven=off");
  RandomStream random(5, 5);
  int checked = 0;
  for (int round = 0; round < 40; ++round) {
    trio::Position p = Trio::deal(rules, random);
    // Show both ends of every hand by failed turns, then ask for the best move of the seat due.
    for (int ply = 0; ply < 30 && !Trio::is_terminal(p); ++ply) {
      const int seat = Trio::side_to_move(p);
      const trio::Observation seen = Trio::observe(p, seat);
      if (trio::Belief(seen).total() == 1) {  // the seat knows every card
        ++checked;
        InformationSetSearch<Trio, trio::MemoryPlayout> search(seen, seat);
        const auto report = search.run({.playouts = 3000});
        EXPECT_GT(report.moves[0].mean(seat), 0.9) << Trio::position_text(p);
        break;
      }
      MoveList<Trio> moves;
      Trio::legal_moves(p, moves);
      Trio::play(p, moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
  EXPECT_GT(checked, 5);
}

}  // namespace
}  // namespace trilith::mcts
