// Otrio's values as scores of alpha-beta: a win counts more the sooner it comes.
#pragma once

#include <cstdlib>

namespace trilith::otrio {

enum class Outcome { loss, draw, win };

// A value for the side to move; plies up to and including the winning placement, 0 for a draw.
struct Value {
  Outcome outcome = Outcome::draw;
  int plies = 0;

  bool operator==(const Value&) const = default;
};

// A win in n plies scores kScoreLimit - n, a loss in n plies n - kScoreLimit, a draw 0. No game is
// longer than 27 placements with three passes between any two.
inline constexpr int kScoreLimit = 120;
static_assert(kScoreLimit > 27 * 4);

constexpr int win_in(int plies) { return kScoreLimit - plies; }
constexpr int loss_in(int plies) { return plies - kScoreLimit; }

// The parent's view of a child's score: the other side's, one ply further away.
constexpr int parent_score(int child) { return child > 0 ? 1 - child : child < 0 ? -1 - child : 0; }

// The largest score of a child for which parent_score exceeds `score`.
constexpr int child_score(int score) { return score >= 0 ? -score - 2 : score == -1 ? 0 : -score; }

constexpr Value value_of_score(int score) {
  if (score > 0) return {Outcome::win, kScoreLimit - score};
  if (score < 0) return {Outcome::loss, kScoreLimit + score};
  return {};
}

constexpr int score_of_value(const Value& value) {
  switch (value.outcome) {
    case Outcome::win:
      return win_in(value.plies);
    case Outcome::loss:
      return loss_in(value.plies);
    default:
      return 0;
  }
}

constexpr const char* outcome_text(Outcome outcome) {
  return outcome == Outcome::win ? "win" : outcome == Outcome::loss ? "loss" : "draw";
}

}  // namespace trilith::otrio
