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

#include "engines/othello/board.hpp"
#include "eval/othello/features.hpp"

namespace trilith::othello {

// FeatureSet's contributions without their owner: lane `l` of `discs` in chunk `c` stands at
// (c * 16 + discs) * blocks * kLanes + l.
struct ContributionTable {
  const std::uint16_t* entries;
  std::size_t blocks;
};

template <class Level>
struct IndexBlocks {
  using Block = std::uint16_t __attribute__((vector_size(2 * kLanes)));
  static_assert(kMaxLanes / kLanes == 4);

  static void set(const ContributionTable& table, Board board, Indices& indices) {
    switch (table.blocks) {
      case 1:
        return set<1>(table.entries, board, indices);
      case 2:
        return set<2>(table.entries, board, indices);
      case 3:
        return set<3>(table.entries, board, indices);
      default:
        return set<4>(table.entries, board, indices);
    }
  }

  // See play_indices().
  static void play(const ContributionTable& table, const Indices& from, int square, Mask flipped,
                   Indices& to) {
    switch (table.blocks) {
      case 1:
        return play<1>(table.entries, from, square, flipped, to);
      case 2:
        return play<2>(table.entries, from, square, flipped, to);
      case 3:
        return play<3>(table.entries, from, square, flipped, to);
      default:
        return play<4>(table.entries, from, square, flipped, to);
    }
  }

 private:
  template <std::size_t kBlocks>
  static void add(Block (&sums)[kBlocks], const std::uint16_t* entries, std::size_t chunk,
                  std::size_t discs) {
    const std::uint16_t* lanes = entries + (chunk * 16 + discs) * kBlocks * kLanes;
    for (std::size_t i = 0; i < kBlocks; ++i) {
      Block part;
      std::memcpy(&part, lanes + i * kLanes, sizeof part);
      sums[i] += part;
    }
  }

  template <std::size_t kBlocks>
  static void set(const std::uint16_t* entries, Board board, Indices& indices) {
    Block own[kBlocks] = {};
    Block enemy[kBlocks] = {};
    for (std::size_t chunk = 0; chunk < 16; ++chunk) {
      add(own, entries, chunk, board.own >> (4 * chunk) & 15);
      add(enemy, entries, chunk, board.opponent >> (4 * chunk) & 15);
    }
    std::memcpy(indices.own.data(), own, sizeof own);
    std::memcpy(indices.enemy.data(), enemy, sizeof enemy);
  }

  template <std::size_t kBlocks>
  static void play(const std::uint16_t* entries, const Indices& from, int square, Mask flipped,
                   Indices& to) {
    Block turned[kBlocks] = {};
    for (Mask rest = flipped; rest != 0; rest &= rest - 1) {
      const int turned_square = std::countr_zero(rest);
      add(turned, entries, static_cast<std::size_t>(turned_square / 4),
          std::size_t{1} << (turned_square % 4));
    }
    Block mover[kBlocks];
    Block other[kBlocks];
    std::memcpy(mover, from.own.data(), sizeof mover);
    std::memcpy(other, from.enemy.data(), sizeof other);
    add(mover, entries, static_cast<std::size_t>(square / 4), std::size_t{1} << (square % 4));
    for (std::size_t i = 0; i < kBlocks; ++i) {
      mover[i] += turned[i];
      other[i] -= turned[i];
    }
    std::memcpy(to.own.data(), other, sizeof other);
    std::memcpy(to.enemy.data(), mover, sizeof mover);
  }
};

}  // namespace trilith::othello
