// Speed of Trio: games and reveals, exact beliefs, decisions of the players.
#include <benchmark/benchmark.h>

#include "engines/trio/belief.hpp"
#include "solvers/montecarlo/chunks.hpp"
#include "solvers/trio/experiment.hpp"
#include "solvers/trio/player.hpp"

namespace {

using namespace trilith;

// `trio estimate` without its intervals: chunks of blocks; arguments: players, threads.
void games(benchmark::State& state, const char* player) {
  const trio::Rules rules = trio::standard_rules(static_cast<int>(state.range(0)), false, {});
  const trio::Experiment experiment(rules, {trio::parse_line_up(player, rules.players)}, 1,
                                    100'000);
  constexpr std::uint64_t kChunks = 64;  // whole batches of either number of threads
  const auto turns_at = static_cast<std::size_t>(rules.sides());
  std::int64_t played = 0;
  std::int64_t turns = 0;
  for (auto _ : state) {
    montecarlo::run_chunks(experiment, 0, static_cast<int>(state.range(1)), [&](const auto& chunk) {
      played += chunk.sums[0].blocks * rules.players;
      turns += chunk.sums[turns_at].x;
      return chunk.id + 1 < kChunks;
    });
  }
  state.SetItemsProcessed(played);
  state.counters["turns/s"] =
      benchmark::Counter(static_cast<double>(turns), benchmark::Counter::kIsRate);
}

// Uniform deals that fit what seat 1 knows after six turns between players with memory.
void belief_samples(benchmark::State& state) {
  const trio::Rules rules = trio::standard_rules(static_cast<int>(state.range(0)), false, {});
  RandomStream random(3, 1);
  trio::Position p = trio::deal(rules, random);
  std::array<trio::PlayerState, trio::kMaxPlayers> states{};
  for (int turns = 0; turns < 6 && !trio::is_terminal(p);) {
    const int seat = trio::side_to_move(p);
    trio::play(p, trio::choose({}, trio::View(p, seat), random, states[seat]));
    turns += p.shown == 0;
  }
  const trio::Belief belief{trio::Observation(p, 0)};
  for (auto _ : state) benchmark::DoNotOptimize(belief.sample(random));
  state.SetItemsProcessed(state.iterations());
}

// From the observation to the belief, the work before the first sample.
void belief_tables(benchmark::State& state) {
  const trio::Rules rules = trio::standard_rules(static_cast<int>(state.range(0)), false, {});
  RandomStream random(3, 1);
  const trio::Observation seen(trio::deal(rules, random), 0);
  for (auto _ : state) {
    const trio::Belief belief(seen);
    benchmark::DoNotOptimize(belief.possible());
  }
  state.SetItemsProcessed(state.iterations());
}

void decisions(benchmark::State& state, const char* text) {
  const trio::Player player = trio::parse_player(text);
  RandomStream random(3, 1);
  const trio::Position p = trio::deal(trio::Rules{}, random);
  trio::PlayerState memory;
  for (auto _ : state) {
    benchmark::DoNotOptimize(trio::choose(player, trio::View(p, 0), random, memory));
  }
  state.SetItemsProcessed(state.iterations());
}

BENCHMARK_CAPTURE(games, memory, "memory")
    ->Args({3, 1})
    ->Args({3, 2})
    ->Args({4, 1})
    ->Args({6, 1})
    ->MeasureProcessCPUTime();
BENCHMARK_CAPTURE(games, random, "random")->Args({3, 1})->Args({3, 2})->MeasureProcessCPUTime();
BENCHMARK(belief_samples)->Arg(3)->Arg(4)->Arg(6);
BENCHMARK(belief_tables)->Arg(3)->Arg(4)->Arg(6);
BENCHMARK_CAPTURE(decisions, myopic, "myopic");
BENCHMARK_CAPTURE(decisions, ismcts, "ismcts:playouts=200");

}  // namespace

BENCHMARK_MAIN();
