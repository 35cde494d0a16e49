// What a game tells the generic alpha-beta: the hooks, as a concept and optional members.
//
// One Hooks object belongs to one thread; it may keep counters and small tables of its own.
//
// REQUIRED
//   Node        what the search carries: a position and whatever is kept up to date along with it
//   Move        an unsigned 8-bit number; no_move is one that is never legal
//   Scratch     what examine() finds out at a node and the other hooks use there
//   max_moves   capacity of a move list
//   min_score, max_score   every score lies between them (within -32000..32000)
//   examine(node, window, draft, scratch) -> Bounds
//               all that can be told without a search: terminal positions, static bounds, an exact
//               solver for positions near the end, an evaluation when the depth is used up. The
//               search ends here if the bounds meet or lie outside the window. Both must hold for
//               the draft.
//   generate(node, window, draft, scratch, hash_move, moves) -> int
//               appends the moves to search, each with an ordering score (larger first; the search
//               sorts). Returns an upper bound on the value of the legal moves that it left out
//               because they cannot raise alpha: min_score when it left out none. A forced pass is
//               a move.
//   child(node, move) -> Node
//
// OPTIONAL, with what is lost without it
//   key(node, scratch) -> uint64          no transposition table, no second thread
//   wants_table(node, draft) -> bool      the table is asked at every node
//   parent_score(score), child_score(score)
//               scores count the same from every ply: a child's value v is -v to its parent. Games
//               that count plies to the end shift by one: parent_score gives the parent's view of a
//               child's value, never rising with it; child_score(a) is the largest s with
//               parent_score(s) > a: the child must score at most that for its parent to exceed a
//   after(node, draft) -> Draft           a ply takes one from depth, 0 stays 0
//   finish(node, window, draft, scratch) -> optional<Bounds>
//                                         exact solvers belong into examine(), before the table is
//                                         asked; the bounds of this one, which must decide the
//                                         window, are looked up first and stored after
//   order(node, draft, scratch, moves, first)
//                                         generate() scores all moves. With it generate() puts the
//                                         hash move first and leaves scores alone; order() sets
//                                         those from `first` on once the hash move has not cut
//   wants_etc(node, draft) -> bool        no enhanced transposition cutoffs (children's entries
//                                         looked up before any is searched; Plaat et al., 1996)
//   child_key(node, move) -> uint64       those look-ups make the whole child for its key
//   selective_cut(search, node, window, draft, scratch) -> optional<int>
//                                         no selective cuts; may call search for a shallower
//                                         verdict
//   worth_sharing(node, window, draft) -> bool
//                                         threads share every node; it keeps them off tiny subtrees
//   leaf_nodes() -> uint64                nodes visited inside examine() are not counted
#pragma once

#include <concepts>
#include <cstdint>

#include "engines/fixed_list.hpp"
#include "solvers/alphabeta/table.hpp"

namespace trilith::alphabeta {

// Open window: values in (alpha, beta) are wanted exactly.
struct Window {
  int alpha;
  int beta;

  bool is_null() const { return beta - alpha == 1; }
};

struct Bounds {
  int lower;
  int upper;
};

struct ScoredMove {
  std::uint8_t move;
  std::int32_t score;
};

template <class H>
using ScoredMoves = FixedList<ScoredMove, H::max_moves>;

template <class H>
concept Hooks =
    std::copyable<typename H::Node> && std::default_initializable<typename H::Scratch> &&
    std::same_as<typename H::Move, std::uint8_t> &&
    requires(H& hooks, const typename H::Node& node, typename H::Scratch& scratch, Window window,
             Draft draft, std::uint8_t move, ScoredMoves<H>& moves) {
      { H::min_score } -> std::convertible_to<int>;
      { H::max_score } -> std::convertible_to<int>;
      { H::no_move } -> std::convertible_to<std::uint8_t>;
      { hooks.examine(node, window, draft, scratch) } -> std::same_as<Bounds>;
      { hooks.generate(node, window, draft, scratch, move, moves) } -> std::same_as<int>;
      { hooks.child(node, move) } -> std::same_as<typename H::Node>;
    };

}  // namespace trilith::alphabeta
