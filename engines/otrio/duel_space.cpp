// Tables of the numbering of duel positions.
#include "engines/otrio/duel_space.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

#include "engines/otrio/symmetry.hpp"

namespace trilith::otrio {
namespace {

constexpr std::uint16_t kNoState = 0xffff;

LayerState image_of(LayerState state, int symmetry) {
  return {static_cast<std::uint16_t>(transform(SlotMask{state.violet}, symmetry)),
          static_cast<std::uint16_t>(transform(SlotMask{state.red}, symmetry))};
}

// The index of counts in tier_of_: six digits of base 4.
int packed(const DuelSpace::Counts& counts) {
  int code = 0;
  for (int size = 0; size < kSizes; ++size) {
    code = 16 * code + 4 * counts.violet[size] + counts.red[size];
  }
  return code;
}

DuelSpace::Counts unpacked(int code) {
  DuelSpace::Counts counts{};
  for (int size = kSizes - 1; size >= 0; --size, code /= 16) {
    counts.violet[size] = static_cast<std::uint8_t>(code / 4 % 4);
    counts.red[size] = static_cast<std::uint8_t>(code % 4);
  }
  return counts;
}

int sum(const Supply& supply) { return supply[0] + supply[1] + supply[2]; }

}  // namespace

Layer::Layer(unsigned open, int supply, const std::vector<int>& symmetries)
    : open_(open), classes_(16), index_(std::size_t{1} << (2 * kCells), kNoState) {
  for (unsigned violet = 0; violet <= kLayer; ++violet) {
    if ((violet & ~open) != 0 || std::popcount(violet) > supply) continue;
    for (unsigned red = 0; red <= kLayer; ++red) {
      if ((red & (~open | violet)) != 0 || std::popcount(red) > supply) continue;
      LayerClass& states = classes_[4 * std::popcount(violet) + std::popcount(red)];
      index_[violet << kCells | red] = static_cast<std::uint16_t>(states.states.size());
      states.states.push_back(
          {static_cast<std::uint16_t>(violet), static_cast<std::uint16_t>(red)});
    }
  }
  for (LayerClass& states : classes_) {
    const std::size_t count = states.states.size();
    for (const int symmetry : symmetries) {
      std::vector<std::uint16_t>& images = states.images.emplace_back(count);
      for (std::size_t i = 0; i < count; ++i) {
        images[i] = static_cast<std::uint16_t>(index(image_of(states.states[i], symmetry)));
      }
    }
    states.orbit.resize(count);
    states.turn.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      std::size_t least = i;
      for (std::size_t s = 0; s < symmetries.size(); ++s) {
        if (states.images[s][i] >= least) continue;
        least = states.images[s][i];
        states.turn[i] = static_cast<std::uint8_t>(s);
      }
      if (least == i) {
        states.orbit[i] = static_cast<std::uint16_t>(states.representatives.size());
        states.representatives.push_back(static_cast<std::uint16_t>(i));
      } else {
        states.orbit[i] = states.orbit[least];
      }
    }
  }
}

DuelSpace::DuelSpace(std::optional<int> blocked, Supply supply) : supply_(supply), tier_of_(4096) {
  for (int symmetry = 0; symmetry < 8; ++symmetry) {
    if (!blocked || transform_slot(*blocked, symmetry) == *blocked) symmetries_.push_back(symmetry);
  }
  for (int size = 0; size < kSizes; ++size) {
    unsigned open = kLayer;
    if (blocked && size_of(*blocked) == size) open &= ~slot_bit(cell_of(*blocked));
    layers_.emplace_back(open, supply[size], symmetries_);
  }
  for (int code = 0; code < 4096; ++code) {
    const Counts counts = unpacked(code);
    tier_of_[code] = -1;
    bool fits = sum(counts.violet) == sum(counts.red) || sum(counts.violet) == sum(counts.red) + 1;
    for (int size = 0; size < kSizes; ++size) {
      fits = fits && !layers_[size].of(counts.violet[size], counts.red[size]).states.empty();
    }
    if (fits) tiers_.push_back(counts);
  }
  std::stable_sort(tiers_.begin(), tiers_.end(),
                   [](const Counts& a, const Counts& b) { return a.plies() < b.plies(); });
  for (int tier = 0; tier < tiers(); ++tier) tier_of_[packed(tiers_[tier])] = tier;
}

