// The one alpha-beta of the project: principal variation search over a game's hooks.
//
// Contract of search(node, alpha, beta, draft), alpha < beta, for a value v of the node at this
// draft:
//   result <= alpha          v <= result   (an upper bound; fail-soft)
//   alpha < result < beta    v == result
//   result >= beta           v >= result   (a lower bound)
// After stop() of the control the result means nothing and the table has not been told about it.
//
// A value is a property of the position, so results of any window serve every other one: the table
// holds a lower and an upper bound per position.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <optional>

#include "solvers/alphabeta/control.hpp"
#include "solvers/alphabeta/hooks.hpp"
#include "solvers/alphabeta/table.hpp"

namespace trilith::alphabeta {

template <Hooks H>
class AlphaBeta {
 public:
  using Node = typename H::Node;

  // Table and control outlive the search; any number of searches on different threads may share
  // them
  // (`shared` says so: then moves that another thread is searching are put off).
  AlphaBeta(H hooks, Table& table, Control& control, bool shared = false)
      : hooks_(std::move(hooks)), table_(table), control_(control), shared_(shared) {}

  int search(const Node& node, int alpha, int beta, Draft draft = {}) {
    assert(alpha < beta);
    ++nodes_;
    if ((nodes_ & 0xfff) == 0) report();
    if (aborted()) return H::min_score;

    Window window{alpha, beta};
    typename H::Scratch scratch;
    Bounds bounds = hooks_.examine(node, window, draft, scratch);
    if (decides(bounds, window)) return decided(bounds, window);

    const bool use_table = wants_table(node, draft);
    std::uint64_t key = 0;
    std::uint8_t hash_move = H::no_move;
    if constexpr (kHasKey) {
      if (use_table) {
        key = hooks_.key(node, scratch);
        TableEntry entry;
        if (table_.probe(key, entry)) {
          hash_move = entry.move;
          if (entry.draft.serves(draft)) {
            bounds.lower = std::max(bounds.lower, entry.lower);
            bounds.upper = std::min(bounds.upper, entry.upper);
            if (decides(bounds, window)) return decided(bounds, window);
          }
        }
      }
    }
    if constexpr (requires { hooks_.selective_cut(*this, node, window, draft, scratch); }) {
      const std::optional<int> cut = hooks_.selective_cut(*this, node, window, draft, scratch);
      if (aborted()) return H::min_score;
      if (cut) return *cut;
    }
    if constexpr (requires { hooks_.finish(node, window, draft, scratch); }) {
      const std::optional<Bounds> found = hooks_.finish(node, window, draft, scratch);
      if (found) {
        bounds.lower = std::max(bounds.lower, found->lower);
        bounds.upper = std::min(bounds.upper, found->upper);
        if constexpr (kHasKey) {
          if (use_table) table_.store(key, {bounds.lower, bounds.upper, hash_move, draft}, 1);
        }
        return decided(bounds, window);
      }
    }
    // Values outside the proved bounds are of no interest.
    window.alpha = std::max(window.alpha, bounds.lower - 1);
    window.beta = std::min(window.beta, bounds.upper + 1);

    const std::uint64_t nodes_before = nodes_;
    std::uint8_t best_move = H::no_move;
    const Shared here{key, {alpha, beta}, draft, innermost_};
    const bool share = wants_sharing(node, window, draft);
    if (share) {
      if (settled_above()) return H::min_score;
      innermost_ = &here;
    }
    int best = search_moves(node, window, draft, scratch, share, key, hash_move, best_move);
    if (share) innermost_ = here.above;
    if (settled_ == &here) {
      settled_ = nullptr;
      return decided(settled_bounds_, here.window);
    }
    if (aborted()) return H::min_score;

    best = std::clamp(best, bounds.lower, bounds.upper);
    if (best > alpha) bounds.lower = best;
    if (best < beta) bounds.upper = best;
    if constexpr (kHasKey) {
      if (use_table) {
        table_.store(key, {bounds.lower, bounds.upper, best_move, draft}, nodes_ - nodes_before);
      }
    }
    return best;
  }

