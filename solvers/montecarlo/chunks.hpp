// Runs blocks in chunks on many threads and hands the chunks on in their order.
//
// A block is the unit of independence: everything that is played from one deal. Which numbers a
// block gives is a pure function of (seed, block), a chunk's sums are integers, and chunks are
// taken in order, so that whatever is done with them, stopping included, is the same for any number
// of threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solvers/montecarlo/confidence.hpp"

namespace trilith::montecarlo {

template <class Tally>
struct Chunk {
  std::uint64_t id = 0;
  std::vector<Sums> sums;  // by statistic
  Tally tally;             // whatever else the experiment adds up
};

// Calls take(chunk) for chunks first, first + 1, ... until it returns false. The experiment has
//   Tally                              default-constructible
//   std::size_t statistics() const
//   std::uint64_t blocks_per_chunk() const
//   std::int64_t run(block, std::span<std::int64_t> values, Tally&) const
//                                      fills the block's statistics, returns its control variate
template <class Experiment, class Take>
void run_chunks(const Experiment& experiment, std::uint64_t first, int threads, Take&& take) {
  using Result = Chunk<typename Experiment::Tally>;
  const int batch = threads == 1 ? 1 : 16 * threads;
  std::vector<Result> results(batch);
  for (std::uint64_t start = first;; start += batch) {
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
    for (int i = 0; i < batch; ++i) {
      Result& result = results[i];
      result.id = start + i;
      result.sums.assign(experiment.statistics(), {});
      result.tally = {};
      std::vector<std::int64_t> values(experiment.statistics());
      const std::uint64_t blocks = experiment.blocks_per_chunk();
      for (std::uint64_t b = result.id * blocks; b < (result.id + 1) * blocks; ++b) {
        const std::int64_t control = experiment.run(b, std::span(values), result.tally);
        for (std::size_t k = 0; k < values.size(); ++k) result.sums[k].add(values[k], control);
      }
    }
    for (const Result& result : results) {
      if (!take(result)) return;
    }
  }
}

}  // namespace trilith::montecarlo
