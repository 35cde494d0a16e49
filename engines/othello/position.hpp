// An Othello position: the board, whose turn it is, and what the rule options leave to remember.
#pragma once

#include <cstdint>

#include "engines/othello/board.hpp"
#include "engines/othello/portable.hpp"

namespace trilith::othello {

// reversi: the 19th century's game; the first four discs are put freely on the centre squares.
enum class Variant : std::uint8_t { standard, reversi };

// wof: empty squares count for the winner; discs: the discs as they lie.
enum class Scoring : std::uint8_t { wof, discs };

struct Setup {
  Variant variant = Variant::standard;
  Scoring scoring = Scoring::wof;
  bool operator==(const Setup&) const = default;
};

enum Seat : std::uint8_t { kBlack = 0, kWhite = 1 };

// board    from the view of the side to move
// seat     whose turn it is
// placing  discs still to be put freely on the centre (Variant::reversi only), 0..4
struct Position {
  Board board = kStart;
  Seat seat = kBlack;
  std::uint8_t placing = 0;
  Scoring scoring = Scoring::wof;

  constexpr Mask discs_of(Seat colour) const { return colour == seat ? board.own : board.opponent; }
  bool operator==(const Position&) const = default;
};

constexpr Position initial_position(const Setup& setup) {
  const bool free_start = setup.variant == Variant::reversi;
  return {free_start ? Board{} : kStart, kBlack, static_cast<std::uint8_t>(free_start ? 4 : 0),
          setup.scoring};
}

// Squares on which the side to move may place.
constexpr Mask placements(const Position& p) {
  return p.placing > 0 ? kCentre & p.board.empties() : Portable::legal_moves(p.board);
}

constexpr bool must_pass(const Position& p) {
  return placements(p) == 0 && Portable::legal_moves(p.board.passed()) != 0;
}

constexpr bool is_over(const Position& p) {
  return placements(p) == 0 && Portable::legal_moves(p.board.passed()) == 0;
}

// Plays a legal move, which may be kPass.
constexpr void play(Position& p, Move move) {
  if (move == kPass) {
    p.board = p.board.passed();
  } else {
    p.board = after(p.board, move, p.placing > 0 ? 0 : Portable::flips(p.board, move));
    if (p.placing > 0) --p.placing;
  }
  p.seat = p.seat == kBlack ? kWhite : kBlack;
}

// The score of a finished game for the side to move, -64..64.
constexpr int score(const Position& p) {
  return p.scoring == Scoring::wof ? final_score(p.board) : disc_difference(p.board);
}

}  // namespace trilith::othello
