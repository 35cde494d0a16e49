// The Othello board: two 64-bit words seen from the side to move, and names of its squares.
//
// Square number = 8 * row + column, counted from a1, so bit 0 is a1, bit 7 h1, bit 56 a8:
//
//        a  b  c  d  e  f  g  h
//    1   0  1  2  3  4  5  6  7
//    2   8  9 10 11 12 13 14 15
//    ...
//    8  56 57 58 59 60 61 62 63
//
// Example: at the start Black (to move) has e4 and d5, bits 28 and 35: own = 0x0000000810000000,
// opponent = 0x0000001008000000.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

namespace trilith::othello {

using Mask = std::uint64_t;
using Move = std::uint8_t;  // a square, or kPass

inline constexpr int kSquares = 64;
inline constexpr Move kPass = kSquares;

inline constexpr Mask kCorners = 0x8100000000000081u;
inline constexpr Mask kCentre = 0x0000001818000000u;  // d4 e4 d5 e5
inline constexpr Mask kColumnA = 0x0101010101010101u;

constexpr Mask bit(int square) { return Mask{1} << square; }

// own: discs of the side to move; opponent: of the other side. The two are disjoint.
struct Board {
  Mask own = 0;
  Mask opponent = 0;

  constexpr Mask discs() const { return own | opponent; }
  constexpr Mask empties() const { return ~discs(); }
  constexpr int empty_count() const { return std::popcount(empties()); }
  constexpr Board passed() const { return {opponent, own}; }

  bool operator==(const Board&) const = default;
};
static_assert(std::is_trivially_copyable_v<Board> && sizeof(Board) == 16);

inline constexpr Board kStart = {0x0000000810000000u, 0x0000001008000000u};

// The board after a disc on `square` that turns `flipped`, from the view of the side then due.
constexpr Board after(Board board, int square, Mask flipped) {
  return {board.opponent ^ flipped, board.own ^ (flipped | bit(square))};
}

// Own minus opponent's discs as they lie.
constexpr int disc_difference(Board board) {
  return std::popcount(board.own) - std::popcount(board.opponent);
}

// The same with the empty squares given to the winner (shared in a draw): the score of a finished
// game under the World Othello Federation's rules.
constexpr int final_score(Board board) {
  const int difference = disc_difference(board);
  const int empties = board.empty_count();
  return difference > 0 ? difference + empties : difference < 0 ? difference - empties : 0;
}

}  // namespace trilith::othello
