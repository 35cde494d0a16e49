// Speed of tree search: random games and whole simulations from the start, one thread and two.
#include <benchmark/benchmark.h>

#include "engines/othello/game.hpp"
#include "engines/otrio/game.hpp"
#include "solvers/mcts/search.hpp"
#include "solvers/othello/playout.hpp"
#include "solvers/otrio/playout.hpp"

namespace {

using namespace trilith;
using Pairs = otrio::Otrio<otrio::Placement::nested, otrio::Players::pairs>;
using FreePairs = otrio::Otrio<otrio::Placement::free, otrio::Players::pairs>;
using Four = otrio::Otrio<otrio::Placement::nested, otrio::Players::four>;
using othello::Othello;

template <class G, class Leaf>
void random_games(benchmark::State& state) {
  const Leaf leaf{};
  const auto start = G::initial({});
  PlayoutStream random(1, 1);
  for (auto _ : state) benchmark::DoNotOptimize(leaf(start, random));
  state.SetItemsProcessed(state.iterations());
}

// A search of a million playouts; arguments: threads, and 1 for a tree per thread.
template <class G, class Leaf>
void simulations(benchmark::State& state) {
  constexpr std::uint64_t kPlayouts = 1'000'000;
  for (auto _ : state) {
    mcts::Search<G, Leaf> search(
        G::initial({}),
        {.threads = static_cast<int>(state.range(0)),
         .parallel = state.range(1) != 0 ? mcts::Parallel::roots : mcts::Parallel::tree,
         .memory_bytes = std::size_t{512} << 20});
    benchmark::DoNotOptimize(search.run({.playouts = kPlayouts}).root.visits);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kPlayouts));
}

void thread_arguments(benchmark::internal::Benchmark* b) {
  b->Args({1, 0})->Args({2, 0})->Args({2, 1})->UseRealTime()->MeasureProcessCPUTime()->Unit(
      benchmark::kMillisecond);
}

BENCHMARK(random_games<Othello, othello::FastPlayout>);
BENCHMARK(random_games<Othello, mcts::Playout<Othello>>);
BENCHMARK(random_games<Pairs, otrio::FastPlayout<Pairs>>);
BENCHMARK(random_games<Pairs, mcts::Playout<Pairs>>);
BENCHMARK(random_games<FreePairs, otrio::FastPlayout<FreePairs>>);
BENCHMARK(simulations<Othello, othello::FastPlayout>)->Apply(thread_arguments);
BENCHMARK(simulations<Pairs, otrio::FastPlayout<Pairs>>)->Apply(thread_arguments);
BENCHMARK(simulations<FreePairs, otrio::FastPlayout<FreePairs>>)->Apply(thread_arguments);
BENCHMARK(simulations<Four, otrio::FastPlayout<Four>>)->Apply(thread_arguments);

}  // namespace

BENCHMARK_MAIN();
