// Monte Carlo tree search of one position, with one thread or several.
//
//   mcts::Search<G> search(position, {.seed = 7});
//   const mcts::Report<G> report = search.run({.playouts = 100'000});
//   search.advance(report.best());   // keeps what is known of the position after the move
//
// Results: with one thread, and with `Parallel::roots` under a limit of playouts alone, equal seeds
// give equal reports. With `Parallel::tree` visits differ from run to run, but they add up and
// whatever is proven is exact.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "engines/game.hpp"
#include "engines/random.hpp"
#include "solvers/mcts/descent.hpp"
#include "solvers/mcts/playout.hpp"
#include "solvers/mcts/report.hpp"
#include "solvers/mcts/select.hpp"
#include "solvers/mcts/tree.hpp"

namespace trilith::mcts {

enum class Parallel {
  tree,   // all threads descend one tree, held apart by virtual losses
  roots,  // a tree per thread, added up at the end
};

struct Options {
  std::uint64_t seed = 1;
  std::uint64_t unit = 0;  // work unit: games of a run take different ones
  int threads = 1;
  Parallel parallel = Parallel::tree;
  std::size_t memory_bytes = std::size_t{256} << 20;  // of all trees together
  std::uint32_t expand_visits = 2;  // a node gets children at its visit number expand_visits + 1
};

// A run ends at the first limit that it reaches, when the root's value is proven, or when another
// thread sets `stop`. When memory is full the trees stop growing and the search goes on.
struct Limits {
  static constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();

  std::uint64_t playouts = kNone;
  std::uint64_t nodes = kNone;
  double seconds = std::numeric_limits<double>::infinity();

  bool none() const {
    return playouts == kNone && nodes == kNone &&
           seconds == std::numeric_limits<double>::infinity();
  }
};

template <Game G, class Leaf = Playout<G>, class Select = Uct>
class Search {
 public:
  using Position = typename G::Position;
  using Move = typename G::Move;

  // A finished game gives a report without moves and without a variation.
  explicit Search(const Position& position, const Options& options = {}, Leaf leaf = {},
                  Select select = {})
      : options_(options), position_(position) {
    const int trees = options.parallel == Parallel::roots ? options.threads : 1;
    for (int t = 0; t < trees; ++t) {
      trees_.push_back(std::make_unique<Tree<G>>(options.memory_bytes / trees));
    }
    for (int t = 0; t < options.threads; ++t) {
      workers_.emplace_back(*trees_[trees == 1 ? 0 : t], leaf, select, options.expand_visits,
                            stream(t));
    }
  }

  const Position& position() const { return position_; }

  // Goes on from what earlier runs found. Without any limit it ends when memory is full.
  Report<G> run(const Limits& limits, const std::atomic<bool>* stop = nullptr);

  // Plays a legal move and keeps its subtree.
  void advance(const Move& move);

  // Forgets everything and looks at another position, with random numbers that go on.
  void reset(const Position& position) {
    position_ = position;
    for (auto& tree : trees_) tree->clear();
  }
  // The same as a new search of another work unit, in the memory of this one.
  void reset(const Position& position, std::uint64_t unit) {
    reset(position);
    options_.unit = unit;
    for (std::size_t t = 0; t < workers_.size(); ++t) workers_[t].reseed(stream(t));
  }

  Report<G> report() const;

 private:
  using Clock = std::chrono::steady_clock;

  // Of threads on one tree the last explores almost this share more than the first, so that they
  // part where children are about as good and do not meet in the same subtree.
  static constexpr float kSpread = 0.2f;

  // Playouts between two looks at the clock and the shared counter.
  static constexpr std::uint64_t kBatch = 64;

  PlayoutStream stream(std::size_t worker) const {
    return {options_.seed, options_.unit, static_cast<std::uint32_t>(worker)};
  }

  // Nothing is left to search: the result is proven, or the game is over.
  bool settled(const Tree<G>& tree) const {
    return closed<G>(tree.template bounds<true>(Tree<G>::kRoot)) ||
           tree.node(Tree<G>::kRoot).children == 0;
  }
  std::uint64_t nodes() const {
    std::uint64_t total = 0;
    for (const auto& tree : trees_) total += tree->size();
    return total;
  }
  template <bool kShared>
  std::uint64_t work(std::size_t worker, std::uint64_t share, const Limits& limits,
                     Clock::time_point start, const std::atomic<bool>* stop,
                     std::atomic<std::uint64_t>& claimed);