int DuelSpace::tier_of(const Counts& counts) const { return tier_of_[packed(counts)]; }

std::uint64_t DuelSpace::size(int tier) const {
  const Counts& counts = tiers_[tier];
  std::uint64_t size = layers_[0].of(counts.violet[0], counts.red[0]).representatives.size();
  for (int i = 1; i < kSizes; ++i) {
    size *= layers_[i].of(counts.violet[i], counts.red[i]).states.size();
  }
  return size;
}

std::uint64_t DuelSpace::classes(int tier) const {
  const Counts& counts = tiers_[tier];
  std::uint64_t fixed_by_all = 0;
  for (std::size_t s = 0; s < symmetries_.size(); ++s) {
    std::uint64_t fixed = 1;
    for (int size = 0; size < kSizes; ++size) {
      const auto& images = layers_[size].of(counts.violet[size], counts.red[size]).images[s];
      std::uint64_t in_layer = 0;
      for (std::size_t i = 0; i < images.size(); ++i) in_layer += images[i] == i;
      fixed *= in_layer;
    }
    fixed_by_all += fixed;
  }
  return fixed_by_all / symmetries_.size();
}

int DuelSpace::child(int tier, int size) const {
  Counts counts = tiers_[tier];
  Supply& own = counts.due() == 0 ? counts.violet : counts.red;
  if (own[size] == supply_[size]) return -1;
  ++own[size];
  return tier_of(counts);
}

DuelSpace::Counts DuelSpace::counts_of(const Position& p) {
  Counts counts{};
  for (int size = 0; size < kSizes; ++size) {
    counts.violet[size] = static_cast<std::uint8_t>(std::popcount(p.pieces[0] & layer_of(size)));
    counts.red[size] = static_cast<std::uint8_t>(std::popcount(p.pieces[1] & layer_of(size)));
  }
  return counts;
}

LayerState DuelSpace::layer_state(const Position& p, int size) {
  return {static_cast<std::uint16_t>(p.pieces[0] >> (kCells * size) & kLayer),
          static_cast<std::uint16_t>(p.pieces[1] >> (kCells * size) & kLayer)};
}

std::uint64_t DuelSpace::rank(const Position& p) const {
  const Counts counts = counts_of(p);
  std::array<const LayerClass*, kSizes> in;
  std::array<int, kSizes> state;
  for (int size = 0; size < kSizes; ++size) {
    in[size] = &layers_[size].of(counts.violet[size], counts.red[size]);
    state[size] = layers_[size].index(layer_state(p, size));
    assert(state[size] != kNoState);
  }
  const int orbit = in[0]->orbit[state[0]];
  const int representative = in[0]->representatives[orbit];
  const std::uint64_t medium = in[1]->states.size();
  const std::uint64_t large = in[2]->states.size();
  std::uint64_t least = ~std::uint64_t{0};
  for (std::size_t s = 0; s < symmetries_.size(); ++s) {
    if (in[0]->images[s][state[0]] != representative) continue;
    least = std::min(least, in[1]->images[s][state[1]] * large + in[2]->images[s][state[2]]);
  }
  return static_cast<std::uint64_t>(orbit) * medium * large + least;
}

Position DuelSpace::unrank(int tier, std::uint64_t rank) const {
  const Counts& counts = tiers_[tier];
  Position p;
  for (int size = kSizes - 1; size >= 0; --size) {
    const LayerClass& in = layers_[size].of(counts.violet[size], counts.red[size]);
    std::size_t state = rank;
    if (size > 0) {
      state = rank % in.states.size();
      rank /= in.states.size();
    } else {
      state = in.representatives[rank];
    }
    p.pieces[0] |= SlotMask{in.states[state].violet} << (kCells * size);
    p.pieces[1] |= SlotMask{in.states[state].red} << (kCells * size);
  }
  p.due = static_cast<std::uint8_t>(counts.due());
  return p;
}

}  // namespace trilith::otrio
