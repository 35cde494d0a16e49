// Tic-tac-toe as a Game: the second, tiny game that keeps the trait honest. Used by tests only.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

#include "engines/error.hpp"
#include "engines/game.hpp"
#include "engines/hashing.hpp"

namespace trilith::testing {

struct TicTacToe {
  // marks[s] has a bit per square of seat s; squares 0..8 row by row.
  struct Position {
    std::array<std::uint16_t, 2> marks{};
    bool operator==(const Position&) const = default;
  };
  using Move = std::uint8_t;
  struct Setup {};

  static constexpr std::string_view name = "tic-tac-toe";
  static constexpr std::size_t max_moves = 9;
  static constexpr std::size_t max_seats = 2;
  static constexpr int max_payoff = 1;

  static Position initial(const Setup&) { return {}; }
  static int seats(const Position&) { return 2; }
  static int filled(const Position& p) { return std::popcount<unsigned>(p.marks[0] | p.marks[1]); }
  static int side_to_move(const Position& p) { return filled(p) % 2; }
  static bool is_terminal(const Position& p) {
    return filled(p) == 9 || wins(p.marks[0]) || wins(p.marks[1]);
  }
  static void legal_moves(const Position& p, FixedList<Move, max_moves>& list) {
    if (is_terminal(p)) return;
    for (int square = 0; square < 9; ++square) {
      if (((p.marks[0] | p.marks[1]) >> square & 1) == 0) list.push_back(static_cast<Move>(square));
    }
  }
  static void play(Position& p, Move m) {
    auto& own = p.marks[side_to_move(p)];
    own = static_cast<std::uint16_t>(own | 1 << m);
  }
  static std::array<int, 2> payoff(const Position& p) {
    if (wins(p.marks[0])) return {1, -1};
    if (wins(p.marks[1])) return {-1, 1};
    return {0, 0};
  }
  static std::string move_text(const Position&, Move m) { return std::to_string(m + 1); }
  static Move parse_move(const Position& p, std::string_view text) {
    if (text.size() != 1 || text[0] < '1' || text[0] > '9') throw UserError("no such square");
    const int square = text[0] - '1';
    if ((p.marks[0] | p.marks[1]) >> square & 1) throw UserError("the square is taken");
    return static_cast<Move>(square);
  }
  static std::string position_text(const Position& p) {
    std::string text(9, '.');
    for (int square = 0; square < 9; ++square) {
      if (p.marks[0] >> square & 1) text[square] = 'x';
      if (p.marks[1] >> square & 1) text[square] = 'o';
    }
    return text;
  }
  static Position parse_position(const Setup&, std::string_view text) {
    if (text.size() != 9) throw UserError("a board has nine squares");
    Position p;
    for (int square = 0; square < 9; ++square) {
      const auto seat = std::string_view("xo").find(text[square]);
      if (seat != std::string_view::npos) {
        p.marks[seat] = static_cast<std::uint16_t>(p.marks[seat] | 1 << square);
      } else if (text[square] != '.') {
        throw UserError("a square is x, o or .");
      }
    }
    return p;
  }

  static std::uint64_t key(const Position& p) { return mix64(p.marks[0] | p.marks[1] << 16); }

  // Symmetries 0 and 1: the identity and the mirror image.
  static int symmetries(const Position&) { return 2; }
  static Move transform(Move m, int symmetry) {
    return symmetry == 0 ? m : static_cast<Move>(m / 3 * 3 + 2 - m % 3);
  }
  static Position transform(const Position& p, int symmetry) {
    Position image;
    for (int seat = 0; seat < 2; ++seat) {
      for (Move square = 0; square < 9; ++square) {
        if (p.marks[seat] >> square & 1) {
          image.marks[seat] =
              static_cast<std::uint16_t>(image.marks[seat] | 1 << transform(square, symmetry));
        }
      }
    }
    return image;
  }
  static Position canonical(const Position& p) {
    const Position image = transform(p, 1);
    return image.marks < p.marks ? image : p;
  }

 private:
  static bool wins(unsigned marks) {
    for (const unsigned line : {0007u, 0070u, 0700u, 0111u, 0222u, 0444u, 0421u, 0124u}) {
      if ((marks & line) == line) return true;
    }
    return false;
  }
};

}  // namespace trilith::testing
