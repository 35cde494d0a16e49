// Discs that can never be turned again, and the bound on the score that they give.
//
// Found are: discs on an edge that no play on that edge can turn (a table), discs all of whose four
// lines are full, and discs with, on each line, a full line or a stable neighbour of their colour.
// Every disc found is stable; not every stable disc is found.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "engines/othello/board.hpp"

namespace trilith::othello {

// Stable discs of `own` on an edge of eight squares: [ternary number with digit 1 own, 2 opponent].
struct EdgeStability {
  std::array<std::uint8_t, 6561> stable{};
  std::array<std::uint16_t, 256> ternary{};  // of a pattern of ones

  std::uint8_t operator()(Mask own, Mask opponent) const {
    return stable[ternary[own] + 2u * ternary[opponent]];
  }
};
const EdgeStability& edge_stability();

template <class Level>
struct Stability {
  // Stable discs of board.own.
  static inline Mask own_discs(Board board, const EdgeStability& edge) {
    const Mask own = board.own;
    const Mask opponent = board.opponent;
    Mask stable = edge(own & 0xff, opponent & 0xff);
    stable |= Mask{edge(own >> 56, opponent >> 56)} << 56;
    stable |= spread_column(edge(column_a(own), column_a(opponent)));
    stable |= spread_column(edge(column_a(own >> 7), column_a(opponent >> 7))) << 7;

    const Full full = full_lines(board.discs());
    constexpr Mask kInner = 0x007e7e7e7e7e7e00u;
    const Mask inner = own & kInner;
    stable |= full.row & full.column & full.diagonal & full.antidiagonal & inner;
    while (true) {
      const Mask row = full.row | stable << 1 | stable >> 1;
      const Mask column = full.column | stable << 8 | stable >> 8;
      const Mask diagonal = full.diagonal | stable << 9 | stable >> 9;
      const Mask antidiagonal = full.antidiagonal | stable << 7 | stable >> 7;
      const Mask more = row & column & diagonal & antidiagonal & inner & ~stable;
      if (more == 0) return stable;
      stable |= more;
    }
  }

  // The side to move scores at most this.
  static inline int upper_bound(Board board, const EdgeStability& edge) {
    return 64 - 2 * std::popcount(own_discs(board.passed(), edge));
  }

 private:
  struct Full {
    Mask row, column, diagonal, antidiagonal;
  };

  // Squares whose whole line is filled.
  static inline Full full_lines(Mask discs) {
    Mask row = discs & discs >> 1;
    row &= row >> 2;
    row &= row >> 4;
    row = (row & kColumnA) * 0xff;

    Mask column = discs & std::rotl(discs, 8);
    column &= std::rotl(column, 16);
    column &= std::rotl(column, 32);

    // Doubling along both senses of a diagonal; a square without a neighbour ends the line and
    // counts as full beyond: row 8 or an outer column for one sense, row 1 or the other for the
    // other.
    Mask up7 = discs & (0xff01010101010101u | discs >> 7);
    Mask down7 = discs & (0x80808080808080ffu | discs << 7);
    up7 &= 0xffff030303030303u | up7 >> 14;
    down7 &= 0xc0c0c0c0c0c0ffffu | down7 << 14;
    up7 &= 0xffffffff0f0f0f0fu | up7 >> 28;
    down7 &= 0xf0f0f0f0ffffffffu | down7 << 28;

    Mask up9 = discs & (0xff80808080808080u | discs >> 9);
    Mask down9 = discs & (0x01010101010101ffu | discs << 9);
    up9 &= 0xffffc0c0c0c0c0c0u | up9 >> 18;
    down9 &= 0x030303030303ffffu | down9 << 18;
    up9 &= 0xfffffffff0f0f0f0u | up9 >> 36;
    down9 &= 0x0f0f0f0fffffffffu | down9 << 36;
    return {row, column, up9 & down9, up7 & down7};
  }

  // Column a as a byte, a1 in bit 0; the inverse.
  static inline Mask column_a(Mask mask) { return (mask & kColumnA) * 0x0102040810204080u >> 56; }
  static inline Mask spread_column(Mask byte) {
    return ((byte & 0x7f) * 0x0002040810204081u & kColumnA) | (byte >> 7) << 56;
  }
};

}  // namespace trilith::othello
