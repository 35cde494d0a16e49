// Numbers all duel positions: tiers by piece counts, ranks from three independent layers.
//
// A tier is how many S, M and L pieces each colour has on the board. Only tiers of equal counts
// (V to place) or of one more for V (R to place) are numbered: any other count needs a pass, and
// once a colour cannot place the rest is solved without tables.
//
// Within a tier the states of a layer (its nine cells with v violet and r red pieces) are numbered
// by themselves, at most 9! / (3! 3! 3!) = 1680 of them. With the S layer turned to the
// representative of its orbit under the board's symmetries,
//
//   rank = (orbit of S * states of M + state of M) * states of L + state of L
//
// so the L states of one pair (S, M) are neighbours, a *row*, and a placement in S or M leads from
// a whole row to a whole row. A position whose S layer has symmetries of its own has several ranks;
// the least is the one that `rank` gives. That costs about a tenth of the space.
//
// Example: the empty board is tier 0, rank 0; Sb2 by V is one of three orbits of S in its tier.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "engines/otrio/position.hpp"

namespace trilith::otrio {

// Pieces of a colour by size; the game has {3, 3, 3}, a smaller one is a trial game.
using Supply = std::array<std::uint8_t, kSizes>;
inline constexpr Supply kFullSupply = {3, 3, 3};

// The pieces of one layer as masks of cells.
struct LayerState {
  std::uint16_t violet;
  std::uint16_t red;
  bool operator==(const LayerState&) const = default;
};

// The states of a layer with given counts, in rising order of (violet, red).
struct LayerClass {
  std::vector<LayerState> states;
  std::vector<std::vector<std::uint16_t>> images;  // [symmetry number][state]
  std::vector<std::uint16_t> representatives;      // by orbit: its least state
  std::vector<std::uint16_t> orbit;                // by state
  std::vector<std::uint8_t> turn;                  // by state: the symmetry to the representative
};

// All states of a layer of which the cells `open` can be filled.
class Layer {
 public:
  // `symmetries` are numbers as in symmetry.hpp, 0 first; each maps `open` to itself.
  Layer(unsigned open, int supply, const std::vector<int>& symmetries);

  const LayerClass& of(int violet, int red) const { return classes_[4 * violet + red]; }
  // The state's number in its class.
  int index(LayerState state) const { return index_[state.violet << kCells | state.red]; }
  unsigned open() const { return open_; }

 private:
  unsigned open_;
  std::vector<LayerClass> classes_;  // 4 * violet + red
  std::vector<std::uint16_t> index_;
};

class DuelSpace {
 public:
  // Pieces on the board by size.
  struct Counts {
    Supply violet;
    Supply red;
    int due() const { return plies() % 2; }
    int plies() const {
      int sum = 0;
      for (int size = 0; size < kSizes; ++size) sum += violet[size] + red[size];
      return sum;
    }
  };

  DuelSpace(std::optional<int> blocked, Supply supply);

  const Supply& supply() const { return supply_; }
  // Those that leave the blocked slot where it is, as numbers of symmetry.hpp; the first is 0.
  const std::vector<int>& symmetries() const { return symmetries_; }
  const Layer& layer(int size) const { return layers_[size]; }

  int tiers() const { return static_cast<int>(tiers_.size()); }
  const Counts& counts(int tier) const { return tiers_[tier]; }
  // -1 when no tier has these counts.
  int tier_of(const Counts& counts) const;
  std::uint64_t size(int tier) const;
  // Positions of a tier, images under symmetries counted once (by Burnside's lemma, so without
  // looking at any).
  std::uint64_t classes(int tier) const;
  // The tier after a placement of `size` by the colour due, or -1.
  int child(int tier, int size) const;

  static Counts counts_of(const Position& p);
  static LayerState layer_state(const Position& p, int size);
  std::uint64_t rank(const Position& p) const;
  // The pieces alone; the caller sees to closed slots and status.
  Position unrank(int tier, std::uint64_t rank) const;

 private:
  Supply supply_;
  std::vector<int> symmetries_;
  std::vector<Layer> layers_;
  std::vector<Counts> tiers_;  // by plies, then by counts
  std::vector<int> tier_of_;
};

}  // namespace trilith::otrio
