// Computes the codes of a duel tier row by row: the positions that share their S and M layers.
//
// A placement in S or M turns a whole row into another whole row, and whether it is legal depends
// on the row alone: a piece in an S or M slot is hindered by pieces of its size and smaller ones
// only. So such a child is one byte-wise minimum over two arrays; a child by S may be stored under
// another representative and is then read through the permutation of the L states. A placement in L
// stays in the row (of the next tier) and is read through small tables. Finished positions come
// from the cells of L that would complete a line with the row's S and M pieces.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engines/otrio/duel_space.hpp"
#include "engines/otrio/rules.hpp"
#include "solvers/retrograde/children.hpp"
#include "solvers/retrograde/filler.hpp"

namespace trilith::otrio {

class DuelRows {
 public:
  DuelRows(const DuelSpace& space, Placement placement, int tier);

  // As retrograde::PositionFiller.
  void fill(std::uint64_t first, std::span<retrograde::Code> out, retrograde::Children& children);
  void count(std::uint64_t first, std::span<const retrograde::Code> codes,
             retrograde::Census& census);

 private:
  using Code = retrograde::Code;
  using Table = std::vector<std::uint16_t>;  // by L state

  // A child by S: its row is first + the image of the M state; see LayerClass.
  struct SmallChild {
    std::uint64_t first;
    std::uint8_t turn;
  };

  void enter_orbit(std::size_t orbit);
  void fill_row(std::uint64_t row, retrograde::Children& children);
  bool take_small_children(std::size_t m, retrograde::Children& children);
  bool take_medium_children(LayerState medium, std::size_t orbit, retrograde::Children& children);
  void take_large_children(unsigned cells, std::uint64_t row, retrograde::Children& children);
  void settle_stuck(LayerState medium, unsigned cells);

  const DuelSpace& space_;
  bool nested_;
  DuelSpace::Counts counts_;
  int due_;
  const LayerClass& small_;
  const LayerClass& medium_;
  const LayerClass& large_;
  // The children's places in the list of child tiers, or -1, and the classes of their layer.
  std::array<int, kSizes> child_;
  std::array<const LayerClass*, kSizes> child_class_{};
  bool other_has_supply_ = false;

  // By L state: cells of V and of R, with kLineHere when they hold a line of L slots.
  static constexpr unsigned kLineHere = 1u << kCells;
  Table violet_;
  Table red_;
  // By L state: the child's L state after a placement on a cell, or the number of states (the
  // sentinel behind a copied row). open_next_: the same for the k-th open cell.
  std::array<Table, kCells> cell_next_;
  std::vector<Table> open_next_;

  // The orbit of S that the last row was in.
  std::size_t orbit_ = ~std::size_t{0};
  LayerState small_state_{};
  std::vector<SmallChild> small_children_;

  std::vector<Code> row_;        // least code of the children, then the codes
  std::vector<Code> child_row_;  // a row with the sentinel
};

}  // namespace trilith::otrio
