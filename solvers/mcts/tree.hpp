// The search tree: an arena of fixed-size nodes, blocks of siblings side by side.
//
// What selection reads of a child (Heat) lies apart from the rest of its node, so that a scan over
// 25 siblings touches four cache lines. Positions are not stored: a descent plays the moves again.
#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#ifdef __linux__
#include <sys/mman.h>
#endif

#include "engines/game.hpp"
#include "solvers/mcts/best_child.hpp"
#include "solvers/mcts/shared.hpp"
#include "solvers/mcts/values.hpp"

namespace trilith::mcts {

using NodeIndex = std::uint32_t;

template <Game G>
struct Node {
  enum class State : std::uint8_t { leaf, expanding, expanded };

  std::array<std::int64_t, kViews<G>> sum;  // of the values of all visits
  std::uint32_t visits;
  NodeIndex first_child;
  std::uint16_t children;
  std::uint8_t mover;  // the seat due; valid once expanded
  State state;
  AllBounds<G> bounds;
  typename G::Move move;  // that leads here
};

template <Game G>
class Tree {
 public:
  using NodeType = Node<G>;
  using State = typename NodeType::State;
  static constexpr NodeIndex kRoot = 0;
  static constexpr std::size_t kBytesPerNode = sizeof(NodeType) + sizeof(Heat) + sizeof(float);

  // Room for as many nodes as fit into `bytes`; pages that are never used are never touched.
  explicit Tree(std::size_t bytes)
      : capacity_(static_cast<NodeIndex>(std::clamp<std::size_t>(
            bytes / kBytesPerNode, G::max_moves + 1, std::numeric_limits<NodeIndex>::max() / 2))),
        nodes_(raw_array<NodeType>(capacity_)),
        heat_(raw_array<Heat>(capacity_)),
        priors_(raw_array<float>(capacity_)) {
    clear();
  }

  void clear() {
    size_ = 1;
    reset(kRoot, {});
  }

  NodeIndex size() const { return std::min(size_, capacity_); }
  NodeIndex capacity() const { return capacity_; }
  // Was there a node that could not be expanded?
  bool full() const { return size_ + G::max_moves > capacity_; }

  NodeType& node(NodeIndex i) { return nodes_[i]; }
  const NodeType& node(NodeIndex i) const { return nodes_[i]; }
  Heat& heat(NodeIndex i) { return heat_[i]; }
  const Heat& heat(NodeIndex i) const { return heat_[i]; }
  float& prior(NodeIndex i) { return priors_[i]; }

  // A block of `count` new nodes; 0 (which is the root's number) when the arena is full.
  template <bool kShared>
  NodeIndex allocate(std::size_t count) {
    if (load<kShared>(size_) + count > capacity_) return 0;
    const NodeIndex end = add<kShared>(size_, static_cast<NodeIndex>(count));
    if (end <= capacity_) return end - static_cast<NodeIndex>(count);
    add<kShared>(size_, NodeIndex{0} - static_cast<NodeIndex>(count));
    return 0;
  }

  void reset(NodeIndex i, typename G::Move move) {
    NodeType& n = nodes_[i];
    n.sum.fill(0);
    n.visits = 0;
    n.first_child = 0;
    n.children = 0;
    n.mover = 0;
    n.state = State::leaf;
    n.bounds.fill({});
    n.move = move;
    heat_[i] = {0, 0};
  }

  template <bool kShared>
  AllBounds<G> bounds(NodeIndex i) const {
    if constexpr (!kShared) {
      return nodes_[i].bounds;
    } else {
      AllBounds<G> result;
      for (int view = 0; view < kViews<G>; ++view) {
        result[view] = std::atomic_ref<Bounds>(const_cast<Bounds&>(nodes_[i].bounds[view])).load();
      }
      return result;
    }
  }

  // Intersects a node's bounds with `news`; true when they became tighter.
  template <bool kShared>
  bool tighten(NodeIndex i, const AllBounds<G>& news);

  // Takes over what the children of an expanded node have proven, and shuts out the children that
  // need no more visits; true when the node's bounds became tighter.
  template <bool kShared>
  bool refresh_bounds(NodeIndex i);

  // Moves the subtree of `i` to the root and frees the rest of the arena.
  void keep_subtree(NodeIndex i);

  std::span<const NodeType> children(NodeIndex i) const {
    const NodeType& n = nodes_[i];
    return {nodes_.get() + n.first_child, n.children};
  }

 private:
  // Large trees are walked at random, so large pages save a good part of the address translations.
  static constexpr std::size_t kPage = std::size_t{2} << 20;

  // Storage whose elements nobody has touched: `reset` gives every node its first values.
  struct Release {
    void operator()(void* memory) const { std::free(memory); }
  };
  template <class T>
  using RawArray = std::unique_ptr<T[], Release>;
  template <class T>
  static RawArray<T> raw_array(std::size_t count) {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
    const std::size_t bytes = (count * sizeof(T) + kPage - 1) / kPage * kPage;
    void* memory = std::aligned_alloc(kPage, bytes);
    if (memory == nullptr) throw std::bad_alloc();
#ifdef __linux__
    if (bytes > 8 * kPage) madvise(memory, bytes, MADV_HUGEPAGE);  // a wish; failing does no harm
#endif
    return RawArray<T>(static_cast<T*>(memory));
  }

