// Feature indices in vectors of sixteen lanes: from scratch and updated by a move, compiled once
// per code path.
//
// The vectors are the compiler's own, so that one text serves all paths: a block is one register
// from AVX2 on and two before. Whatever is emitted here carries the path in its name, see
// engines/othello/kernels_of_level.hpp.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "engines/othello/board.hpp"
#include "eval/othello/features.hpp"

namespace trilith::othello {

// FeatureSet's contributions without their owner: lane `l` of `discs` in chunk `c` stands at
// (c * 16 + discs) * blocks * kLanes + l of `chunks`, that of a square at square * blocks * kLanes
// + l of `squares`.
struct ContributionTable {
  const std::uint16_t* chunks;
  const std::uint16_t* squares;
  std::size_t blocks;
};

template <class Level>
struct IndexBlocks {
  using Block = std::uint16_t __attribute__((vector_size(2 * kLanes)));
  static_assert(kMaxLanes / kLanes == 4);

  // Calls `then` with the number of blocks as a constant.
  template <class Then>
  [[gnu::always_inline]] static void with_blocks(std::size_t blocks, Then&& then) {
    switch (blocks) {
      case 1:
        return then(std::integral_constant<std::size_t, 1>{});
      case 2:
        return then(std::integral_constant<std::size_t, 2>{});
      case 3:
        return then(std::integral_constant<std::size_t, 3>{});
      default:
        return then(std::integral_constant<std::size_t, 4>{});
    }
  }

  static void set(const ContributionTable& table, Board board, Indices& indices) {
    with_blocks(table.blocks, [&](auto blocks) { set<blocks>(table.chunks, board, indices); });
  }

  // See play_indices().
  static void play(const ContributionTable& table, const Indices& from, int square, Mask flipped,
                   Indices& to) {
    with_blocks(table.blocks,
                [&](auto blocks) { play<blocks>(table.squares, from, square, flipped, to); });
  }

  // The ternary indices of a block.
  static void ternary(const Indices& indices, std::size_t block, Block& result) {
    Block enemy;
    std::memcpy(&result, indices.own.data() + block * kLanes, sizeof result);
    std::memcpy(&enemy, indices.enemy.data() + block * kLanes, sizeof enemy);
    result += enemy + enemy;
  }

  // Those of the side that moves next after a move: what was own counts twice then, so the indices
  // with the sides exchanged grow by the new disc twice and by the turned discs once.
  template <std::size_t kBlocks>
  static void ternary_after(const ContributionTable& table, const Block (&exchanged)[kBlocks],
                            int square, Mask flipped, Block (&result)[kBlocks]) {
    Block placed[kBlocks] = {};
    add_square(placed, table.squares, square);
    for (std::size_t i = 0; i < kBlocks; ++i) result[i] = exchanged[i] + placed[i] + placed[i];
    add_squares(result, table.squares, flipped);
  }

 private:
  template <std::size_t kBlocks>
  static void add(Block (&sums)[kBlocks], const std::uint16_t* lanes) {
    for (std::size_t i = 0; i < kBlocks; ++i) {
      Block part;
      std::memcpy(&part, lanes + i * kLanes, sizeof part);
      sums[i] += part;
    }
  }

  template <std::size_t kBlocks>
  static void add_square(Block (&sums)[kBlocks], const std::uint16_t* squares, int square) {
    add(sums, squares + static_cast<std::size_t>(square) * kBlocks * kLanes);
  }

  // Four at a time, zeros for want of more: few moves turn more than four discs, so that the branch
  // is mostly foreseen.
  template <std::size_t kBlocks>
  static void add_squares(Block (&sums)[kBlocks], const std::uint16_t* squares, Mask discs) {
    do {
      for (int i = 0; i < 4; ++i) {
        add_square(sums, squares, std::countr_zero(discs));
        discs &= discs - 1;
      }
    } while (discs != 0);
  }

  template <std::size_t kBlocks>
  static void set(const std::uint16_t* chunks, Board board, Indices& indices) {
    Block own[kBlocks] = {};
    Block enemy[kBlocks] = {};
    for (std::size_t chunk = 0; chunk < 16; ++chunk) {
      const std::uint16_t* lanes = chunks + chunk * 16 * kBlocks * kLanes;
      add(own, lanes + (board.own >> (4 * chunk) & 15) * kBlocks * kLanes);
      add(enemy, lanes + (board.opponent >> (4 * chunk) & 15) * kBlocks * kLanes);
    }
    std::memcpy(indices.own.data(), own, sizeof own);
    std::memcpy(indices.enemy.data(), enemy, sizeof enemy);
  }

  template <std::size_t kBlocks>
  static void play(const std::uint16_t* squares, const Indices& from, int square, Mask flipped,
                   Indices& to) {
    Block turned[kBlocks] = {};
    add_squares(turned, squares, flipped);
    Block mover[kBlocks];
    Block other[kBlocks];
    std::memcpy(mover, from.own.data(), sizeof mover);
    std::memcpy(other, from.enemy.data(), sizeof other);
    add_square(mover, squares, square);
    for (std::size_t i = 0; i < kBlocks; ++i) {
      mover[i] += turned[i];
      other[i] -= turned[i];
    }
    std::memcpy(to.own.data(), other, sizeof other);
    std::memcpy(to.enemy.data(), mover, sizeof mover);
  }
};

}  // namespace trilith::othello
