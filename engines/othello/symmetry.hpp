// The eight symmetries of the square on Othello boards.
//
// Symmetry number s: bit 2 exchanges rows and columns (first), bit 1 mirrors the rows (1 <-> 8),
// bit 0 mirrors the columns (a <-> h). Number 0 is the identity.
#pragma once

#include <cstdint>

#include "engines/othello/board.hpp"
#include "engines/othello/position.hpp"

namespace trilith::othello {

inline constexpr int kSymmetries = 8;

Mask transform(Mask mask, int symmetry);
Move transform(Move move, int symmetry);
Board transform(Board board, int symmetry);
Position transform(const Position& p, int symmetry);

// The number of the symmetry that undoes `symmetry`.
int inverse_symmetry(int symmetry);

// The least image in the order of (own, opponent), and a symmetry that leads to it.
struct CanonicalBoard {
  Board board;
  int symmetry = 0;
};
CanonicalBoard canonical(Board board);
Position canonical(const Position& p);

// A 64-bit key of the whole position; of the board alone it is position_key({board}).
std::uint64_t position_key(const Position& p);

}  // namespace trilith::othello
