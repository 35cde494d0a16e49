// One search on several threads: all search the same root, the first to finish wins.
#pragma once

#include <atomic>
#include <cstdint>

#include "solvers/alphabeta/alphabeta.hpp"

namespace trilith::alphabeta {

struct SearchResult {
  int score = 0;
  std::uint64_t nodes = 0;  // over all threads
  bool complete = false;    // false when the control stopped it; the score means nothing then
};

// Runs AlphaBeta::search on `threads` threads with copies of `hooks`. The threads share the table
// and put off moves that another one is searching; values never depend on the number of threads,
// node counts do from two threads on.
template <Hooks H>
SearchResult parallel_search(const H& hooks, const typename H::Node& root, int alpha, int beta,
                             Draft draft, int threads, Table& table, Control& control) {
  SearchResult result;
  std::atomic<bool> finished{false};
  std::atomic<std::uint64_t> nodes{0};
#pragma omp parallel num_threads(threads) if (threads > 1)
  {
    AlphaBeta<H> search(hooks, table, control, threads > 1);
    search.set_abort(&finished);
    const int score = search.search(root, alpha, beta, draft);
    if (!search.aborted() && !finished.exchange(true)) {
      result.score = score;
      result.complete = true;
    }
    search.report();
    nodes += search.nodes();
  }
  result.nodes = nodes;
  return result;
}

}  // namespace trilith::alphabeta
