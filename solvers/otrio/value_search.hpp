// From yes-or-no searches to exact values: a position's value by deepening distances.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>

#include "solvers/alphabeta/parallel.hpp"
#include "solvers/otrio/score.hpp"

namespace trilith::otrio {

// Searches with null windows for one set of hooks; the table grows with the work.
template <class H>
class ValueSearch {
 public:
  using Node = typename H::Node;
  // Called after every search with the bounds proved so far.
  using Progress = std::function<void(int lower, int upper)>;

  ValueSearch(alphabeta::Table& table, std::size_t table_bytes, alphabeta::Control& control,
              int threads, std::uint64_t& nodes)
      : table_(table),
        table_bytes_(table_bytes),
        control_(control),
        threads_(threads),
        nodes_(nodes) {}

  bool stopped() const { return control_.stopped(); }

  // Is the score of `node` above alpha? Fail-soft: a result above alpha is a lower bound, any other
  // an upper bound. Meaningless when stopped().
  int test(const Node& node, int alpha) {
    grow_table();
    const alphabeta::SearchResult result =
        alphabeta::parallel_search(H{}, node, alpha, alpha + 1, {}, threads_, table_, control_);
    nodes_ += result.nodes;
    if (!result.complete) control_.stop();
    return result.score;
  }

  // The exact score, known to lie within `bounds`: wins and losses in 1, 2, 3, ... plies are tried
  // in turn, so each search leaves the next one good moves to try first. When all that the open
  // slots allow has failed, two searches without a limit settle whether it is a draw. Returns what
  // is proved; the bounds meet unless stopped().
  alphabeta::Bounds value(const Node& node, alphabeta::Bounds bounds,
                          const Progress& progress = {}) {
    const int longest = std::popcount(node.open);
    for (int plies = 1; bounds.lower < bounds.upper; ++plies) {
      int alpha = bounds.lower < 0 ? -1 : 0;
      if (plies <= longest) alpha = plies % 2 == 1 ? win_in(plies) - 1 : loss_in(plies);
      if (plies <= longest && (alpha < bounds.lower || alpha >= bounds.upper)) continue;
      alpha = std::clamp(alpha, bounds.lower, bounds.upper - 1);
      const int score = test(node, alpha);
      if (stopped()) break;
      if (score > alpha) {
        bounds.lower = std::max(bounds.lower, score);
      } else {
        bounds.upper = std::min(bounds.upper, score);
      }
      if (progress) progress(bounds.lower, bounds.upper);
    }
    return bounds;
  }

 private:
  // Small searches stay in a small table, whose memory is quickly had. It grows in steps of four,
  // because old and new one exist together for a moment.
  void grow_table() {
    constexpr std::uint64_t kBytesPerNode = 64;
    constexpr std::size_t kFirstBytes = std::size_t{1} << 24;
    std::size_t bytes = std::max(table_.bytes(), std::min(kFirstBytes, table_bytes_));
    while (bytes < table_bytes_ && bytes < nodes_ * kBytesPerNode) {
      bytes = std::min(4 * bytes, table_bytes_);
    }
    table_.grow(bytes);
  }

  alphabeta::Table& table_;
  std::size_t table_bytes_;
  alphabeta::Control& control_;
  int threads_;
  std::uint64_t& nodes_;
};

}  // namespace trilith::otrio
