// Symmetries of Otrio's board: the square's eight, times the exchange of S and L.
//
// Symmetry number s: bit 0 mirrors columns, bit 1 mirrors rows (after bit 2), bit 2 exchanges rows
// and columns (first), bit 3 exchanges S and L. Number 0 is the identity.
#pragma once

#include <cstdint>

#include "engines/otrio/board.hpp"
#include "engines/otrio/position.hpp"

namespace trilith::otrio {

inline constexpr int kSymmetries = 16;

int transform_slot(int slot, int symmetry);
SlotMask transform(SlotMask mask, int symmetry);
Move transform(Move move, int symmetry);
Position transform(const Position& p, int symmetry);

// The least image under the first `symmetries` (8 or 16), in the order of (closed, V, R, G, B).
Position canonical(const Position& p, int symmetries);

// A 64-bit key of the whole position.
std::uint64_t position_key(const Position& p);

}  // namespace trilith::otrio
