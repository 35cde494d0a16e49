// Moves of a game in progress.
#include "tools/othello_game.hpp"

#include "engines/othello/notation.hpp"

namespace trilith::tools {

void OthelloGame::play(const std::string& text) {
  const othello::Move square = othello::parse_square(text);
  if (square == othello::kPass && is_over(position())) return;
  if (square != othello::kPass && must_pass(position())) {
    othello::Position passed = position();
    othello::play(passed, othello::kPass);
    othello::parse_move(passed, text);  // nothing changes when the disc is not legal then
    play(othello::kPass);
  }
  play(othello::parse_move(position(), text));
}

void OthelloGame::play(othello::Move move) {
  othello::Position next = position();
  othello::play(next, move);
  positions_.push_back(next);
  moves_.push_back(move);
}

bool OthelloGame::undo() {
  if (moves_.empty()) return false;
  positions_.pop_back();
  moves_.pop_back();
  return true;
}

}  // namespace trilith::tools
