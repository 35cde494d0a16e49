// The exact solver of the last dozen empty squares, where nearly all nodes of an endgame lie.
//
// Three zones, each cheaper per node than the one above:
//   5-6 empties   moves of odd quadrants first, no table, no list
//   7 and more    moves sorted by the mobility they leave, a small table that stays in the cache
// and last_four.hpp below. The odd quadrants are kept as a mask that moves update.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "engines/othello/board.hpp"
#include "solvers/othello/frontier.hpp"
#include "solvers/othello/last_four.hpp"
#include "solvers/othello/stability.hpp"

namespace trilith::othello {

// Squares of the quadrant that holds `square`.
constexpr Mask quadrant(int square) { return Mask{0x0f0f0f0f} << ((square & 4) | (square & 32)); }

// Squares of the quadrants with an odd number of bits of `empties`.
constexpr Mask odd_quadrants(Mask empties) {
  Mask odd = 0;
  for (const int corner : {0, 7, 56, 63}) {
    if (std::popcount(empties & quadrant(corner)) & 1) odd |= quadrant(corner);
  }
  return odd;
}

constexpr std::array<Mask, kSquares> make_quadrants() {
  std::array<Mask, kSquares> table{};
  for (int square = 0; square < kSquares; ++square) table[square] = quadrant(square);
  return table;
}
inline constexpr std::array<Mask, kSquares> kQuadrants = make_quadrants();

// A head start for good squares when mobility is equal: corners, then edges, C and X squares last.
inline constexpr std::array<std::int8_t, kSquares> kSquareBonus = [] {
  constexpr std::array<std::int8_t, 16> kQuarter = {18, 4, 16, 12,  // row 1, columns a-d
                                                    4,  2, 6,  8,   // row 2
                                                    16, 6, 14, 10,  // row 3
                                                    12, 8, 10, 0};  // row 4
  std::array<std::int8_t, kSquares> table{};
  for (int square = 0; square < kSquares; ++square) {
    const int row = square / 8 < 4 ? square / 8 : 7 - square / 8;
    const int column = square % 8 < 4 ? square % 8 : 7 - square % 8;
    table[square] = kQuarter[4 * row + column];
  }
  return table;
}();

template <class Level>
class LeafSolver : public LastFour<Level> {
 public:
  using LastFour<Level>::nodes;

  explicit LeafSolver(const EdgeStability& edge) : edge_(edge) {}

  // The score of `board` for the side to move within (alpha, beta): exact inside the window, an
  // upper bound at or below alpha, a lower bound at or above beta.
  int solve(Board board, int alpha, int beta) {
    int lower = -64;
    int upper = 64;
    if (alpha < -65) alpha = -65;
    if (beta > 65) beta = 65;
    // Null windows that halve the interval; scores are even.
    while (lower < upper && lower < beta && upper > alpha) {
      int middle = (lower + upper) / 2;
      if (middle < alpha) middle = alpha;
      if (middle >= beta) middle = beta - 1;
      if (middle >= upper) middle = upper - 1;
      if (middle < lower) middle = lower;
      const int value = solve_null(board, middle);
      if (value > middle) {
        lower = value;
      } else {
        upper = value;
      }
    }
    return upper <= alpha ? upper : lower;
  }

  // The contract of last_four.hpp for any number of empty squares.
  int solve_null(Board board, int alpha) {
    const int empties = board.empty_count();
    const Mask moves = Level::legal_moves(board);
    if (moves == 0) {
      if (Level::legal_moves(board.passed()) == 0) return final_score(board);
      return -solve_null(board.passed(), -alpha - 1);
    }
    return search(board.own, board.opponent, alpha, empties, moves, odd_quadrants(board.empties()));
  }

  // `moves` are the legal moves, at least one; `odd` as odd_quadrants().
  int search(Mask own, Mask opponent, int alpha, int empties, Mask moves, Mask odd) {
    switch (empties) {
      case 1:
        return this->solve_1(own, std::countr_zero(~(own | opponent)));
      case 2: {
        const Mask rest = ~(own | opponent);
        return this->solve_2(Level::spread(own), Level::spread(opponent), alpha,
                             std::countr_zero(rest), 63 - std::countl_zero(rest));
      }
      case 3: {
        const Mask rest = ~(own | opponent);
        return this->solve_3(Level::spread(own), Level::spread(opponent), alpha,
                             std::countr_zero(rest), std::countr_zero(rest & (rest - 1)),
                             63 - std::countl_zero(rest));
      }
      case 4:
        return this->solve_4(own, opponent, alpha);
      case 5:
        return shallow<5>(own, opponent, alpha, moves, odd);
      case 6:
        return shallow<6>(own, opponent, alpha, moves, odd);
      default:
        return sorted(own, opponent, alpha, empties, moves, odd);
    }
  }

 private:
  struct Entry {
    Mask own = 0;
    Mask opponent = 0;  // both 0: an empty entry (no game has such a board)
    std::int8_t lower = -64;
    std::int8_t upper = 64;
    Move move = kPass;
  };
  static constexpr int kTableBits = 13;  // 192 KiB

  struct Candidate {
    Mask turned;
    Mask replies;
    int order;
    Move square;
  };

  // Below these bounds counting stable discs costs more than it cuts.
  static constexpr int stability_threshold(int empties) {
    constexpr std::array<int, 16> kThreshold = {99, 99, 99, 99, 99, 8,  10, 12,
                                                14, 16, 20, 22, 24, 26, 28, 30};
    return empties < 16 ? kThreshold[empties] : 32;
  }

