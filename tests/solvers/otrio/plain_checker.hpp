// A slow, plain solver of Otrio for two players: arrays and loops, nothing shared with the real
// one.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace trilith::otrio::plain {

// slots[cell][size] holds ' ' or a colour's letter; a blocked slot holds '#'.
struct Board {
  std::array<std::array<char, 3>, 9> slots;
  int due = 0;
};

struct Result {
  int score = 0;  // 1000 - plies for a win, plies - 1000 for a loss, 0 for a draw
  std::vector<std::string> best;
};

struct Game {
  bool nested = true;
  int blocked_cell = -1;
  int blocked_size = -1;
  std::string colours = "VRGB";  // "VR" for a duel
};

// Reads the position text of the project; the text is trusted.
Board read(const Game& game, const std::string& text);

// Minimax over all legal placements, without hashing or pruning.
Result solve(const Game& game, Board& board);

}  // namespace trilith::otrio::plain
