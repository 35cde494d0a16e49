// Otrio Extreme: matches to a number of points, with a penalty for who could have blocked.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engines/otrio/position.hpp"
#include "engines/otrio/rules.hpp"

namespace trilith::otrio {

// The colour that is to blame for a game's last move, a winning placement; nothing when nobody
// could have stopped it or the game was not won. Walks back over the turns since the winning
// colour's previous turn, latest first, skipping those of the winner's own other colour. To blame
// is the first colour that had a placement which closes the winning slot: in it or, under `nested`,
// in a smaller one of its cell.
//
// `moves` are all moves from the empty board, passes included.
std::optional<int> colour_to_blame(const Rules& rules, std::span<const Move> moves);

// Totals of a match. The winner of a game gets 1, who is to blame loses 1 (below zero too), a draw
// changes nothing; a seat with `target` points or more has won the match.
class ExtremeScore {
 public:
  ExtremeScore(int seats, int target) : totals_(static_cast<std::size_t>(seats)), target_(target) {}

  void add(std::optional<int> winner, std::optional<int> to_blame);
  const std::vector<int>& totals() const { return totals_; }
  std::optional<int> match_winner() const;

 private:
  std::vector<int> totals_;
  int target_;
};

}  // namespace trilith::otrio
