// The slow, plain solver.
#include "tests/solvers/otrio/plain_checker.hpp"

namespace trilith::otrio::plain {
namespace {

// Does the piece just put into (cell, size) complete a triple of its colour?
bool completes(const Board& board, int cell, int size) {
  const char colour = board.slots[cell][size];
  if (board.slots[cell][0] == colour && board.slots[cell][1] == colour &&
      board.slots[cell][2] == colour) {
    return true;
  }
  static const int lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                  {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
  static const int orders[5][3] = {{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {0, 1, 2}, {2, 1, 0}};
  for (const auto& line : lines) {
    for (const auto& order : orders) {
      bool whole = true;
      bool through = false;
      for (int i = 0; i < 3; ++i) {
        whole = whole && board.slots[line[i]][order[i]] == colour;
        through = through || (line[i] == cell && order[i] == size);
      }
      if (whole && through) return true;
    }
  }
  return false;
}

int pieces_of_size(const Board& board, char colour, int size) {
  int count = 0;
  for (const auto& cell : board.slots) {
    if (cell[size] == colour) ++count;
  }
  return count;
}

bool may_place(const Game& game, const Board& board, char colour, int cell, int size) {
  if (board.slots[cell][size] != ' ') return false;
  if (pieces_of_size(board, colour, size) == 3) return false;
  if (!game.nested) return true;
  for (int smaller = 0; smaller < size; ++smaller) {
    const char there = board.slots[cell][smaller];
    if (there != ' ' && there != '#') return false;
  }
  return true;
}

bool can_place(const Game& game, const Board& board, char colour) {
  for (int cell = 0; cell < 9; ++cell) {
    for (int size = 0; size < 3; ++size) {
      if (may_place(game, board, colour, cell, size)) return true;
    }
  }
  return false;
}

int one_ply_later(int score) { return score > 0 ? score - 1 : score < 0 ? score + 1 : 0; }

}  // namespace

Board read(const Game& game, const std::string& text) {
  Board board;
  for (int cell = 0; cell < 9; ++cell) {
    for (int size = 0; size < 3; ++size) {
      const char letter = text[4 * cell + size];
      board.slots[cell][size] = letter == '.' ? ' ' : letter;
    }
  }
  if (game.blocked_cell >= 0) board.slots[game.blocked_cell][game.blocked_size] = '#';
  board.due = static_cast<int>(game.colours.find(text.back()));
  return board;
}

Result solve(const Game& game, Board& board) {
  const int colours = static_cast<int>(game.colours.size());
  const char colour = game.colours[board.due];
  Result result;
  result.score = -1000;
  const auto consider = [&](const std::string& move, int score) {
    if (score > result.score) {
      result.score = score;
      result.best.clear();
    }
    if (score == result.score) result.best.push_back(move);
  };
  const int due = board.due;
  board.due = (due + 1) % colours;
  for (int size = 0; size < 3; ++size) {
    for (int cell = 0; cell < 9; ++cell) {
      if (!may_place(game, board, colour, cell, size)) continue;
      board.slots[cell][size] = colour;
      const int score =
          completes(board, cell, size) ? 999 : one_ply_later(-solve(game, board).score);
      board.slots[cell][size] = ' ';
      consider({"SML"[size], "abc"[cell % 3], "123"[cell / 3]}, score);
    }
  }
  if (result.best.empty()) {
    bool somebody = false;
    for (const char other : game.colours) somebody = somebody || can_place(game, board, other);
    consider("pass", somebody ? one_ply_later(-solve(game, board).score) : 0);
  }
  board.due = due;
  return result;
}

}  // namespace trilith::otrio::plain
