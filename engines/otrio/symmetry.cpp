// Tables of the symmetries of Otrio's board.
#include "engines/otrio/symmetry.hpp"

#include <array>
#include <tuple>

#include "engines/hashing.hpp"

namespace trilith::otrio {
namespace {

constexpr int image_of_cell(int cell, int symmetry) {
  int row = cell / 3;
  int column = cell % 3;
  if (symmetry & 4) {
    const int old_row = row;
    row = column;
    column = old_row;
  }
  if (symmetry & 1) column = 2 - column;
  if (symmetry & 2) row = 2 - row;
  return 3 * row + column;
}

// Images of the nine cells of one layer, for the eight symmetries of the square.
using LayerTable = std::array<std::array<std::uint16_t, 1 << kCells>, 8>;

constexpr LayerTable make_layer_table() {
  LayerTable table{};
  for (int symmetry = 0; symmetry < 8; ++symmetry) {
    for (unsigned layer = 1; layer < table[symmetry].size(); ++layer) {
      const int cell = std::countr_zero(layer);
      table[symmetry][layer] = static_cast<std::uint16_t>(table[symmetry][layer & (layer - 1)] |
                                                          1u << image_of_cell(cell, symmetry));
    }
  }
  return table;
}

constexpr LayerTable kLayerTable = make_layer_table();

auto order(const Position& p) {
  return std::tuple(p.closed, p.pieces[0], p.pieces[1], p.pieces[2], p.pieces[3]);
}

}  // namespace

int transform_slot(int slot, int symmetry) {
  const int size = symmetry & 8 ? 2 - size_of(slot) : size_of(slot);
  return slot_of(size, image_of_cell(cell_of(slot), symmetry));
}

SlotMask transform(SlotMask mask, int symmetry) {
  const auto& table = kLayerTable[symmetry & 7];
  const SlotMask small = table[mask & kLayer];
  const SlotMask medium = table[mask >> kCells & kLayer];
  const SlotMask large = table[mask >> (2 * kCells) & kLayer];
  return symmetry & 8 ? large | medium << kCells | small << (2 * kCells)
                      : small | medium << kCells | large << (2 * kCells);
}

Move transform(Move move, int symmetry) {
  return move == kPass ? kPass : static_cast<Move>(transform_slot(move, symmetry));
}

Position transform(const Position& p, int symmetry) {
  Position image = p;
  image.closed = transform(p.closed, symmetry);
  for (int colour = 0; colour < 4; ++colour) {
    image.pieces[colour] = transform(p.pieces[colour], symmetry);
  }
  return image;
}

Position canonical(const Position& p, int symmetries) {
  Position best = p;
  for (int symmetry = 1; symmetry < symmetries; ++symmetry) {
    const Position image = transform(p, symmetry);
    if (order(image) < order(best)) best = image;
  }
  return best;
}

std::uint64_t position_key(const Position& p) {
  std::uint64_t key = mix64(p.pieces[0] | static_cast<std::uint64_t>(p.pieces[1]) << 32);
  key = mix64(key ^ (p.pieces[2] | static_cast<std::uint64_t>(p.pieces[3]) << 32));
  return mix64(key ^ (p.closed | static_cast<std::uint64_t>(p.due) << 32 |
                      static_cast<std::uint64_t>(p.status) << 40));
}

}  // namespace trilith::otrio
