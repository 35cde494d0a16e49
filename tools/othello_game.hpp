// An Othello game as the protocols keep it: the start, the moves, the way back.
#pragma once

#include <string>
#include <vector>

#include "engines/othello/position.hpp"

namespace trilith::tools {

class OthelloGame {
 public:
  explicit OthelloGame(const othello::Position& start = {}) : positions_{start} {}

  const othello::Position& position() const { return positions_.back(); }
  const othello::Position& start() const { return positions_.front(); }
  const std::vector<othello::Move>& moves() const { return moves_; }

  // Plays a move given as text by the side to move. A pass after the end of the game changes
  // nothing; a disc when only a pass is legal passes first. Throws UserError.
  void play(const std::string& text);

  // The move that is legal now.
  void play(othello::Move move);

  // Takes the last move back; false at the start.
  bool undo();

 private:
  std::vector<othello::Position> positions_;
  std::vector<othello::Move> moves_;
};

}  // namespace trilith::tools
