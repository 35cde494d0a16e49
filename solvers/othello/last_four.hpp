// The last four empty squares: unrolled null-window search without lists or a board for the last
// disc.
//
// All functions: contract of a null window (alpha, alpha + 1), fail-soft: a result above alpha is a
// lower bound of the score for the side to move, another one an upper bound.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "engines/othello/board.hpp"
#include "solvers/othello/last_flips.hpp"

namespace trilith::othello {

inline constexpr int kScoreInfinity = 99;  // beyond every score

constexpr std::array<Mask, kSquares> make_neighbours() {
  std::array<Mask, kSquares> table{};
  for (int square = 0; square < kSquares; ++square) {
    for (int other = 0; other < kSquares; ++other) {
      const int rows = other / 8 - square / 8;
      const int columns = other % 8 - square % 8;
      if (other != square && rows * rows <= 1 && columns * columns <= 1) {
        table[square] |= bit(other);
      }
    }
  }
  return table;
}

// Squares next to each square: a move without an opponent disc there turns nothing.
inline constexpr std::array<Mask, kSquares> kNeighbours = make_neighbours();

constexpr std::array<Mask, kSquares> make_bits() {
  std::array<Mask, kSquares> table{};
  for (int square = 0; square < kSquares; ++square) table[square] = bit(square);
  return table;
}
inline constexpr std::array<Mask, kSquares> kBits = make_bits();

// The order in which four empty squares are tried: those alone in their quadrant first (parity: who
// moves last in a region gains), pairs of a quadrant kept together. `shift[i]` finds the i-th of
// them in a word of four bytes; `pairs`: every quadrant holds an even number.
struct FourOrder {
  std::array<std::uint8_t, 4> shift{};
  bool pairs = false;
};

// [quadrants of the four squares, two bits each, the first in the lowest]
constexpr std::array<FourOrder, 256> make_four_orders() {
  std::array<FourOrder, 256> table{};
  for (int key = 0; key < 256; ++key) {
    std::array<int, 4> together{};  // squares in the quadrant of each
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < 4; ++j) together[i] += (key >> 2 * i & 3) == (key >> 2 * j & 3);
    }
    FourOrder& order = table[key];
    std::size_t count = 0;
    const auto append = [&](int i) { order.shift[count++] = static_cast<std::uint8_t>(8 * i); };
    for (int i = 0; i < 4; ++i) {
      if (together[i] == 1) append(i);
    }
    for (int i = 0; i < 4; ++i) {
      if (together[i] == 3) append(i);
    }
    for (int i = 0; i < 4; ++i) {
      for (int j = i + 1; j < 4; ++j) {
        if (together[i] != 2 || (key >> 2 * i & 3) != (key >> 2 * j & 3)) continue;
        append(i);
        append(j);
      }
    }
    for (int i = 0; i < 4; ++i) {
      if (together[i] == 4) append(i);
    }
    order.pairs = together[0] % 2 == 0 && together[1] % 2 == 0 && together[2] % 2 == 0;
  }
  return table;
}
inline constexpr std::array<FourOrder, 256> kFourOrders = make_four_orders();

template <class Level>
struct LastFour {
  using Lanes = typename Level::Lanes;

  std::uint64_t nodes = 0;

  // One empty square. The same result for every window, so no window is asked for; without a
  // branch, since which side can place is hard to foresee.
  inline int solve_1(Mask own, int x) {
    ++nodes;
    const int if_placed = 2 * std::popcount(own) - 62;  // and nothing turned
    const LastTurns turns = LastFlips<Level>::turns(own, x);
    // Own must pass if it turns nothing. If the opponent cannot place either, the empty square
    // counts for the winner.
    const int unplaced = if_placed <= 0 ? if_placed - 2 : if_placed;
    const int passed = turns.opponent != 0 ? if_placed - 2 - turns.opponent : unplaced;
    return turns.own != 0 ? if_placed + turns.own : passed;
  }

