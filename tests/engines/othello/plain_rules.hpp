// Othello's rules once more, written from the rule text without any trick: what the tests compare
// the engine with.
#pragma once

#include "engines/othello/board.hpp"

namespace trilith::othello::plain {

// The discs a disc on `square` outflanks, walking one step at a time.
inline Mask flips(Board board, int square) {
  Mask result = 0;
  for (int down = -1; down <= 1; ++down) {
    for (int right = -1; right <= 1; ++right) {
      if (down == 0 && right == 0) continue;
      Mask turned = 0;
      int row = square / 8 + down;
      int column = square % 8 + right;
      while (row >= 0 && row < 8 && column >= 0 && column < 8) {
        const Mask here = bit(8 * row + column);
        if (board.own & here) {
          result |= turned;
          break;
        }
        if ((board.opponent & here) == 0) break;
        turned |= here;
        row += down;
        column += right;
      }
    }
  }
  return result;
}

inline Mask legal_moves(Board board) {
  Mask result = 0;
  for (int square = 0; square < kSquares; ++square) {
    if ((board.discs() & bit(square)) == 0 && flips(board, square) != 0) result |= bit(square);
  }
  return result;
}

// Minimax without bounds: the final score for the side to move.
inline int solve(Board board) {
  int best = -65;
  for (int square = 0; square < kSquares; ++square) {
    const Mask flipped = (board.discs() & bit(square)) ? 0 : flips(board, square);
    if (flipped == 0) continue;
    const int value = -solve(after(board, square, flipped));
    if (value > best) best = value;
  }
  if (best > -65) return best;
  if (legal_moves(board.passed()) == 0) return final_score(board);
  return -solve(board.passed());
}

}  // namespace trilith::othello::plain
