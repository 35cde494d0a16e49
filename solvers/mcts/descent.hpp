// One simulation: down the tree, one leaf value, back up.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engines/game.hpp"
#include "engines/random.hpp"
#include "solvers/mcts/backlog.hpp"
#include "solvers/mcts/playout.hpp"
#include "solvers/mcts/tree.hpp"
#include "solvers/mcts/values.hpp"

namespace trilith::mcts {

// A thread's share of a search: it keeps the thread's random stream and its copies of the policies.
// Shared is whether other threads descend the same tree at the same time.
template <Game G, class Leaf, class Select>
class alignas(64) Descent {  // no cache line with another thread's
 public:
  using Position = typename G::Position;

  Descent(Tree<G>& tree, Leaf leaf, Select select, std::uint32_t expand_visits,
          PlayoutStream random)
      : tree_(tree),
        leaf_(std::move(leaf)),
        select_(std::move(select)),
        expand_visits_(expand_visits),
        random_(random) {}

  void reseed(const PlayoutStream& random) { random_ = random; }

  // Gives the root its children, and closes those that end the game, so that one-ply wins and
  // losses are known before the first playout. The result of a finished game is closed at once.
  void open_root(const Position& root) {
    if (tree_.node(Tree<G>::kRoot).children != 0) return;
    if (G::is_terminal(root)) {
      tree_.template tighten<false>(Tree<G>::kRoot, bounds_of<G>(G::payoff(root)));
      return;
    }
    expand<false>(Tree<G>::kRoot, root, false);
    const auto& node = tree_.node(Tree<G>::kRoot);
    for (NodeIndex child = node.first_child; child < node.first_child + node.children; ++child) {
      Position p = root;
      G::play(p, tree_.node(child).move);
      if (G::is_terminal(p)) tree_.template tighten<false>(child, bounds_of<G>(G::payoff(p)));
    }
    tree_.template refresh_bounds<false>(Tree<G>::kRoot);
  }

  template <bool kShared>
  void simulate(const Position& root);

  // Around the simulations of a shared tree. Exploration is `spread` times what the rule says; on
  // leaving, the counts held back go to the tree.
  void join(float spread) {
    spread_ = spread;
    backlog_.open();
  }
  void leave() {
    block_ = block_end_ = 0;
    backlog_.drain([this](const auto& entry) { spill(entry); });
  }

 private:
  using State = typename Tree<G>::State;

  static constexpr std::size_t kMaxDepth = 512;  // below it the leaf value decides
  // A visit under way counts as a loss for the seat that chose it, so that threads spread out; it
  // shows in the heat alone, until the visit's value takes its place. At busy nodes one loss more
  // or less would not be seen.
  static constexpr float kVirtualLoss = 1;

  static constexpr std::size_t kBlock = 1024;
  static constexpr int kNobody = -1;  // chose the root

  template <bool kShared>
  bool expand(NodeIndex i, const Position& p, bool use_tactics);
  template <bool kShared>
  NodeIndex allocate(std::size_t count);
  template <bool kShared>
  NodeIndex select(NodeIndex parent) const;
  void enter_shared(NodeIndex i, int chooser);
  template <bool kShared>
  void warm(NodeIndex i, int chooser, float losses = 0);
  void spill(const typename Backlog<G>::Entry& entry);
  template <bool kShared>
  void back_up(Values<G> values, bool news);