  // Nodes visited by this object, those inside the hooks included.
  std::uint64_t nodes() const {
    if constexpr (requires { hooks_.leaf_nodes(); }) {
      return nodes_ + hooks_.leaf_nodes();
    } else {
      return nodes_;
    }
  }

  // True when the search was told to give up, as a whole or below a node that another thread has
  // decided; what it returned since then means nothing.
  bool aborted() const {
    return settled_ != nullptr || control_.stopped() ||
           (abort_ != nullptr && abort_->load(std::memory_order_relaxed));
  }
  // A second stop signal, for the threads of one search that another thread has finished; may be
  // null.
  void set_abort(const std::atomic<bool>* abort) { abort_ = abort; }

  // Tells the control about nodes not reported yet.
  void report() {
    control_.report(nodes() - reported_);
    reported_ = nodes();
  }

  H& hooks() { return hooks_; }
  Table& table() { return table_; }

 private:
  static constexpr bool kHasKey =
      requires(H& hooks, const Node& node, const typename H::Scratch& scratch) {
        { hooks.key(node, scratch) } -> std::same_as<std::uint64_t>;
      };

  // A node whose moves the threads share, as deep in the search as this thread is in it.
  struct Shared {
    std::uint64_t key;
    Window window;
    Draft draft;
    const Shared* above;
  };

  // Has another thread decided a node above this one? Then the search goes back to the outermost
  // such node.
  bool settled_above() {
    for (const Shared* node = innermost_; node != nullptr; node = node->above) {
      TableEntry entry;
      if (!table_.probe(node->key, entry) || !entry.draft.serves(node->draft)) continue;
      const Bounds bounds{entry.lower, entry.upper};
      if (!decides(bounds, node->window)) continue;
      settled_ = node;
      settled_bounds_ = bounds;
    }
    return settled_ != nullptr;
  }

  static bool decides(const Bounds& bounds, const Window& window) {
    return bounds.lower >= window.beta || bounds.upper <= window.alpha ||
           bounds.lower == bounds.upper;
  }
  static int decided(const Bounds& bounds, const Window& window) {
    return bounds.upper <= window.alpha ? bounds.upper : bounds.lower;
  }
  static int parent_score(int score) {
    if constexpr (requires { H::parent_score(score); }) {
      return H::parent_score(score);
    } else {
      return -score;
    }
  }
  static int child_score(int score) {
    if constexpr (requires { H::child_score(score); }) {
      return H::child_score(score);
    } else {
      return -score - 1;
    }
  }
  Draft after(const Node& node, Draft draft) {
    if constexpr (requires { hooks_.after(node, draft); }) {
      return hooks_.after(node, draft);
    } else {
      draft.depth = std::max(draft.depth - 1, 0);
      return draft;
    }
  }
  std::uint64_t child_key(const Node& node, std::uint8_t move) {
    if constexpr (requires { hooks_.child_key(node, move); }) {
      return hooks_.child_key(node, move);
    } else {
      return hooks_.key(hooks_.child(node, move));
    }
  }
  bool wants_table(const Node& node, Draft draft) {
    if constexpr (!kHasKey) {
      return false;
    } else if constexpr (requires { hooks_.wants_table(node, draft); }) {
      return hooks_.wants_table(node, draft);
    } else {
      return true;
    }
  }
  bool wants_sharing(const Node& node, const Window& window, Draft draft) {
    if constexpr (!kHasKey) {
      return false;
    } else if constexpr (requires { hooks_.worth_sharing(node, window, draft); }) {
      return shared_ && hooks_.worth_sharing(node, window, draft);
    } else {
      return shared_;
    }
  }

  // The value of a child in its parent's eyes, for the parent's window.
  int search_child(const Node& child, int alpha, int beta, Draft draft) {
    return parent_score(search(child, child_score(beta - 1), child_score(alpha) + 1, draft));
  }

