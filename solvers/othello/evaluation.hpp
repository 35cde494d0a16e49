// The built-in evaluation of Othello positions: what orders moves and guides selective search while
// no trained weights are given.
//
// An evaluation is a type with
//   State                          what a node carries along for it (may be empty)
//   State start(Board)             from scratch
//   State after(State, Board, int square, Mask turned)    updated by a move; Board before the move
//   State passed(State)
//   int value(Board, State, Mask moves)    expected score in discs for the side to move, -64..64,
//                                          which has the legal moves `moves`
// Any other such type can take this one's place in EndgameHooks.
#pragma once

#include <algorithm>
#include <bit>

#include "engines/othello/board.hpp"

namespace trilith::othello {

// Squares beside the discs, those next to an outer column counted from inner discs only.
constexpr Mask frontier(Mask discs) {
  const Mask inner = discs & 0x7e7e7e7e7e7e7e7eu;
  return discs << 8 | discs >> 8 | inner << 1 | inner >> 1 | inner << 7 | inner >> 7 | inner << 9 |
         inner >> 9;
}

template <class Level>
struct BuiltinEvaluation {
  struct State {};

  State start(Board) const { return {}; }
  State after(State, Board, int, Mask) const { return {}; }
  State passed(State) const { return {}; }

  int value(Board board, State, Mask moves) const {
    return (side(board, moves) - side(board.passed(), Level::legal_moves(board.passed()))) / 128;
  }

 private:
  static int side(Board board, Mask moves) {
    const Mask own = board.own;
    const Mask empties = board.empties();
    const Mask open_corners = empties & kCorners;
    const Mask x_squares = (open_corners << 9 & 0x200u) | (open_corners << 7 & 0x4000u) |
                           (open_corners >> 7 & Mask{0x0002000000000000}) |
                           (open_corners >> 9 & Mask{0x0040000000000000});
    const Mask beside = (open_corners & 0x0101010101010101u) << 1 |
                        (open_corners & 0x8080808080808080u) >> 1 | open_corners << 8 |
                        open_corners >> 8;
    return 190 * std::popcount(moves) + 380 * std::popcount(moves & kCorners) +
           900 * std::popcount(own & kCorners) - 400 * std::popcount(own & x_squares) -
           160 * std::popcount(own & beside & kEdges) + 100 * std::popcount(own & kEdges) -
           90 * std::popcount(frontier(empties) & own);
  }
};

}  // namespace trilith::othello
