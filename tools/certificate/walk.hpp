// The walk that proves a claim: one answer per position, every reply to it, each position once.
//
// A claim says of one player, the prover, that from a position with him to place he
//
//   wins within `plies` plies            (Kind::win), or
//   does not lose within `plies` plies   (Kind::survive; kForever for never).
//
// The walk goes through all positions that the prover's answers and all replies of the opponent
// lead to, in a fixed order. It needs no list of positions: it computes them itself and asks a
// source for one answer at each, so a reply cannot be left out. What it is asked to believe, it
// shows:
//
//   - The prover can win at once: both kinds hold.
//   - Fewer than three plies are left and he cannot win at once: he does not win within them.
//   - Fewer than two plies are left: he survives them, as the first is his own.
//   - The opponent cannot complete a line in time (lemmas 1 and 2): he survives.
//   - The claim was proved, or is being proved, for a position with the same future (lemmas 3 and
//   4)
//     for at most as many plies (win) or at least as many (survive). No position leads to itself:
//     each placement adds a piece, and between placements at most three colours pass. So what is
//     being proved never rests on itself.
//   - Otherwise: after his answer the opponent has no placement that wins, and for each one that he
//     has (or his pass) the claim holds for two plies fewer.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "tools/certificate/known_claims.hpp"
#include "tools/certificate/plain_rules.hpp"
#include "tools/certificate/same_future.hpp"

namespace trilith::certificate {

enum class Kind { win, survive };

inline constexpr int kForever = KnownClaims::kMostPlies;

struct Claim {
  Kind kind;
  int prover;  // 0 for the first player (V, G), 1 for the second
  int plies;   // from the start
};

// Where and why a proof breaks; `what` is one line.
struct Refuted {
  State position;
  std::string why;
};

struct WalkCounts {
  std::uint64_t positions = 0;  // at which the prover moved, each for the strongest claim so far
  std::uint64_t answers = 0;    // of these, where he had a choice
  std::uint64_t replies = 0;    // moves of the opponent looked at
};

// Source: int answer(const State&, Mask choices, int plies) gives the prover's move, a slot; the
// walk checks that it is one of the choices. void progress(counts) is called at every position.
template <class Source>
class Walk {
 public:
  // A proof of more than `most_positions` positions is refused.
  Walk(const RuleSet& rules, const Claim& claim, std::uint64_t most_positions, Source& source)
      : rules_(rules),
        naming_(rules),
        claim_(claim),
        most_positions_(most_positions),
        source_(source) {}

  // Throws Refuted when the claim is not proved.
  WalkCounts run() {
    const State root = start(rules_);
    if (claim_.prover == 0) {
      arrive(root, claim_.plies);
    } else {
      depart(root, claim_.plies == kForever ? kForever : claim_.plies - 1);
    }
    while (depth_ > 0) {
      Frame& frame = frames_[depth_ - 1];
      int reply = kPass;
      if (frame.replies != 0) {
        reply = std::countr_zero(frame.replies);
        frame.replies &= frame.replies - 1;
      } else if (frame.passes) {
        frame.passes = false;
      } else {
        --depth_;
        continue;
      }
      ++counts_.replies;
      arrive(after(rules_, frame.position, reply), frame.plies);
    }
    return counts_;
  }

  // Is nothing more to prove at this position, with the prover to place? (For sources that choose.)
  bool settled(const State& s, int plies) const {
    if (claim_.kind == Kind::survive && plies < 2) return true;
    if (wins(s, s.due) != 0) return true;
    std::array<Hope, 4> hopes;
    for (int colour = 0; colour < 4; ++colour) hopes[colour] = hope(s, colour);
    return survives_by_lines(s, hopes, plies) || known_.holds(naming_.name(s, hopes));
  }

  static int two_fewer(int plies) { return plies == kForever ? kForever : plies - 2; }

 private:
  // A position with the opponent to place, and his replies that are still to be looked at.
  struct Frame {
    State position;
    Mask replies;
    bool passes;
    int plies;  // of the claim after the reply
  };

  // No game is longer: 27 placements with three passes between any two, and every second ply is the
  // opponent's.
  static constexpr int kMostFrames = 27 * 4 / 2 + 1;

  // With the prover to place.
  void arrive(const State& s, int plies) {
    if (claim_.kind == Kind::survive && plies < 2) return;
    if (wins(s, s.due) != 0) return;
    if (claim_.kind == Kind::win && plies < 3) throw Refuted{s, "does not win in time"};
    std::array<Hope, 4> hopes;
    for (int colour = 0; colour < 4; ++colour) hopes[colour] = hope(s, colour);
    if (survives_by_lines(s, hopes, plies)) return;
    KnownClaims::Entry entry = known_.entry(naming_.name(s, hopes));
    if (entry.plies() != 0 &&
        (claim_.kind == Kind::win ? entry.plies() <= plies : entry.plies() >= plies)) {
      return;
    }
    entry.set(plies);
    if (++counts_.positions > most_positions_) throw Refuted{s, "more positions than promised"};
    source_.progress(counts_);
    depart(after(rules_, s, chosen(s, plies)), two_fewer(plies));
  }

  // The prover's move: forced where only one ends the threats of the opponent, else by the source.
  int chosen(const State& s, int plies) {
    const Mask placeable = placements(s, s.due);
    Mask choices = placeable;
    for (Mask threats = wins(s, (s.due + 1) % 4); threats != 0; threats &= threats - 1) {
      const int threat = std::countr_zero(threats);
      for (Mask rest = choices; rest != 0; rest &= rest - 1) {
        const int slot = std::countr_zero(rest);
        if ((shut_by(rules_, slot) >> threat & 1) == 0) choices &= ~(Mask{1} << slot);
      }
    }
    if (placeable == 0) return kPass;  // depart() sees whether that loses
    if (choices == 0) throw Refuted{s, "cannot stop the opponent's win"};
    if ((choices & (choices - 1)) == 0) return std::countr_zero(choices);
    const int move = source_.answer(s, choices, plies);
    if (move < 0 || move >= 27 || (choices >> move & 1) == 0) {
      throw Refuted{s, "the answer " + (move < 27 ? move_text(move) : std::to_string(move)) +
                           " is not legal or lets the opponent win"};
    }
    ++counts_.answers;
    return move;
  }

  // With the opponent to place; `plies` are left after his reply.
  void depart(const State& s, int plies) {
    const Mask replies = placements(s, s.due);
    if (wins(s, s.due) != 0) throw Refuted{s, "the opponent wins"};
    if (depth_ == kMostFrames) throw Refuted{s, "the game does not end"};
    frames_[depth_++] = {s, replies, replies == 0, plies};
  }

  // The opponent's colours are the next one, due in two plies, and the one after the partner, due
  // in four; each comes back after four.
  bool survives_by_lines(const State& s, const std::array<Hope, 4>& hopes, int plies) const {
    if (claim_.kind == Kind::win) return false;
    const Hope& next = hopes[(s.due + 1) % 4];
    const Hope& last = hopes[(s.due + 3) % 4];
    const bool next_fails = next.missing == 4 || 2 + 4 * (next.missing - 1) > plies;
    const bool last_fails = last.missing == 4 || 4 + 4 * (last.missing - 1) > plies;
    return next_fails && last_fails;
  }

  RuleSet rules_;
  Naming naming_;
  Claim claim_;
  std::uint64_t most_positions_;
  Source& source_;
  KnownClaims known_;
  WalkCounts counts_;
  std::array<Frame, kMostFrames> frames_;
  int depth_ = 0;
};

}  // namespace trilith::certificate
