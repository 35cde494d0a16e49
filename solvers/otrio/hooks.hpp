// Otrio for the generic alpha-beta: threats, bounds from living lines, ordering, canonical keys.
//
// Two sides share the colours. In `pairs` and `duel` they are the two players; for three and four
// players one seat plays against the coalition of all others. Where the next colour belongs to the
// same side again, the other side makes a move of its own that does nothing (kWait), so that turns
// alternate as alpha-beta wants it; such a move counts as a ply of the search but not of the game.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "engines/otrio/position.hpp"
#include "solvers/alphabeta/hooks.hpp"
#include "solvers/otrio/canonical_key.hpp"
#include "solvers/otrio/living_lines.hpp"
#include "solvers/otrio/score.hpp"
#include "solvers/otrio/threats.hpp"

namespace trilith::otrio {

// Do neighbours in the order of turns always belong to different sides?
constexpr bool sides_alternate(int colours, unsigned side_mask) {
  for (int c = 0; c < colours; ++c) {
    if ((side_mask >> c & 1) == (side_mask >> ((c + 1) % colours) & 1)) return false;
  }
  return true;
}

// Bit c of kSideMask is the side of colour c. Four alternating colours are 0b1010, a duel 0b10,
// seat V against R, G and B 0b1110.
template <Placement kPlacement, int kColours, unsigned kSideMask>
class SearchHooks {
  static_assert(kColours >= 2 && kColours <= 4);

 public:
  using Move = std::uint8_t;
  static constexpr Move no_move = 255;
  static constexpr Move kWait = 28;
  static constexpr std::size_t max_moves = kSlots;
  static constexpr int min_score = -kScoreLimit;
  static constexpr int max_score = kScoreLimit;

  static constexpr int side_of(int colour) { return kSideMask >> colour & 1; }
  static constexpr int next(int colour, int by = 1) { return (colour + by) % kColours; }
  // Up to so many plies a win or a loss is looked for before it is asked whether there is one at
  // all. Found by counting nodes.
  static constexpr int near_plies = kPlacement == Placement::nested ? 9 : 17;
  static constexpr bool kAlternating = sides_alternate(kColours, kSideMask);
  // Four alternating colours have the clock that solvers/otrio/threats.hpp describes.
  static constexpr bool kClock = kAlternating && kColours == 4;

  struct Node {
    std::array<SlotMask, 4> own;
    std::array<SlotMask, 4> complete;  // completions(own), whether open or not
    std::array<SlotMask, 4> supply;    // supplied(own)
    SlotMask open;                     // slots not closed
    std::uint8_t due;
    bool waiting;  // the side that is not due has its move that does nothing
  };

  struct Scratch {
    SlotMask moves;  // placements that do not lose at once
    LivingLines lines;
  };

  static Node root(const Position& p) {
    Node node{p.pieces, {}, {}, ~p.closed & kAllSlots, p.due, false};
    for (int c = 0; c < 4; ++c) {
      node.complete[c] = completions(p.pieces[c]);
      node.supply[c] = supplied(p.pieces[c]);
    }
    return node;
  }

  static constexpr int parent_score(int score) { return otrio::parent_score(score); }
  static constexpr int child_score(int score) { return otrio::child_score(score); }

  alphabeta::Bounds examine(const Node& node, alphabeta::Window window, alphabeta::Draft,
                            Scratch& scratch) const {
    alphabeta::Bounds bounds{min_score, max_score};
    if (!kAlternating && node.waiting) return bounds;
    const int due = node.due;
    const SlotMask legal = placements(node, due);
    if ((node.complete[due] & legal) != 0) return {win_in(1), win_in(1)};
    scratch.moves = legal;
    bounds.upper = win_in(3);  // the side's next turn
    if constexpr (kAlternating) {
      const SlotMask threats = node.complete[next(due)] & placements(node, next(due));
      if (threats != 0) {
        scratch.moves = Threats<kPlacement>::answers(threats, legal);
        if (scratch.moves == 0) return {loss_in(2), loss_in(2)};
      }
      bounds.lower = loss_in(4);
      if constexpr (kClock) {
        look_ahead(node, legal, threats, window, scratch, bounds);
      }
      if (bounds.lower >= window.beta || bounds.upper <= window.alpha) return bounds;
    }
    if (legal == 0 && nobody_can_place(node)) return {0, 0};
    narrow_by_lines(node, scratch, bounds);
    return bounds;
  }

