// Symmetries of Othello boards: a group of eight, and they commute with the rules.
#include "engines/othello/symmetry.hpp"

#include <gtest/gtest.h>

#include <set>

#include "tests/engines/othello/boards.hpp"

namespace trilith::othello {
namespace {

TEST(OthelloSymmetry, EightDifferentImagesAndTheirInverses) {
  RandomStream random(11, 0);
  for (int round = 0; round < 200; ++round) {
    const Board board = random_board(random);
    std::set<std::pair<Mask, Mask>> images;
    for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
      const Board image = transform(board, symmetry);
      images.insert({image.own, image.opponent});
      EXPECT_EQ(transform(image, inverse_symmetry(symmetry)), board);
      EXPECT_EQ(canonical(image).board, canonical(board).board);
      EXPECT_EQ(Portable::legal_moves(image), transform(Portable::legal_moves(board), symmetry));
    }
    const CanonicalBoard least = canonical(board);
    EXPECT_EQ(transform(board, least.symmetry), least.board);
    if (std::popcount(board.discs()) > 20) {
      EXPECT_EQ(images.size(), 8u);
    }
  }
}

TEST(OthelloSymmetry, StartHasOneClassOfFirstMoves) {
  std::set<std::pair<Mask, Mask>> classes;
  for (Mask moves = Portable::legal_moves(kStart); moves != 0; moves &= moves - 1) {
    const int square = std::countr_zero(moves);
    const Board board = canonical(after(kStart, square, Portable::flips(kStart, square))).board;
    classes.insert({board.own, board.opponent});
  }
  EXPECT_EQ(classes.size(), 1u);
}

TEST(OthelloSymmetry, KeysTellColoursOptionsAndBoardsApart) {
  Position p = initial_position({});
  const std::uint64_t key = position_key(p);
  p.seat = kWhite;
  EXPECT_NE(position_key(p), key);
  EXPECT_NE(position_key(initial_position({.scoring = Scoring::discs})), key);
  EXPECT_NE(position_key(initial_position({.variant = Variant::reversi})), key);
}

}  // namespace
}  // namespace trilith::othello