  // Principal variation search of one move: a null window first unless it is the first move.
  int search_move(const Node& child, bool first, int alpha, int beta, Draft draft) {
    if (first || beta - alpha == 1) return search_child(child, alpha, beta, draft);
    const int score = search_child(child, alpha, alpha + 1, draft);
    if (score <= alpha || score >= beta || aborted()) return score;
    return search_child(child, score - 1, beta, draft);
  }

  int search_moves(const Node& node, const Window& window, Draft draft,
                   typename H::Scratch& scratch, bool share, std::uint64_t key,
                   std::uint8_t hash_move, std::uint8_t& best_move) {
    ScoredMoves<H> moves;
    int best = hooks_.generate(node, window, draft, scratch, hash_move, moves);
    const Draft next = after(node, draft);
    if constexpr (requires { hooks_.wants_etc(node, draft); }) {
      if (hooks_.wants_etc(node, draft)) {
        const std::optional<int> cut = transposition_cut(node, moves, window, next, best_move);
        if (cut) return *cut;
      }
    }
    int alpha = window.alpha;
    FixedList<std::uint8_t, H::max_moves> put_off;
    bool first = true;
    const auto raise = [&](std::uint8_t move, int score) {
      first = false;
      if (score > best) {
        best = score;
        best_move = move;
        alpha = std::max(alpha, best);
      }
      return best >= window.beta;
    };
    for (std::size_t i = 0; i < moves.size(); ++i) {
      if constexpr (requires { hooks_.order(node, draft, scratch, moves, i); }) {
        const bool hash_move_failed = i == 1 && moves[0].move == hash_move;
        if (hash_move_failed || (i == 0 && moves[0].move != hash_move)) {
          hooks_.order(node, draft, scratch, moves, i);
          if (aborted()) return best;
        }
      }
      std::iter_swap(moves.begin() + i,
                     std::max_element(moves.begin() + i, moves.end(),
                                      [](const ScoredMove& a, const ScoredMove& b) {
                                        return a.score < b.score;
                                      }));
      const std::uint8_t move = moves[i].move;
      const std::uint64_t place = key ^ (move + 1) * 0x9e3779b97f4a7c15u;
      if (share && !first) {
        if (control_.busy(place)) {
          put_off.push_back(move);
          continue;
        }
        control_.enter(place);
      }
      const bool marked = share && !first;
      const int score = search_move(hooks_.child(node, move), first, alpha, window.beta, next);
      if (marked) control_.leave(place);
      if (aborted() || (share && settled_above())) return best;
      if (raise(move, score)) return best;
    }
    for (const std::uint8_t move : put_off) {
      const int score = search_move(hooks_.child(node, move), first, alpha, window.beta, next);
      if (aborted() || (share && settled_above())) return best;
      if (raise(move, score)) return best;
    }
    return best;
  }

  // Looks the children up before any is searched: one known to be bad enough for the opponent cuts.
  std::optional<int> transposition_cut(const Node& node, const ScoredMoves<H>& moves,
                                       const Window& window, Draft next, std::uint8_t& best_move) {
    // All buckets are asked for before any is read: each is a miss in a large table.
    FixedList<std::uint64_t, H::max_moves> keys;
    for (const ScoredMove& scored : moves) {
      const std::uint64_t key = child_key(node, scored.move);
      table_.prefetch(key);
      keys.push_back(key);
    }
    for (std::size_t i = 0; i < moves.size(); ++i) {
      TableEntry entry;
      if (!table_.probe(keys[i], entry) || !entry.draft.serves(next)) continue;
      const int score = parent_score(entry.upper);
      if (score >= window.beta) {
        best_move = moves[i].move;
        return score;
      }
    }
    return std::nullopt;
  }

  H hooks_;
  Table& table_;
  Control& control_;
  const std::atomic<bool>* abort_ = nullptr;
  const Shared* innermost_ = nullptr;
  const Shared* settled_ = nullptr;  // one above the present node: only the way back to it matters
  Bounds settled_bounds_{};
  std::uint64_t nodes_ = 0;
  std::uint64_t reported_ = 0;
  bool shared_;
};

}  // namespace trilith::alphabeta