  int generate(const Node& node, alphabeta::Window window, alphabeta::Draft, const Scratch& scratch,
               Move hash_move, alphabeta::ScoredMoves<SearchHooks>& list) {
    if (!kAlternating && node.waiting) {
      list.push_back({kWait, 0});
      return min_score;
    }
    if (scratch.moves == 0) {
      list.push_back({kPass, 0});
      return min_score;
    }
    const int due = node.due;
    const SlotMask own = node.own[due];
    const SlotMask old_threats = node.complete[due];
    const SlotMask partner_threats =
        kClock ? node.complete[next(due, 2)] & placements(node, next(due, 2)) : 0;
    const SlotMask last_threats =
        kClock ? node.complete[next(due, 3)] & placements(node, next(due, 3)) : 0;
    const bool attacks = window.alpha >= 0;
    // Weights found by counting the nodes of all starts and openings.
    constexpr bool kNested = kPlacement == Placement::nested;
    const int threat_weight = attacks ? (kNested ? 50 : 100) : 150;
    const int block_weight = attacks ? (kNested ? 3 : 2) : (kNested ? 10 : 6);
    const int partner_weight = attacks ? 5 : 0;
    // What a slot is worth to the colour due, and what closing it takes from the others.
    std::array<int, 4> due_weight{};
    std::array<int, 4> other_weights{};
    due_weight[due] = 10;
    for (int by = 1; by < kColours; ++by) {
      const int other = next(due, by);
      other_weights[other] = side_of(other) == side_of(due) ? -partner_weight : block_weight;
    }
    const SlotCounts worth = scratch.lines.worth(node.own);
    const auto gain = worth.weighted(due_weight);
    const auto take = worth.weighted(other_weights);
    const bool only_threats = kClock && attacks && quiet_moves_are_late(node, window);

    for (SlotMask rest = scratch.moves; rest != 0; rest &= rest - 1) {
      const int slot = std::countr_zero(rest);
      const SlotMask closed = closed_by(kPlacement, slot);
      const SlotMask after = own | slot_bit(slot);
      const SlotMask made =
          completions_through(slot, own) & ~old_threats & node.open & ~closed & supplied(after);
      if (only_threats && made == 0) continue;
      int score = threat_weight * std::popcount(made) + gain[slot] + take[slot];
      if constexpr (kNested) {
        if (slot < 2 * kCells) score += take[slot + kCells];
        if (slot < kCells) score += take[slot + 2 * kCells];
      }
      if ((closed & last_threats) != 0) score += kNested ? 200 : 100;
      if ((closed & partner_threats) != 0) score -= 300;
      if (slot == hash_move) score += 1 << 20;
      list.push_back({static_cast<Move>(slot), score});
    }
    return only_threats ? win_in(9) : min_score;
  }

  static Node child(const Node& node, Move move) {
    Node result = node;
    if (!kAlternating && move == kWait) {
      result.waiting = false;
      return result;
    }
    if (move != kPass) {
      result.complete[node.due] |= completions_through(move, node.own[node.due]);
      result.own[node.due] |= slot_bit(move);
      result.supply[node.due] = supplied(result.own[node.due]);
      result.open &= ~closed_by(kPlacement, move);
    }
    result.due = static_cast<std::uint8_t>(next(node.due));
    if constexpr (!kAlternating) result.waiting = side_of(node.due) == side_of(result.due);
    return result;
  }

  std::uint64_t key(const Node& node, const Scratch& scratch) const {
    Essence essence;
    for (int c = 0; c < kColours; ++c) {
      essence.pieces[c] = node.own[c] & scratch.lines.slots[c];
      essence.placed[c] = placed_by_size(node.own[c]);
    }
    essence.closed = ~node.open & kAllSlots;
    essence.due = node.due;
    return canonical_key(essence, kPlacement == Placement::free);
  }

  bool wants_table(const Node& node, alphabeta::Draft) const {
    return kAlternating || !node.waiting;
  }

  // Subtrees that the clock decides within a few plies are not worth a second thread's attention.
  bool worth_sharing(const Node& node, alphabeta::Window window, alphabeta::Draft) const {
    if (node.waiting || std::popcount(node.open) < 10) return false;
    return window.alpha >= 0 ? window.alpha < win_in(8) : window.alpha > loss_in(8);
  }

 private:
  static SlotMask placements(const Node& node, int colour) {
    return node.open & node.supply[colour];
  }

