// What a thread has counted of busy nodes and not yet added to the tree that it shares.
//
// Near the root all threads meet at the same few nodes, and a counter that two cores write at every
// simulation costs more than the simulation. So a thread keeps its visits of a busy node until they
// are worth a write; selection meanwhile sees figures that lag behind by a small share of them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engines/game.hpp"
#include "solvers/mcts/tree.hpp"
#include "solvers/mcts/values.hpp"

namespace trilith::mcts {

template <Game G>
class Backlog {
 public:
  struct Entry {
    NodeIndex node = 0;
    std::uint32_t visits = 0;
    int chooser = 0;  // the seat due at the node's parent
    std::array<std::int64_t, kViews<G>> sum{};
  };

  // From so many visits on a node is busy.
  static constexpr std::uint32_t kBusyVisits = 32;

  // Room for the entries; a thread that has a tree for itself needs none.
  void open() { entries_.resize(kEntries); }

  // Notes one visit of a node with `visits` in the tree; `spill(entry)` is called for counts that
  // are due there or give way to those of another node.
  template <class Spill>
  void note(NodeIndex node, std::uint32_t visits, int chooser, const Values<G>& values,
            Spill&& spill) {
    Entry& entry = entries_[node % kEntries];
    if (entry.visits != 0 && entry.node != node) take(entry, spill);
    entry.node = node;
    entry.chooser = chooser;
    ++entry.visits;
    for (int view = 0; view < kViews<G>; ++view) entry.sum[view] += values[view];
    if (entry.visits >= std::min(visits / kShare, kMaxKept)) take(entry, spill);
  }

  template <class Spill>
  void drain(Spill&& spill) {
    for (Entry& entry : entries_) {
      if (entry.visits != 0) take(entry, spill);
    }
  }

 private:
  static constexpr std::size_t kEntries = 1024;
  // A thread keeps back at most this share of a node's visits, and never more than kMaxKept.
  static constexpr std::uint32_t kShare = 4;
  static constexpr std::uint32_t kMaxKept = 256;

  template <class Spill>
  static void take(Entry& entry, Spill& spill) {
    spill(entry);
    entry = {};
  }

  std::vector<Entry> entries_;
};

}  // namespace trilith::mcts
