// Information-set Monte Carlo tree search for games with hidden information, for one observer.
//
// Every iteration draws a fresh world that fits the observation and plays it down one tree that all
// worlds share (single-observer ISMCTS: Cowling, Powley, Whitehouse, "Information set Monte Carlo
// tree search", 2012, algorithm 2). The true position cannot get in: the search is given an
// Observation, and worlds come from the game's `resample` (or its `Belief`, the same prepared).
//
// Under a move the tree parts by what the observer then sees, when the game offers
// `observation_key(Observation)`; without it all outcomes of a move share one node. How often a
// move was on offer counts in its exploration term, since not every world allows it.
#pragma once

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "engines/game.hpp"
#include "engines/random.hpp"
#include "solvers/mcts/playout.hpp"
#include "solvers/mcts/report.hpp"
#include "solvers/mcts/search.hpp"
#include "solvers/mcts/values.hpp"

namespace trilith::mcts {

template <class G>
concept HasBelief =
    Hidden<G> && requires(const typename G::Observation& seen, RandomStream& random) {
      { typename G::Belief(seen).sample(random) } -> std::same_as<typename G::Position>;
    };

template <class G>
concept HasObservationKey = Hidden<G> && requires(const typename G::Observation& seen) {
  { G::observation_key(seen) } -> std::same_as<std::uint64_t>;
};

struct InformationSetOptions {
  std::uint64_t seed = 1;
  std::uint64_t unit = 0;
  float exploration = 0.7f;
  std::size_t memory_bytes = std::size_t{64} << 20;
};

template <Hidden G, class Leaf = Playout<G>>
class InformationSetSearch {
 public:
  using Position = typename G::Position;
  using Move = typename G::Move;
  using Observation = typename G::Observation;

  // `seen` is what `seat`, which is due, has seen of a running game.
  InformationSetSearch(const Observation& seen, int seat, const InformationSetOptions& options = {},
                       Leaf leaf = {})
      : seen_(seen),
        seat_(seat),
        options_(options),
        leaf_(std::move(leaf)),
        worlds_(options.seed, options.unit, 0),
        random_(options.seed, options.unit, 1) {
    nodes_.reserve(std::max<std::size_t>(options.memory_bytes / sizeof(Node), G::max_moves + 2));
    nodes_.push_back({});
  }

  // Goes on from earlier runs until a limit is reached or `stop` is set; without a limit until the
  // tree is full. In the report the position is one of the worlds; nothing is ever called proven.
  Report<G> run(const Limits& limits, const std::atomic<bool>* stop = nullptr);

 private:
  using Index = std::uint32_t;
  static constexpr Index kNone = 0;  // the root is nobody's child
  static constexpr std::size_t kMaxDepth = 256;

  // Levels alternate: what the observer sees (the root first), then the moves on offer there.
  struct Node {
    std::array<std::int64_t, kViews<G>> sum{};
    std::uint64_t outcome = 0;  // key of what the observer sees; of nodes under a move
    std::uint32_t visits = 0;
    std::uint32_t available = 0;  // iterations that could have chosen this move
    Index first_child = kNone;
    Index sibling = kNone;
    Move move{};
  };

  bool full() const { return nodes_.size() + 2 > nodes_.capacity(); }
  Index add_child(Index parent, const Node& node) {
    const auto index = static_cast<Index>(nodes_.size());
    nodes_.push_back(node);  // within the reserved capacity: nothing moves
    nodes_[index].sibling = nodes_[parent].first_child;
    nodes_[parent].first_child = index;
    return index;
  }
  template <class World>
  void iterate(const World& world);
  Index choose(Index at, const Position& p, bool& grown);
  Index outcome_of(Index move_node, const Position& p);
  Report<G> report(const Position& world, std::uint64_t playouts, double seconds) const;

