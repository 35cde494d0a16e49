// A name for positions that have the same future: exact, no hash, so equal names need no trust.
//
// Lemma 3. A piece in no living line of its colour matters only through the slots that it shuts and
// the supply that it used up. So the future depends on: the open slots, every colour's pieces in
// its living lines, every colour's number of pieces placed by size, the colour due. For placements
// are decided by open slots and supplies; and a line completed later is living now (lemma 1), so
// all its pieces are among those kept. Equal data make equal lines living: a living line's slots
// are kept pieces or open and supplied in both positions; and if it is of one size, all pieces
// placed of that size lie on it in one position, so by their number they do in the other.
//
// Lemma 4. The eight symmetries of the square take lines to lines and keep sizes; so does, without
// nesting, the exchange of S and L. Positions that they exchange, what is open included, have the
// same future.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "tools/certificate/plain_rules.hpp"

namespace trilith::certificate {

struct Name {
  std::uint64_t first;   // two planes of 27 bits, and the colour due
  std::uint64_t second;  // the third plane, and the pieces placed

  bool operator==(const Name&) const = default;
};

class Naming {
 public:
  explicit Naming(const RuleSet& rules) : exchange_(!rules.nested) {
    for (int symmetry = 0; symmetry < 8; ++symmetry) {
      for (unsigned layer = 0; layer < 512; ++layer) {
        for (int cell = 0; cell < 9; ++cell) {
          if (layer >> cell & 1) {
            images_[layer][symmetry] |= static_cast<std::uint16_t>(1u << image(cell, symmetry));
          }
        }
      }
    }
  }

  // `hopes` are those of the four colours in this position.
  Name name(const State& s, const std::array<Hope, 4>& hopes) const {
    std::array<Mask, 4> kept;
    for (int colour = 0; colour < 4; ++colour) kept[colour] = s.own[colour] & hopes[colour].slots;
    const Mask rest = kAllSlots & ~(s.open | kept[0] | kept[1] | kept[2] | kept[3]);
    // A slot's number in three bits: 0 open, 1 to 4 a kept piece's colour, 5 shut otherwise.
    const std::array<Mask, 3> planes = {kept[3] | rest, kept[0] | kept[2] | rest,
                                        kept[1] | kept[2]};
    std::uint64_t placed[2] = {0, 0};
    for (const Mask own : s.own) {
      for (int size = 0; size < 3; ++size) {
        placed[0] = placed[0] << 2 | static_cast<unsigned>(std::popcount(own >> (9 * size) & 0777));
        placed[1] =
            placed[1] << 2 | static_cast<unsigned>(std::popcount(own >> (9 * (2 - size)) & 0777));
      }
    }
    Name least{~std::uint64_t{0}, ~std::uint64_t{0}};
    for (int exchanged = 0; exchanged <= (exchange_ ? 1 : 0); ++exchanged) {
      const auto least_plane = images(planes[0], exchanged);
      const Mask bound = *std::min_element(least_plane.begin(), least_plane.end());
      if (bound > static_cast<Mask>(least.first >> 27 & kAllSlots)) continue;
      const auto second_plane = images(planes[1], exchanged);
      const auto third_plane = images(planes[2], exchanged);
      for (int symmetry = 0; symmetry < 8; ++symmetry) {
        if (least_plane[symmetry] != bound) continue;
        const Name name{static_cast<std::uint64_t>(s.due) << 54 |
                            static_cast<std::uint64_t>(bound) << 27 | second_plane[symmetry],
                        placed[exchanged] << 27 | third_plane[symmetry]};
        if (name.first < least.first || (name.first == least.first && name.second < least.second)) {
          least = name;
        }
      }
    }
    return least;
  }

 private:
  // Turns of the square: bit 2 exchanges rows and columns, bits 0 and 1 mirror them.
  static int image(int cell, int symmetry) {
    int row = cell / 3;
    int column = cell % 3;
    if (symmetry & 4) std::swap(row, column);
    if (symmetry & 1) column = 2 - column;
    if (symmetry & 2) row = 2 - row;
    return 3 * row + column;
  }

  std::array<Mask, 8> images(Mask plane, int exchanged) const {
    const auto& low = images_[plane >> (exchanged ? 18 : 0) & 0777];
    const auto& middle = images_[plane >> 9 & 0777];
    const auto& high = images_[plane >> (exchanged ? 0 : 18) & 0777];
    std::array<Mask, 8> result;
    for (int symmetry = 0; symmetry < 8; ++symmetry) {
      result[symmetry] = low[symmetry] | static_cast<Mask>(middle[symmetry]) << 9 |
                         static_cast<Mask>(high[symmetry]) << 18;
    }
    return result;
  }

  bool exchange_;
  std::array<std::array<std::uint16_t, 8>, 512> images_{};
};

}  // namespace trilith::certificate