  Tree<G>& tree_;
  Leaf leaf_;
  Select select_;
  std::uint32_t expand_visits_;
  PlayoutStream random_;
  std::size_t depth_ = 0;  // nodes on the path
  std::array<NodeIndex, kMaxDepth> path_;
  std::array<bool, kMaxDepth> busy_;  // whether the node's counts go through the backlog
  Backlog<G> backlog_;
  float spread_ = 1;
  NodeIndex block_ = 0;  // nodes of a shared tree that are this thread's to hand out
  NodeIndex block_end_ = 0;
};

template <Game G, class Leaf, class Select>
template <bool kShared>
void Descent<G, Leaf, Select>::simulate(const Position& root) {
  Position p = root;
  NodeIndex i = Tree<G>::kRoot;
  path_[0] = i;
  depth_ = 1;
  if constexpr (kShared) enter_shared(i, kNobody);
  for (;;) {
    const AllBounds<G> bounds = tree_.template bounds<kShared>(i);
    if (closed<G>(bounds)) return back_up<kShared>(closed_values<G>(bounds), true);
    if (observe<kShared>(tree_.node(i).children) == 0) {
      if (G::is_terminal(p)) {
        const Payoff<G> payoff = G::payoff(p);
        const bool news = tree_.template tighten<kShared>(i, bounds_of<G>(payoff));
        return back_up<kShared>(values_of<G>(payoff), news);
      }
      if (load<kShared>(tree_.node(i).visits) < expand_visits_ || depth_ == kMaxDepth ||
          !expand<kShared>(i, p, true)) {
        return back_up<kShared>(leaf_(p, random_), false);
      }
      continue;
    }
    const NodeIndex child = select<kShared>(i);
    G::play(p, tree_.node(child).move);
    path_[depth_++] = child;
    if constexpr (kShared) enter_shared(child, tree_.node(i).mover);
    i = child;
  }
}

// Counts the visit at once, with its virtual loss, unless the node is busy.
template <Game G, class Leaf, class Select>
void Descent<G, Leaf, Select>::enter_shared(NodeIndex i, int chooser) {
  auto& node = tree_.node(i);
  bool& busy = busy_[depth_ - 1];
  busy = load<true>(node.visits) >= Backlog<G>::kBusyVisits;
  if (busy) return;
  add<true>(node.visits, 1);
  if (chooser != kNobody) warm<true>(i, chooser, kVirtualLoss);
}

// False when the arena is full or another thread is at it.
template <Game G, class Leaf, class Select>
template <bool kShared>
bool Descent<G, Leaf, Select>::expand(NodeIndex i, const Position& p, bool use_tactics) {
  auto& node = tree_.node(i);
  if constexpr (kShared) {
    State expected = State::leaf;
    if (!std::atomic_ref<State>(node.state)
             .compare_exchange_strong(expected, State::expanding, std::memory_order_acquire)) {
      return expected == State::expanded;
    }
  }
  MoveList<G> moves;
  typename G::Move winning{};
  const bool wins = use_tactics && Tactics<G>::winning_move(p, winning);
  if (wins) {
    moves.push_back(winning);
  } else {
    G::legal_moves(p, moves);
  }
  const NodeIndex first = allocate<kShared>(moves.size());
  if (first == 0) {
    publish<kShared>(node.state, State::leaf);
    return false;
  }
  if constexpr (!Select::kPriors) shuffle(moves, random_);
  for (std::size_t k = 0; k < moves.size(); ++k) {
    const NodeIndex child = first + static_cast<NodeIndex>(k);
    tree_.reset(child, moves[k]);
    if constexpr (!Select::kPriors) {
      tree_.heat(child) = {select_.unvisited_mean(), Select::width(0, 0)};
    }
  }
  if constexpr (Select::kPriors) {
    std::span<float> priors(&tree_.prior(first), moves.size());
    select_.prior(p, std::span<const typename G::Move>(moves.begin(), moves.size()), priors);
    for (std::size_t k = 0; k < moves.size(); ++k) {
      tree_.heat(first + static_cast<NodeIndex>(k)) = {select_.unvisited_mean(),
                                                       Select::width(0, priors[k])};
    }
  }
  node.mover = static_cast<std::uint8_t>(G::side_to_move(p));
  node.first_child = first;
  if (wins) {
    Position after = p;
    G::play(after, winning);
    const AllBounds<G> bounds = bounds_of<G>(G::payoff(after));
    tree_.template tighten<false>(first, bounds);
    tree_.template tighten<kShared>(i, bounds);
  }
  publish<kShared>(node.children, static_cast<std::uint16_t>(moves.size()));
  publish<kShared>(node.state, State::expanded);
  return true;
}

// A shared tree hands out nodes in large blocks, since every thread writes its count of them.
template <Game G, class Leaf, class Select>
template <bool kShared>
NodeIndex Descent<G, Leaf, Select>::allocate(std::size_t count) {
  if constexpr (kShared) {
    static_assert(kBlock >= G::max_moves);
    if (block_end_ - block_ < count) {
      block_ = tree_.template allocate<true>(kBlock);
      block_end_ = block_ == 0 ? 0 : block_ + kBlock;
    }
    if (block_ != 0) {
      block_ += static_cast<NodeIndex>(count);
      return block_ - static_cast<NodeIndex>(count);
    }
  }
  return tree_.template allocate<kShared>(count);
}

template <Game G, class Leaf, class Select>
template <bool kShared>
NodeIndex Descent<G, Leaf, Select>::select(NodeIndex parent) const {
  const auto& node = tree_.node(parent);
  float scale = select_.scale(load<kShared>(node.visits));
  if constexpr (kShared) scale *= spread_;
  return node.first_child + static_cast<NodeIndex>(best_child<kShared>(
                                &tree_.heat(node.first_child), node.children, scale));
}

// Brings a child's heat up to date with its counts; `chooser` is the seat due at its parent, and
// `losses` of the visits count as lost by it.
template <Game G, class Leaf, class Select>
template <bool kShared>
void Descent<G, Leaf, Select>::warm(NodeIndex i, int chooser, float losses) {
  const auto& node = tree_.node(i);
  const std::uint32_t visits = load<kShared>(node.visits);
  const auto sum = static_cast<float>(load<kShared>(node.sum[kTwoSided<G> ? 0 : chooser]));
  const float sign = kTwoSided<G> && chooser != 0 ? -1.0f / kWin : 1.0f / kWin;
  Heat& heat = tree_.heat(i);
  if (load_heat<kShared>(heat).mean == kShutOut) return;
  store<kShared>(heat, {(sum * sign - losses) / static_cast<float>(visits),
                        Select::width(visits, Select::kPriors ? tree_.prior(i) : 0)});
}

// Adds the values along the path, from the leaf to the root. With `news` the leaf's bounds became
// tighter, which is handed on as far as it goes. With two seats a value outside a node's bounds is
// moved to them: the player who could do better would have.
template <Game G, class Leaf, class Select>
template <bool kShared>
void Descent<G, Leaf, Select>::back_up(Values<G> values, bool news) {
  for (std::size_t d = depth_; d-- > 0;) {
    const NodeIndex i = path_[d];
    auto& node = tree_.node(i);
    if (news && d + 1 < depth_) news = tree_.template refresh_bounds<kShared>(i);
    if constexpr (kTwoSided<G>) {
      const Bounds bounds = tree_.template bounds<kShared>(i)[0];
      values[0] = std::clamp(values[0], bounds.lo * kWin, bounds.hi * kWin);
    }
    const int chooser = d == 0 ? kNobody : tree_.node(path_[d - 1]).mover;
    if constexpr (kShared) {
      if (busy_[d]) {
        backlog_.note(i, load<true>(node.visits), chooser, values,
                      [this](const auto& entry) { spill(entry); });
        continue;
      }
    } else {
      ++node.visits;
    }
    for (int view = 0; view < kViews<G>; ++view) add<kShared>(node.sum[view], values[view]);
    if (d > 0) warm<kShared>(i, chooser);
  }
}

template <Game G, class Leaf, class Select>
void Descent<G, Leaf, Select>::spill(const typename Backlog<G>::Entry& entry) {
  auto& node = tree_.node(entry.node);
  add<true>(node.visits, entry.visits);
  for (int view = 0; view < kViews<G>; ++view) add<true>(node.sum[view], entry.sum[view]);
  if (entry.chooser != kNobody) warm<true>(entry.node, entry.chooser);
}

}  // namespace trilith::mcts