  Observation seen_;
  int seat_;
  InformationSetOptions options_;
  Leaf leaf_;
  RandomStream worlds_;
  PlayoutStream random_;
  std::vector<Node> nodes_;
};

// The move that this iteration takes: a legal one without a node yet, chosen at random (`grown`),
// or the best by UCB with availability counts.
template <Hidden G, class Leaf>
typename InformationSetSearch<G, Leaf>::Index InformationSetSearch<G, Leaf>::choose(
    Index at, const Position& p, bool& grown) {
  MoveList<G> moves;
  G::legal_moves(p, moves);
  const int mover = G::side_to_move(p);
  std::array<bool, G::max_moves> has_node{};
  std::size_t known = 0;
  Index best = kNone;
  double best_score = -std::numeric_limits<double>::infinity();
  for (Index child = nodes_[at].first_child; child != kNone; child = nodes_[child].sibling) {
    Node& node = nodes_[child];
    for (std::size_t i = 0; i < moves.size(); ++i) {
      if (moves[i] != node.move) continue;
      has_node[i] = true;
      ++known;
      ++node.available;
      const double visits = node.visits;
      const auto sum = static_cast<double>(node.sum[kTwoSided<G> ? 0 : mover]);
      const double sign = kTwoSided<G> && mover != 0 ? -1 : 1;
      const double score = sign * sum / (visits * kWin) +
                           options_.exploration * std::sqrt(std::log(node.available) / visits);
      if (score > best_score) {
        best_score = score;
        best = child;
      }
      break;
    }
  }
  if (known == moves.size() || full()) return best;
  auto pick = random_.below(static_cast<std::uint32_t>(moves.size() - known));
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (has_node[i] || pick-- != 0) continue;
    Node node;
    node.move = moves[i];
    node.available = 1;
    grown = true;
    return add_child(at, node);
  }
  return best;
}

// The node for what the observer sees after the move, made when it is new; kNone without memory.
template <Hidden G, class Leaf>
typename InformationSetSearch<G, Leaf>::Index InformationSetSearch<G, Leaf>::outcome_of(
    Index move_node, const Position& p) {
  std::uint64_t key = 0;
  if constexpr (HasObservationKey<G>) key = G::observation_key(G::observe(p, seat_));
  for (Index child = nodes_[move_node].first_child; child != kNone; child = nodes_[child].sibling) {
    if (nodes_[child].outcome == key) return child;
  }
  if (full()) return kNone;
  Node node;
  node.outcome = key;
  return add_child(move_node, node);
}

template <Hidden G, class Leaf>
template <class World>
void InformationSetSearch<G, Leaf>::iterate(const World& world) {
  Position p = world(worlds_);
  std::array<Index, 2 * kMaxDepth> path;
  std::size_t depth = 0;
  Index at = 0;
  path[depth++] = at;
  bool grown = false;
  while (!grown && !G::is_terminal(p) && depth + 2 <= path.size()) {
    const Index move_node = choose(at, p, grown);
    if (move_node == kNone) break;
    G::play(p, nodes_[move_node].move);
    path[depth++] = move_node;
    at = outcome_of(move_node, p);
    if (at == kNone) break;
    path[depth++] = at;
  }
  const Values<G> values = leaf_(p, random_);
  for (std::size_t d = 0; d < depth; ++d) {
    Node& node = nodes_[path[d]];
    ++node.visits;
    for (int view = 0; view < kViews<G>; ++view) node.sum[view] += values[view];
  }
}

template <Hidden G, class Leaf>
Report<G> InformationSetSearch<G, Leaf>::run(const Limits& limits, const std::atomic<bool>* stop) {
  const auto start = std::chrono::steady_clock::now();
  const auto elapsed = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  std::uint64_t done = 0;
  const auto loop = [&](const auto& world) {
    while (done < limits.playouts) {
      iterate(world);
      ++done;
      if (done % 64 != 0) continue;
      if (stop != nullptr && stop->load(std::memory_order_relaxed)) break;
      if (limits.none() && full()) break;
      if (nodes_.size() >= limits.nodes || elapsed() >= limits.seconds) break;
    }
    return world(worlds_);
  };
  if constexpr (HasBelief<G>) {
    const typename G::Belief belief(seen_);
    const Position world = loop([&](RandomStream& random) { return belief.sample(random); });
    return report(world, done, elapsed());
  } else {
    const Position world = loop([&](RandomStream& random) { return G::resample(seen_, random); });
    return report(world, done, elapsed());
  }
}

template <Hidden G, class Leaf>
Report<G> InformationSetSearch<G, Leaf>::report(const Position& world, std::uint64_t playouts,
                                                double seconds) const {
  Report<G> report;
  report.position = world;
  report.mover = seat_;
  report.playouts = playouts;
  report.nodes = nodes_.size();
  report.seconds = seconds;
  report.root.visits = nodes_[0].visits;
  report.root.sum = nodes_[0].sum;
  for (Index child = nodes_[0].first_child; child != kNone; child = nodes_[child].sibling) {
    MoveSummary<G> summary;
    summary.move = nodes_[child].move;
    summary.visits = nodes_[child].visits;
    summary.sum = nodes_[child].sum;
    report.moves.push_back(summary);
  }
  rank_moves<G>(report.moves, seat_);
  if (!report.moves.empty()) report.pv.push_back(report.best());
  return report;
}

}  // namespace trilith::mcts