  inline int solve_2(Lanes own, Lanes opponent, int alpha, int x1, int x2) {
    ++nodes;
    // Both squares at once: the second one's flips are often not needed, but cost less than a
    // branch that goes the wrong way.
    const Mask turned1 = Level::mask(Level::join(flips(own, opponent, x1)));
    const Mask turned2 = Level::mask(Level::join(flips(own, opponent, x2)));
    const Mask enemy = Level::mask(opponent);
    int best = -kScoreInfinity;
    if (turned1 != 0) {
      best = -solve_1(enemy ^ turned1, x2);
      if (best > alpha) return best;
    }
    if (turned2 != 0) best = std::max(best, -solve_1(enemy ^ turned2, x1));
    if (best != -kScoreInfinity) return best;
    // Pass: the opponent's best move is own's least score.
    best = kScoreInfinity;
    if (const Lanes turned = flips(opponent, own, x1); !Level::none(turned)) {
      best = solve_1(Level::mask(own ^ Level::join(turned)), x2);
      if (best <= alpha) return best;
    }
    if (const Lanes turned = flips(opponent, own, x2); !Level::none(turned)) {
      const int value = solve_1(Level::mask(own ^ Level::join(turned)), x1);
      if (value < best) best = value;
    }
    return best != kScoreInfinity ? best : final_score({Level::mask(own), Level::mask(opponent)});
  }

  int solve_3(Lanes own, Lanes opponent, int alpha, int x1, int x2, int x3) {
    ++nodes;
    for (int sign = 1;; sign = -1) {
      int best = -kScoreInfinity;
      const auto try_square = [&](int square, int a, int b) {
        const Lanes turned = flips(own, opponent, square);
        if (Level::none(turned)) return false;
        const Lanes all = Level::join(turned);
        const int value =
            -solve_2(opponent ^ all, own ^ all ^ Level::spread(kBits[square]), -alpha - 1, a, b);
        if (value > best) best = value;
        return value > alpha;
      };
      if (try_square(x1, x2, x3) || try_square(x2, x1, x3) || try_square(x3, x1, x2) ||
          best != -kScoreInfinity) {
        return sign * best;
      }
      if (sign < 0) return final_score({Level::mask(opponent), Level::mask(own)});
      std::swap(own, opponent);
      alpha = -alpha - 1;
    }
  }

  int solve_4(Mask own_discs, Mask opponent_discs, int alpha) {
    ++nodes;
    std::uint32_t packed = 0;
    Mask rest = ~(own_discs | opponent_discs);
    for (int shift = 0; shift < 32; shift += 8) {
      packed |= static_cast<std::uint32_t>(std::countr_zero(rest)) << shift;
      rest &= rest - 1;
    }
    const FourOrder& order = kFourOrders[quadrants(packed)];
    const auto square_at = [&](std::size_t i) {
      return static_cast<int>(packed >> order.shift[i] & 63);
    };
    const std::array<int, 4> x = {square_at(0), square_at(1), square_at(2), square_at(3)};

    Lanes own = Level::spread(own_discs);
    Lanes opponent = Level::spread(opponent_discs);
    for (int sign = 1;; sign = -1) {
      int best = -kScoreInfinity;
      const auto try_square = [&](int square, int a, int b, int c) {
        const Lanes turned = flips(own, opponent, square);
        if (Level::none(turned)) return false;
        const Lanes all = Level::join(turned);
        const int value =
            -solve_3(opponent ^ all, own ^ all ^ Level::spread(kBits[square]), -alpha - 1, a, b, c);
        if (value > best) best = value;
        return value > alpha;
      };
      if (try_square(x[0], x[1], x[2], x[3])) return sign * best;
      if (try_square(x[1], x[0], x[2], x[3])) return sign * best;
      // Of two pairs the other half of the one begun comes next.
      if (order.pairs ? try_square(x[2], x[3], x[0], x[1]) : try_square(x[2], x[0], x[1], x[3])) {
        return sign * best;
      }
      if (order.pairs ? try_square(x[3], x[2], x[0], x[1]) : try_square(x[3], x[0], x[1], x[2])) {
        return sign * best;
      }
      if (best != -kScoreInfinity) return sign * best;
      if (sign < 0) return final_score({Level::mask(opponent), Level::mask(own)});
      std::swap(own, opponent);
      alpha = -alpha - 1;
    }
  }

 private:
  static inline Lanes flips(Lanes own, Lanes opponent, int square) {
    if constexpr (sizeof(Lanes) == sizeof(Mask)) {
      if ((kNeighbours[square] & opponent) == 0) return 0;
    }
    return Level::line_flips(own, opponent, square);
  }

  // Bits 2 and 5 of a square number name its quadrant; gathered from four bytes.
  static constexpr std::uint32_t quadrants(std::uint32_t packed) {
    const std::uint32_t each = (packed >> 2 & 0x01010101u) | (packed >> 4 & 0x02020202u);
    return each * 0x01041040u >> 24;
  }
};

}  // namespace trilith::othello