  Options options_;
  Position position_;
  std::vector<std::unique_ptr<Tree<G>>> trees_;
  std::vector<Descent<G, Leaf, Select>> workers_;
  std::uint64_t playouts_ = 0;
  double seconds_ = 0;
};

// Runs batches until `share` playouts are claimed from `claimed`; how many this thread made.
template <Game G, class Leaf, class Select>
template <bool kShared>
std::uint64_t Search<G, Leaf, Select>::work(std::size_t worker, std::uint64_t share,
                                            const Limits& limits, Clock::time_point start,
                                            const std::atomic<bool>* stop,
                                            std::atomic<std::uint64_t>& claimed) {
  const Tree<G>& tree = *trees_[trees_.size() == 1 ? 0 : worker];
  std::uint64_t done = 0;
  for (;;) {
    const std::uint64_t from = claimed.fetch_add(kBatch, std::memory_order_relaxed);
    if (from >= share) break;
    const std::uint64_t batch = std::min(kBatch, share - from);
    for (std::uint64_t i = 0; i < batch; ++i) {
      if (settled(tree)) return done;
      workers_[worker].template simulate<kShared>(position_);
      ++done;
    }
    if (stop != nullptr && stop->load(std::memory_order_relaxed)) break;
    if (limits.none() && tree.full()) break;
    if (limits.nodes != Limits::kNone && tree.size() * trees_.size() >= limits.nodes) break;
    if (limits.seconds < std::numeric_limits<double>::infinity() &&
        std::chrono::duration<double>(Clock::now() - start).count() >= limits.seconds) {
      break;
    }
  }
  return done;
}

template <Game G, class Leaf, class Select>
Report<G> Search<G, Leaf, Select>::run(const Limits& limits, const std::atomic<bool>* stop) {
  const Clock::time_point start = Clock::now();
  for (std::size_t t = 0; t < trees_.size(); ++t) workers_[t].open_root(position_);
  playouts_ = 0;
  if (std::none_of(trees_.begin(), trees_.end(), [&](const auto& t) { return settled(*t); })) {
    std::atomic<std::uint64_t> claimed{0};
    if (options_.threads == 1) {
      playouts_ = work<false>(0, limits.playouts, limits, start, stop, claimed);
    } else {
      std::atomic<std::uint64_t> total{0};
      const auto threads = static_cast<std::uint64_t>(options_.threads);
      std::vector<std::jthread> pool;
      for (std::uint64_t t = 0; t < threads; ++t) {
        pool.emplace_back([&, t] {
          if (trees_.size() == 1) {
            workers_[t].join(1 + kSpread * static_cast<float>(t) / static_cast<float>(threads));
            total += work<true>(t, limits.playouts, limits, start, stop, claimed);
            workers_[t].leave();
          } else {
            std::uint64_t share = limits.playouts;
            if (share != Limits::kNone) share = share / threads + (t < share % threads ? 1 : 0);
            std::atomic<std::uint64_t> own{0};
            total += work<false>(t, share, limits, start, stop, own);
          }
        });
      }
      pool.clear();
      playouts_ = total;
    }
  }
  seconds_ = std::chrono::duration<double>(Clock::now() - start).count();
  return report();
}

template <Game G, class Leaf, class Select>
void Search<G, Leaf, Select>::advance(const Move& move) {
  for (auto& tree : trees_) {
    const auto& root = tree->node(Tree<G>::kRoot);
    NodeIndex kept = 0;
    for (NodeIndex child = root.first_child; child < root.first_child + root.children; ++child) {
      if (tree->node(child).move == move) kept = child;
    }
    if (kept != 0) {
      tree->keep_subtree(kept);
    } else {
      tree->clear();
    }
  }
  G::play(position_, move);
}

template <Game G, class Leaf, class Select>
Report<G> Search<G, Leaf, Select>::report() const {
  Report<G> report;
  report.position = position_;
  report.mover = G::side_to_move(position_);
  report.playouts = playouts_;
  report.nodes = nodes();
  report.seconds = seconds_;
  std::vector<const Tree<G>*> trees;
  std::vector<NodeIndex> at;
  for (const auto& tree : trees_) {
    report.root.add(tree->node(Tree<G>::kRoot));
    trees.push_back(tree.get());
    at.push_back(Tree<G>::kRoot);
  }
  report.moves = summarise_children<G>(trees, at, position_);
  // The variation follows the best moves over all trees that have come so far.
  std::vector<MoveSummary<G>> moves = report.moves;
  for (Position p = position_; !moves.empty();) {
    const Move move = moves.front().move;
    if (!report.pv.empty() && moves.front().visits == 0) break;
    report.pv.push_back(move);
    G::play(p, move);
    for (std::size_t t = trees.size(); t-- > 0;) {
      const Node<G>& node = trees[t]->node(at[t]);
      NodeIndex next = 0;
      for (NodeIndex child = node.first_child; child < node.first_child + node.children; ++child) {
        if (trees[t]->node(child).move == move) next = child;
      }
      at[t] = next;
      if (next == 0) {
        trees.erase(trees.begin() + static_cast<std::ptrdiff_t>(t));
        at.erase(at.begin() + static_cast<std::ptrdiff_t>(t));
      }
    }
    if (trees.empty() || G::is_terminal(p)) break;
    moves = summarise_children<G>(trees, at, p);
  }
  return report;
}

}  // namespace trilith::mcts
