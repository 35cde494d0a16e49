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

  // The exact score, known to lie within `bounds`. First the near distances in turn, which are soon
  // refuted and leave good moves to try first; then whether the node is won or lost at all; then,
  // unless it is a draw, the other distances. Returns what is proved; the bounds meet unless
  // stopped().
  alphabeta::Bounds value(const Node& node, alphabeta::Bounds bounds,
                          const Progress& progress = {}) {
    const auto ask = [&](int alpha) {
      if (alpha < bounds.lower || alpha >= bounds.upper || stopped()) return;
      const int score = test(node, alpha);
      if (stopped()) return;
      if (score > alpha) {
        bounds.lower = std::max(bounds.lower, score);
      } else {
        bounds.upper = std::min(bounds.upper, score);
      }
      if (progress) progress(bounds.lower, bounds.upper);
    };
    const auto ask_distance = [&](int plies) {
      ask(plies % 2 == 1 ? win_in(plies) - 1 : loss_in(plies));
    };
    const int longest = std::popcount(node.open);  // without passes
    for (int plies = 1; plies <= std::min(H::near_plies, longest); ++plies) ask_distance(plies);
    ask(0);
    ask(-1);
    for (int plies = H::near_plies + 1; plies <= longest; ++plies) ask_distance(plies);
    while (bounds.lower < bounds.upper && !stopped()) ask(bounds.lower);
    return bounds;
  }

 private:
  // Small searches stay in a small table: most positions take less time than it takes to clear a
  // large one. It grows in steps of four, because old and new one exist together for a moment.
  void grow_table() {
    constexpr std::size_t kFirstBytes = std::size_t{1} << 20;
    constexpr std::uint64_t kBytesPerNode = 64;
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