  template <bool kShared>
  void shut_out_children(NodeIndex i);

  NodeIndex capacity_;
  RawArray<NodeType> nodes_;
  RawArray<Heat> heat_;
  RawArray<float> priors_;
  alignas(64) NodeIndex size_ = 0;  // threads write it; the rest they read at every step
};

template <Game G>
template <bool kShared>
bool Tree<G>::tighten(NodeIndex i, const AllBounds<G>& news) {
  bool changed = false;
  for (int view = 0; view < kViews<G>; ++view) {
    Bounds& cell = nodes_[i].bounds[view];
    const auto meet = [&](const Bounds& old) {
      return Bounds{std::max(old.lo, news[view].lo), std::min(old.hi, news[view].hi)};
    };
    if constexpr (kShared) {
      std::atomic_ref<Bounds> shared(cell);
      Bounds old = shared.load();
      Bounds wanted = meet(old);
      while (wanted != old && !shared.compare_exchange_weak(old, wanted)) wanted = meet(old);
      changed |= wanted != old;
    } else {
      const Bounds wanted = meet(cell);
      changed |= wanted != cell;
      assert(wanted.lo <= wanted.hi);
      cell = wanted;
    }
  }
  return changed;
}

template <Game G>
template <bool kShared>
bool Tree<G>::refresh_bounds(NodeIndex i) {
  const NodeType& parent = nodes_[i];
  AllBounds<G> best;
  for (int view = 0; view < kViews<G>; ++view) {
    const bool chooses = kTwoSided<G> ? parent.mover == 0 : parent.mover == view;
    Bounds b = chooses ? Bounds{-1, -1} : Bounds{1, 1};
    for (NodeIndex child = parent.first_child; child < parent.first_child + parent.children;
         ++child) {
      const Bounds c = bounds<kShared>(child)[view];
      b.lo = chooses ? std::max(b.lo, c.lo) : std::min(b.lo, c.lo);
      b.hi = chooses ? std::max(b.hi, c.hi) : std::min(b.hi, c.hi);
    }
    best[view] = b;
  }
  const bool changed = tighten<kShared>(i, best);
  if (!closed<G>(bounds<kShared>(i))) shut_out_children<kShared>(i);
  return changed;
}

// With two seats a child is shut out when its best cannot beat what the mover has for sure. As the
// node is not closed, a child with a better `hi` remains. With more seats a child in which the
// mover has certainly lost is, as long as another is left.
template <Game G>
template <bool kShared>
void Tree<G>::shut_out_children(NodeIndex i) {
  const NodeType& parent = nodes_[i];
  const Bounds own = bounds_for<G>(bounds<kShared>(i), parent.mover);
  const auto hopeless = [&](NodeIndex child) {
    const AllBounds<G> all = bounds<kShared>(child);
    const Bounds b = bounds_for<G>(all, parent.mover);
    if constexpr (kTwoSided<G>) {
      return b.hi <= own.lo;
    } else {
      return closed<G>(all) && b.hi == -1;
    }
  };
  const NodeIndex end = parent.first_child + parent.children;
  if constexpr (!kTwoSided<G>) {
    bool one_left = false;
    for (NodeIndex child = parent.first_child; child < end; ++child) one_left |= !hopeless(child);
    if (!one_left) return;
  }
  for (NodeIndex child = parent.first_child; child < end; ++child) {
    if (!hopeless(child)) continue;
    store<kShared>(heat_[child], {kShutOut, 0});
  }
}

template <Game G>
void Tree<G>::keep_subtree(NodeIndex i) {
  // Breadth first into fresh storage, which then goes back to the start of the arena. New numbers
  // are given in the order of the copy, so one pass does both.
  std::vector<NodeType> nodes{nodes_[i]};
  std::vector<Heat> heat{{0, 0}};
  std::vector<float> priors{0};
  for (std::size_t done = 0; done < nodes.size(); ++done) {
    const NodeIndex first = nodes[done].first_child;
    const std::size_t count = nodes[done].children;
    if (count == 0) continue;
    nodes[done].first_child = static_cast<NodeIndex>(nodes.size());
    nodes.insert(nodes.end(), nodes_.get() + first, nodes_.get() + first + count);
    heat.insert(heat.end(), heat_.get() + first, heat_.get() + first + count);
    priors.insert(priors.end(), priors_.get() + first, priors_.get() + first + count);
  }
  std::copy(nodes.begin(), nodes.end(), nodes_.get());
  std::copy(heat.begin(), heat.end(), heat_.get());
  std::copy(priors.begin(), priors.end(), priors_.get());
  size_ = static_cast<NodeIndex>(nodes.size());
}

}  // namespace trilith::mcts