  static bool nobody_can_place(const Node& node) {
    for (int c = 0; c < kColours; ++c) {
      if (placements(node, c) != 0) return false;
    }
    return true;
  }

  // The verdicts of threats.hpp that the window asks for.
  static void look_ahead(const Node& node, SlotMask legal, SlotMask one, alphabeta::Window window,
                         const Scratch& scratch, alphabeta::Bounds& bounds) {
    using T = Threats<kPlacement>;
    const int c1 = next(node.due);
    const int c2 = next(node.due, 2);
    const int c3 = next(node.due, 3);
    const SlotMask supply1 = node.supply[c1];
    const SlotMask supply2 = node.supply[c2];
    const SlotMask two = node.complete[c2] & node.open & supply2;
    if (window.beta > 1) {  // can this side win, and how soon?
      if (window.alpha >= win_in(3)) return;
      if (T::wins_in_three(node.open, scratch.moves, two, supply1)) {
        bounds.lower = win_in(3);
        return;
      }
      bounds.upper = win_in(5);
      if (window.alpha >= win_in(5)) return;
      const SlotMask supply3 = node.supply[c3];
      if (T::wins_in_five(node.open, node.own[node.due], scratch.moves, two,
                          node.complete[c3] & node.open & supply3, supply1, supply2, supply3)) {
        bounds.lower = win_in(5);
        return;
      }
      bounds.upper = win_in(7);
    }
    if (window.alpha < 0 && window.alpha >= loss_in(4)) {
      const SlotMask three = node.complete[c3] & placements(node, c3);
      if (T::loses_in_four(node.open, legal, one, two, three, supply1, supply2)) {
        bounds.upper = loss_in(4);
        return;
      }
      bounds.lower = loss_in(6);
    }
  }

  // Plies of the search from a turn of `colour` to the turn that comes `by` colours later.
  static constexpr int plies_between(int colour, int by) {
    int plies = by;
    for (int i = 0; i < by; ++i) {
      if (side_of(next(colour, i)) == side_of(next(colour, i + 1))) ++plies;  // a waiting move
    }
    return plies;
  }

  // A colour whose nearest living line needs m pieces completes it at its m-th turn from now.
  static void narrow_by_lines(const Node& node, Scratch& scratch, alphabeta::Bounds& bounds) {
    constexpr int kNever = 1 << 20;
    scratch.lines = LivingLines::of(node.own, node.supply, node.open);
    int ours = kNever;
    int theirs = kNever;
    for (int by = 0; by < kColours; ++by) {
      const int colour = next(node.due, by);
      const int missing = scratch.lines.missing[colour];
      if (missing == LivingLines::kNone) continue;
      const int plies =
          plies_between(node.due, by) + plies_between(node.due, kColours) * (missing - 1) + 1;
      int& soonest = side_of(colour) == side_of(node.due) ? ours : theirs;
      soonest = std::min(soonest, plies);
    }
    bounds.upper = std::min(bounds.upper, ours == kNever ? 0 : win_in(ours));
    bounds.lower = std::max(bounds.lower, theirs == kNever ? 0 : loss_in(theirs));
  }

  // Asked for a win within seven plies: can a placement that makes no threat bring it? Then the
  // partner c2 would have to make threats at ply 3 that the two answers at plies 4 and 6 cannot
  // end. Two answers end two threats while the colours that give them have pieces left, so c2 must
  // be able to make three.
  static bool quiet_moves_are_late(const Node& node, alphabeta::Window window) {
    if (window.alpha < win_in(8)) return false;
    const int c1 = next(node.due);
    const int c2 = next(node.due, 2);
    const int c3 = next(node.due, 3);
    for (int size = 0; size < kSizes; ++size) {
      // c1 places at plies 2 and 6, c3 at ply 4.
      if (std::popcount(node.own[c1] & layer_of(size)) >= kPiecesPerSize - 1) return false;
      if (std::popcount(node.own[c3] & layer_of(size)) >= kPiecesPerSize) return false;
    }
    const SlotMask own = node.own[c2];
    if (std::popcount(own) < 3) return true;  // each new threat needs an old piece of its own
    for (SlotMask rest = placements(node, c2); rest != 0; rest &= rest - 1) {
      const int slot = std::countr_zero(rest);
      const SlotMask threats = node.complete[c2] | completions_through(slot, own);
      if (std::popcount(threats & node.open & ~slot_bit(slot)) >= 3) return false;
    }
    return true;
  }
};

}  // namespace trilith::otrio
