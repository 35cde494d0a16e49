// Speed of Othello's move sets, flips and perft on every code path of the machine.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "engines/othello/kernels.hpp"
#include "engines/othello/perft.hpp"
#include "engines/random.hpp"

namespace trilith::othello {
namespace {

struct Case {
  Board board;
  int square;  // a legal move
};

// Positions of random games with a legal move each: 4,096 of them, more than a branch predictor
// learns by heart.
std::vector<Case> make_cases() {
  const Kernels& hot = kernels(CpuPath::portable);
  RandomStream random(1, 0);
  std::vector<Case> cases;
  Board board = kStart;
  while (cases.size() < 4096) {
    Mask moves = hot.legal_moves(board);
    if (moves == 0) {
      board = hot.legal_moves(board.passed()) != 0 ? board.passed() : kStart;
      continue;
    }
    for (auto skip = random.below(static_cast<std::uint32_t>(std::popcount(moves))); skip > 0;
         --skip) {
      moves &= moves - 1;
    }
    const int square = std::countr_zero(moves);
    cases.push_back({board, square});
    board = after(board, square, hot.flips(board, square));
  }
  return cases;
}

void measure_moves(benchmark::State& state, CpuPath path) {
  const Kernels& hot = kernels(path);
  const std::vector<Case> cases = make_cases();
  for (auto _ : state) {
    for (const Case& c : cases) benchmark::DoNotOptimize(hot.legal_moves(c.board));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(cases.size()));
}

void measure_flips(benchmark::State& state, CpuPath path) {
  const Kernels& hot = kernels(path);
  const std::vector<Case> cases = make_cases();
  for (auto _ : state) {
    for (const Case& c : cases) benchmark::DoNotOptimize(hot.flips(c.board, c.square));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(cases.size()));
}

void measure_perft(benchmark::State& state, CpuPath path) {
  std::uint64_t leaves = 0;
  for (auto _ : state) leaves += perft(9, path).perft;
  state.SetItemsProcessed(static_cast<std::int64_t>(leaves));
}

}  // namespace
}  // namespace trilith::othello

int main(int argc, char** argv) {
  using namespace trilith::othello;
  for (const CpuPath path : cpu_paths()) {
    const std::string name(cpu_path_name(path));
    benchmark::RegisterBenchmark(("legal_moves/" + name).c_str(), measure_moves, path);
    benchmark::RegisterBenchmark(("flips/" + name).c_str(), measure_flips, path);
    benchmark::RegisterBenchmark(("perft_9/" + name).c_str(), measure_perft, path);
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
