// Symmetries of Othello boards by exchanges of bits.
#include "engines/othello/symmetry.hpp"

#include <tuple>

#include "engines/hashing.hpp"

namespace trilith::othello {
namespace {

// Exchanges the bits of `mask` with those `step` places higher.
constexpr Mask swap_bits(Mask x, Mask mask, int step) {
  const Mask difference = (x ^ (x >> step)) & mask;
  return x ^ difference ^ (difference << step);
}

constexpr Mask mirror_columns(Mask x) {
  x = swap_bits(x, 0x5555555555555555u, 1);
  x = swap_bits(x, 0x3333333333333333u, 2);
  return swap_bits(x, 0x0f0f0f0f0f0f0f0fu, 4);
}

constexpr Mask mirror_rows(Mask x) {
  x = swap_bits(x, 0x00ff00ff00ff00ffu, 8);
  x = swap_bits(x, 0x0000ffff0000ffffu, 16);
  return swap_bits(x, 0x00000000ffffffffu, 32);
}

// Transposes 2x2 blocks of single squares, then of 2x2 and of 4x4 blocks.
constexpr Mask transpose(Mask x) {
  x = swap_bits(x, 0x00aa00aa00aa00aau, 7);
  x = swap_bits(x, 0x0000cccc0000ccccu, 14);
  return swap_bits(x, 0x00000000f0f0f0f0u, 28);
}
static_assert(transpose(0xffu) == kColumnA && mirror_columns(1) == bit(7) &&
              mirror_rows(1) == bit(56));

}  // namespace

Mask transform(Mask mask, int symmetry) {
  if (symmetry & 4) mask = transpose(mask);
  if (symmetry & 2) mask = mirror_rows(mask);
  if (symmetry & 1) mask = mirror_columns(mask);
  return mask;
}

Move transform(Move move, int symmetry) {
  if (move == kPass) return kPass;
  return static_cast<Move>(std::countr_zero(transform(bit(move), symmetry)));
}

Board transform(Board board, int symmetry) {
  return {transform(board.own, symmetry), transform(board.opponent, symmetry)};
}

Position transform(const Position& p, int symmetry) {
  Position image = p;
  image.board = transform(p.board, symmetry);
  return image;
}

// With the exchange of rows and columns done first, the two mirrors trade places in the inverse.
int inverse_symmetry(int symmetry) {
  if ((symmetry & 4) == 0) return symmetry;
  return 4 | (symmetry & 1) << 1 | (symmetry & 2) >> 1;
}

CanonicalBoard canonical(Board board) {
  CanonicalBoard best{board, 0};
  for (int symmetry = 1; symmetry < kSymmetries; ++symmetry) {
    const Board image = transform(board, symmetry);
    if (std::tie(image.own, image.opponent) < std::tie(best.board.own, best.board.opponent)) {
      best = {image, symmetry};
    }
  }
  return best;
}

Position canonical(const Position& p) {
  Position image = p;
  image.board = canonical(p.board).board;
  return image;
}

std::uint64_t position_key(const Position& p) {
  const std::uint64_t rest = static_cast<std::uint64_t>(p.seat) |
                             static_cast<std::uint64_t>(p.placing) << 8 |
                             static_cast<std::uint64_t>(p.scoring) << 16;
  return mix64(mix64(mix64(p.board.own) ^ p.board.opponent) + rest);
}

}  // namespace trilith::othello
