// Trio's players: the reference table, restrictions, the short cut for random play, texts.
#include "solvers/trio/player.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "engines/error.hpp"
#include "engines/trio/notation.hpp"
#include "solvers/montecarlo/chunks.hpp"
#include "solvers/trio/experiment.hpp"
#include "solvers/trio/random_play.hpp"

namespace trilith::trio {
namespace {

// The table of the reference player comes from a million games each, with a half-width of about
// .001 on shares; ours here have about .002 and .01 on turns.
TEST(Memory, PlaysLikeTheReference) {
  struct Row {
    const char* rules;
    std::vector<double> shares;
    double turns;
    double by_seven;
    std::uint64_t median, high;
  };
  for (const Row& row : {Row{"3,simple", {.3304, .3353, .3343}, 12.116, .0760, 12, 15},
                         Row{"4,simple", {.2460, .2504, .2529, .2507}, 14.500, .1911, 15, 18},
                         Row{"3,picante", {.3325, .3346, .3329}, 14.108, .2613, 14, 19}}) {
    const Rules rules = parse_rules(row.rules);
    const Experiment experiment(rules, {parse_line_up("memory", rules.players)}, 1, 1000);
    std::vector<montecarlo::Sums> total(experiment.statistics());
    Experiment::Tally tally;
    montecarlo::run_chunks(experiment, 0, 1, [&](const auto& chunk) {
      for (std::size_t k = 0; k < total.size(); ++k) total[k] += chunk.sums[k];
      tally.add(chunk.tally);
      return chunk.id + 1 < 250;
    });
    const double games = static_cast<double>(total[0].blocks) * rules.players;
    const auto mean = [&](std::size_t k) { return static_cast<double>(total[k].x) / games; };
    const auto players = static_cast<std::size_t>(rules.players);
    for (std::size_t s = 0; s < players; ++s) {
      EXPECT_NEAR(mean(s), row.shares[s], .004) << row.rules;
    }
    EXPECT_NEAR(mean(players), row.turns, .025) << row.rules;
    EXPECT_NEAR(mean(players + 1), row.by_seven, .004) << row.rules;
    const auto quantile = [&](double share) {
      double below = 0;
      std::uint64_t length = 0;
      while (below < share * games) below += static_cast<double>(tally.lengths[0][length++]);
      return length - 1;
    };
    EXPECT_EQ(quantile(.5), row.median) << row.rules;
    EXPECT_EQ(quantile(.95), row.high) << row.rules;
  }
}

Move choice(const Player& player, const char* rules, const char* observation) {
  const Observation seen = parse_observation(parse_rules(rules), observation);
  RandomStream random(1, 1);
  PlayerState state;
  return choose(player, View(seen), random, state);
}

constexpr const char* kSmall = "2,simple,numbers=4,hand=4,trios=3,seven=3";

TEST(Memory, TakesTheLowestTrioItKnows) {
  const Player memory;
  EXPECT_EQ(move_text(choice(memory, kSmall, "@1 1 |1,1,4,4|;1|?,?|4 ?,?,?,? -;-")), "low1");
  EXPECT_EQ(move_text(choice(memory, kSmall, "@1 1 |1,3,4,4|;1|?,?|4 ?,?,?,? -;-")), "high1");
  // It does not dig for the 2 behind its 1.
  EXPECT_NE(move_text(choice(memory, kSmall, "@1 1 |1,2,4,4|;1|?,?|3 2!,2!,?,? -;-")), "low1");
  EXPECT_EQ(move_text(choice(memory, kSmall, "@1 1 |2,2,4,4|;1|?,?|3 2!,?,?,? -;-")), "c1");
}

TEST(Memory, MatchesWhatIsFaceUp) {
  EXPECT_EQ(move_text(choice({}, kSmall, "@1 1 |1,2,4,4|;1|?,?|3 1^,2!,?,? -;-")), "low1");
  EXPECT_EQ(move_text(choice({}, kSmall, "@1 1 |2,2,4,4|;1|?,?|3 3^,2!,?,? -;-")), "high2");
}

TEST(Restricted, KeepTheirRules) {
  const Player no_seven = parse_player("no-seven");
  const Player no_own = parse_player("no-own");
  const Player centre_only = parse_player("centre-only");
  for (int game = 0; game < 200; ++game) {
    RandomStream random(6, static_cast<std::uint64_t>(game));
    Position p = deal(parse_rules("3,simple"), random);
    std::array<PlayerState, 3> states;
    while (!is_terminal(p)) {
      const View view(p, p.turn);
      const Player& player = p.turn == 0 ? no_seven : p.turn == 1 ? no_own : centre_only;
      const Move move = choose(player, view, random, states[p.turn]);
      FixedList<Move, kMaxMoves> legal;
      legal_moves(p, legal);
      ASSERT_NE(std::find(legal.begin(), legal.end(), move), legal.end());
      if (p.turn == 0 && is_end(move) && seat_of(move) == 0) {
        EXPECT_NE(revealed_number(p, move), 7) << position_text(p);
      }
      if (p.turn == 1 && is_end(move)) {
        const bool others_left = legal.size() > (p.hands[1].hidden() > 0 ? 2u : 0u);
        EXPECT_TRUE(seat_of(move) != 1 || !others_left) << position_text(p);
      }
      if (p.turn == 2 && is_end(move) && view.centre_unknown() != 0) {
        const int seat = seat_of(move);
        EXPECT_NE(is_high(move) ? view.highest(seat) : view.lowest(seat), 0) << position_text(p);
      }
      play(p, move);
    }
  }
}

TEST(Forgetful, ForgettingAllIsWorseThanNothing) {
  const Rules rules = parse_rules("3,simple");
  const auto turns = [&](const char* player) {
    const Experiment experiment(rules, {parse_line_up(player, 3)}, 2, 1000);
    std::int64_t sum = 0;
    montecarlo::run_chunks(experiment, 0, 1, [&](const auto& chunk) {
      sum += chunk.sums[3].x;
      return chunk.id < 3;
    });
    return sum;
  };
  EXPECT_EQ(turns("forgetful:rate=0"), turns("memory"));
  EXPECT_GT(turns("forgetful:rate=0.2"), turns("memory"));
  EXPECT_GT(turns("forgetful:rate=0.8"), turns("forgetful:rate=0.2"));
}

// The table of first and second reveals plays the same games as move by move.
TEST(Random, TheShortCutPlaysTheSameGames) {
  for (const char* text : {"3,simple", "5,picante", "2,simple,numbers=3,hand=4,trios=2,seven=off",
                           "2,simple,numbers=6,copies=2,hand=1,trios=4", "4t,simple",
                           "2,simple,numbers=5,copies=4,hand=3,trios=3"}) {
    const Rules rules = parse_rules(text);
    const LineUp random_players = parse_line_up("random", rules.players);
    for (std::uint64_t game = 0; game < 5; ++game) {
      RandomStream random(7, game);
      const Position start = deal(rules, random);
      RandomStream left(8, game);
      RandomStream right(8, game);
      const PlayedGame fast = play_game(start, random_players, 2000, left);
      const PlayedGame slow =
          play_game(start, random_players, 2000, right, [](const Position&, Move) {});
      EXPECT_EQ(fast.turns, slow.turns) << text;
      EXPECT_EQ(fast.capped, slow.capped);
      EXPECT_EQ(fast.end.taken, slow.end.taken) << text;
      EXPECT_EQ(fast.end.turn, slow.end.turn) << text;
      EXPECT_EQ(fast.end.win, slow.end.win);
      EXPECT_EQ(left(), right()) << text;
    }
  }
}

TEST(Random, HalfDrawsAreUniform) {
  RandomStream random(9, 1);
  PlayerState state;
  std::array<int, 15> counts{};
  constexpr int kDraws = 150'000;
  for (int i = 0; i < kDraws; ++i) ++counts[half_draw(15, random, state)];
  double chi_square = 0;
  for (const int count : counts) chi_square += (count - 1e4) * (count - 1e4) / 1e4;
  EXPECT_LT(chi_square, 40);  // 14 degrees of freedom
}

TEST(Experiment, IsTheSameForAnyNumberOfThreads) {
  const Rules rules = parse_rules("3,simple");
  const Experiment experiment(
      rules, {parse_line_up("memory", 3), parse_line_up("random,memory,memory", 3)}, 5, 300);
  const auto run = [&](int threads) {
    std::vector<montecarlo::Sums> total(experiment.statistics());
    montecarlo::run_chunks(experiment, 0, threads, [&](const auto& chunk) {
      for (std::size_t k = 0; k < total.size(); ++k) total[k] += chunk.sums[k];
      return chunk.id < 2;
    });
    return total;
  };
  EXPECT_EQ(run(1), run(2));
}

TEST(Experiment, AGameCanBePlayedAgain) {
  const Rules rules = parse_rules("4,simple");
  const Experiment experiment(rules, {parse_line_up("memory,random,memory,memory", 4)}, 5, 300);
  Experiment::Tally tally;
  std::vector<std::int64_t> values(experiment.statistics());
  experiment.run(17, values, tally);
  std::int64_t turns = 0;
  std::int64_t first_player = 0;
  for (int game = 0; game < experiment.games(0); ++game) {
    RandomStream random = experiment.random(17, game);
    const std::vector<Player> seated = experiment.seated(0, game);
    const PlayedGame played =
        play_game(experiment.start(17, 0, game), seated, 300, random, [](const Position&, Move) {});
    turns += static_cast<std::int64_t>(played.turns);
    first_player +=
        played.end.status == Status::won && seated[played.end.winner] == parse_player("random");
  }
  EXPECT_EQ(values[8], turns);
  // Players are memory, random, memory, memory: the second one's wins.
  EXPECT_EQ(values[5], first_player);
}

// Paired blocks, seats rotated: each kind wins more than its share against two of the one before.
TEST(Strength, IsmctsOverMyopicOverMemoryOverRandom) {
  const Rules rules = parse_rules("3,simple");
  const auto share = [&](const char* seats, std::uint64_t blocks) {
    const Experiment experiment(rules, {parse_line_up(seats, 3)}, 21, 1000);
    Experiment::Tally tally;
    std::vector<std::int64_t> values(experiment.statistics());
    double wins = 0;
    for (std::uint64_t b = 0; b < blocks; ++b) {
      experiment.run(b, values, tally);
      wins += static_cast<double>(values[3]) / 9;
    }
    return wins / static_cast<double>(blocks);
  };
  EXPECT_GT(share("memory,random,random", 20), .9);
  EXPECT_GT(share("myopic,memory,memory", 40), .42);
  EXPECT_GT(share("ismcts:playouts=200,memory,memory", 10), .42);
}

TEST(Player, TextSurvivesAndFaultsAreRefused) {
  for (const char* text : {"random", "memory", "forgetful:rate=0.25", "no-seven", "no-own",
                           "centre-only", "myopic", "ismcts:playouts=50", "open:samples=7"}) {
    EXPECT_EQ(player_text(parse_player(text)), text);
  }
  for (const char* text :
       {"", "human?", "memory:", "memory:rate=1", "forgetful:rate=2", "forgetful:rate=nan",
        "forgetful:rate=", "open:samples=0", "ismcts:playouts=-1", "Random"}) {
    EXPECT_THROW(parse_player(text), UserError) << text;
  }
  EXPECT_EQ(line_up_text(parse_line_up("memory", 3)), "memory");
  EXPECT_EQ(line_up_text(parse_line_up("memory,random,memory", 3)), "memory,random,memory");
  EXPECT_THROW(parse_line_up("memory,random", 3), UserError);
}

}  // namespace
}  // namespace trilith::trio