  static std::size_t slot_of(Mask own, Mask opponent) {
    const Mask mixed = own * 0x9e3779b97f4a7c15u ^ std::rotl(opponent * 0xd6e8feb86659fd93u, 32);
    return static_cast<std::size_t>((mixed * 0xff51afd7ed558ccdu) >> (64 - kTableBits));
  }

  bool stability_cut(Mask own, Mask opponent, int alpha, int empties, int& bound) const {
    if (alpha < stability_threshold(empties)) return false;
    bound = Stability<Level>::upper_bound({own, opponent}, edge_);
    return bound <= alpha;
  }

  template <int kEmpties>
  int shallow(Mask own, Mask opponent, int alpha, Mask moves, Mask odd) {
    ++nodes;
    int bound = 0;
    if (stability_cut(own, opponent, alpha, kEmpties, bound)) return bound;
    int best = -kScoreInfinity;
    for (Mask part = moves & odd, later = moves & ~odd; (part | later) != 0;) {
      if (part == 0) {
        part = later;
        later = 0;
      }
      const int square = std::countr_zero(part);
      part &= part - 1;
      const Mask turned = Level::flips({own, opponent}, square);
      const Mask next_own = opponent ^ turned;
      const Mask next_opponent = own ^ turned ^ bit(square);
      int value;
      if constexpr (kEmpties == 5) {
        value = -this->solve_4(next_own, next_opponent, -alpha - 1);
      } else {
        value = -shallow_or_pass<kEmpties - 1>(next_own, next_opponent, -alpha - 1,
                                               odd ^ kQuadrants[square]);
      }
      if (value > alpha) return value;
      if (value > best) best = value;
    }
    return best;
  }

  template <int kEmpties>
  int shallow_or_pass(Mask own, Mask opponent, int alpha, Mask odd) {
    const Mask moves = Level::legal_moves({own, opponent});
    if (moves != 0) return shallow<kEmpties>(own, opponent, alpha, moves, odd);
    const Mask replies = Level::legal_moves({opponent, own});
    if (replies == 0) return final_score({own, opponent});
    return -shallow<kEmpties>(opponent, own, -alpha - 1, replies, odd);
  }

  int descend(const Candidate& c, Mask own, Mask opponent, int alpha, int empties, Mask odd) {
    const Mask next_own = opponent ^ c.turned;
    const Mask next_opponent = own ^ c.turned ^ bit(c.square);
    const Mask next_odd = odd ^ kQuadrants[c.square];
    if (c.replies != 0) {
      return -search(next_own, next_opponent, -alpha - 1, empties - 1, c.replies, next_odd);
    }
    const Mask again = Level::legal_moves({next_opponent, next_own});
    if (again == 0) return -final_score({next_own, next_opponent});
    return search(next_opponent, next_own, alpha, empties - 1, again, next_odd);
  }

  int sorted(Mask own, Mask opponent, int alpha, int empties, Mask moves, Mask odd) {
    ++nodes;
    int bound = 0;
    if (stability_cut(own, opponent, alpha, empties, bound)) return bound;
    Entry& entry = table_[slot_of(own, opponent)];
    Move table_move = kPass;
    if (entry.own == own && entry.opponent == opponent) {
      if (entry.lower > alpha) return entry.lower;
      if (entry.upper <= alpha) return entry.upper;
      table_move = entry.move;
    }

    std::array<Candidate, kSquares> list;
    int count = 0;
    for (Mask rest = moves; rest != 0; rest &= rest - 1) {
      Candidate& c = list[count++];
      c.square = static_cast<Move>(std::countr_zero(rest));
      c.turned = Level::flips({own, opponent}, c.square);
      if (c.turned == opponent) return 64;  // nothing left to the opponent
      const Board child{opponent ^ c.turned, own ^ c.turned ^ bit(c.square)};
      // A child whose bound is known may end the search before it begins.
      const Entry& known = table_[slot_of(child.own, child.opponent)];
      if (known.own == child.own && known.opponent == child.opponent && -known.upper > alpha) {
        return -known.upper;
      }
      c.replies = Level::legal_moves(child);
      // Weights found by counting the nodes of endgames of 15-20 empty squares.
      c.order = kSquareBonus[c.square] -
                16 * (std::popcount(c.replies) + std::popcount(c.replies & kCorners)) -
                4 * std::popcount(frontier(child.opponent) & child.empties());
      if (odd & bit(c.square)) c.order += 6;
      if (c.square == table_move) c.order = 1 << 20;
    }

    int best = -kScoreInfinity;
    Move best_move = kPass;
    for (int i = 0; i < count; ++i) {
      int pick = i;
      for (int j = i + 1; j < count; ++j) {
        if (list[j].order > list[pick].order) pick = j;
      }
      const Candidate chosen = list[pick];
      list[pick] = list[i];
      const int value = descend(chosen, own, opponent, alpha, empties, odd);
      if (value > best) {
        best = value;
        best_move = chosen.square;
        if (value > alpha) break;
      }
    }
    store(entry, own, opponent, alpha, best, best_move);
    return best;
  }

  static void store(Entry& entry, Mask own, Mask opponent, int alpha, int value, Move move) {
    if (entry.own != own || entry.opponent != opponent) {
      entry = {own, opponent, -64, 64, move};
    }
    entry.move = move;
    if (value > alpha) {
      entry.lower = static_cast<std::int8_t>(value);
    } else {
      entry.upper = static_cast<std::int8_t>(value);
    }
  }

  const EdgeStability& edge_;
  std::array<Entry, std::size_t{1} << kTableBits> table_{};
};

}  // namespace trilith::othello
