// Fills duel tiers row by row.
#include "solvers/otrio/duel_rows.hpp"

#include <algorithm>
#include <bit>

#include "solvers/otrio/solo.hpp"

namespace trilith::otrio {

using retrograde::Code;

namespace {

// line_cell[s][m]: the cell whose L slot completes a line with Ss and Mm, or 0: S, M and L follow
// each other in a straight line or stand in one cell.
constexpr auto kLineCell = [] {
  std::array<std::array<std::uint16_t, kCells>, kCells> cells{};
  for (int s = 0; s < kCells; ++s) {
    for (int m = 0; m < kCells; ++m) {
      const int row = 2 * (m / 3) - s / 3;
      const int column = 2 * (m % 3) - s % 3;
      if (row >= 0 && row < 3 && column >= 0 && column < 3) {
        cells[s][m] = static_cast<std::uint16_t>(1u << (3 * row + column));
      }
    }
  }
  return cells;
}();

// The cells of L that complete a line with S and M pieces of one colour.
unsigned line_cells(unsigned small, unsigned medium) {
  unsigned cells = 0;
  for (; small != 0; small &= small - 1) {
    const auto& with = kLineCell[std::countr_zero(small)];
    for (unsigned m = medium; m != 0; m &= m - 1) cells |= with[std::countr_zero(m)];
  }
  return cells;
}

// Lines within a layer.
bool layer_has_line(unsigned cells) { return has_line(cells); }

bool has_line_in_layer(LayerState state) {
  return layer_has_line(state.violet) || layer_has_line(state.red);
}

void take_least(Code* __restrict least, const Code* __restrict codes, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) least[i] = std::min(least[i], codes[i]);
}

void take_least(Code* __restrict least, const Code* __restrict codes,
                const std::uint16_t* __restrict where, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) least[i] = std::min(least[i], codes[where[i]]);
}

LayerState with_piece(LayerState state, int due, unsigned cell) {
  std::uint16_t& own = due == 0 ? state.violet : state.red;
  own = static_cast<std::uint16_t>(own | cell);
  return state;
}

const LayerClass& class_of(const DuelSpace& space, const DuelSpace::Counts& counts, int size) {
  return space.layer(size).of(counts.violet[size], counts.red[size]);
}

}  // namespace

DuelRows::DuelRows(const DuelSpace& space, Placement placement, int tier)
    : space_(space),
      nested_(placement == Placement::nested),
      counts_(space.counts(tier)),
      due_(counts_.due()),
      small_(class_of(space, counts_, 0)),
      medium_(class_of(space, counts_, 1)),
      large_(class_of(space, counts_, 2)),
      row_(large_.states.size()) {
  int children = 0;
  for (int size = 0; size < kSizes; ++size) {
    const int child = space.child(tier, size);
    child_[size] = child < 0 ? -1 : children++;
    if (child >= 0) child_class_[size] = &class_of(space, space.counts(child), size);
    const Supply& other = due_ == 0 ? counts_.red : counts_.violet;
    other_has_supply_ |= other[size] < space.supply()[size];
  }
  for (const LayerState state : large_.states) {
    const auto marked = [](unsigned cells) {
      return static_cast<std::uint16_t>(cells | (layer_has_line(cells) ? kLineHere : 0));
    };
    violet_.push_back(marked(state.violet));
    red_.push_back(marked(state.red));
  }
  if (child_[2] < 0) return;
  const Layer& layer = space.layer(2);
  const std::size_t sentinel = child_class_[2]->states.size();
  const int pieces = counts_.violet[2] + counts_.red[2];
  child_row_.resize(sentinel + 1);
  child_row_[sentinel] = retrograde::kNoChild;
  open_next_.resize(std::popcount(layer.open()) - pieces);
  for (const LayerState state : large_.states) {
    std::size_t k = 0;
    for (int cell = 0; cell < kCells; ++cell) {
      const unsigned bit = 1u << cell;
      const bool open = (layer.open() & ~(state.violet | state.red) & bit) != 0;
      const auto next = static_cast<std::uint16_t>(open ? layer.index(with_piece(state, due_, bit))
                                                        : static_cast<int>(sentinel));
      cell_next_[cell].push_back(next);
      if (open) open_next_[k++].push_back(next);
    }
  }
}

void DuelRows::fill(std::uint64_t first, std::span<Code> out, retrograde::Children& children) {
  const std::size_t length = row_.size();
  std::uint64_t row = first / length;
  for (std::size_t offset = first % length; !out.empty(); offset = 0, ++row) {
    fill_row(row, children);
    const std::size_t part = std::min(length - offset, out.size());
    std::copy_n(row_.begin() + static_cast<std::ptrdiff_t>(offset), part, out.begin());
    out = out.subspan(part);
  }
}

void DuelRows::enter_orbit(std::size_t orbit) {
  orbit_ = orbit;
  small_state_ = small_.states[small_.representatives[orbit]];
  small_children_.clear();
  if (child_[0] < 0) return;
  const Layer& layer = space_.layer(0);
  const LayerClass& into = *child_class_[0];
  unsigned open = layer.open() & ~(small_state_.violet | small_state_.red);
  for (; open != 0; open &= open - 1) {
    const int state = layer.index(with_piece(small_state_, due_, open & -open));
    small_children_.push_back({into.orbit[state] * medium_.states.size(), into.turn[state]});
  }
}

void DuelRows::fill_row(std::uint64_t row, retrograde::Children& children) {
  const std::size_t orbit = row / medium_.states.size();
  const std::size_t m = row % medium_.states.size();
  if (orbit != orbit_) enter_orbit(orbit);
  const LayerState medium = medium_.states[m];
  if (has_line_in_layer(small_state_) || has_line_in_layer(medium)) {
    std::fill(row_.begin(), row_.end(), retrograde::kFinished);
    return;
  }

  std::fill(row_.begin(), row_.end(), retrograde::kNoChild);
  const bool small_moves = take_small_children(m, children);
  const bool medium_moves = take_medium_children(medium, orbit, children);
  unsigned cells = space_.layer(2).open();
  if (nested_) {
    cells &= ~(small_state_.violet | small_state_.red | medium.violet | medium.red);
  }
  take_large_children(cells, row, children);

  const unsigned violet = line_cells(small_state_.violet, medium.violet) | kLineHere;
  const unsigned red = line_cells(small_state_.red, medium.red) | kLineHere;
  Code* codes = row_.data();
  for (std::size_t i = 0; i < row_.size(); ++i) {
    const bool finished = ((violet_[i] & violet) | (red_[i] & red)) != 0;
    const Code turned = retrograde::turned(codes[i]);
    codes[i] = finished ? retrograde::kFinished : turned;
  }
  if (!small_moves && !medium_moves) settle_stuck(medium, cells);
}

bool DuelRows::take_small_children(std::size_t m, retrograde::Children& children) {
  const std::size_t length = row_.size();
  for (const SmallChild& child : small_children_) {
    const std::uint64_t row = child.first + medium_.images[child.turn][m];
    const Code* codes = children.codes(static_cast<std::size_t>(child_[0]), row * length, length);
    if (child.turn == 0) {
      take_least(row_.data(), codes, length);
    } else {
      take_least(row_.data(), codes, large_.images[child.turn].data(), length);
    }
  }
  return !small_children_.empty();
}

bool DuelRows::take_medium_children(LayerState medium, std::size_t orbit,
                                    retrograde::Children& children) {
  if (child_[1] < 0) return false;
  const Layer& layer = space_.layer(1);
  const std::size_t length = row_.size();
  unsigned open = layer.open() & ~(medium.violet | medium.red);
  if (nested_) open &= ~(small_state_.violet | small_state_.red);
  const bool any = open != 0;
  for (; open != 0; open &= open - 1) {
    const int state = layer.index(with_piece(medium, due_, open & -open));
    const std::uint64_t row = orbit * child_class_[1]->states.size() + state;
    take_least(row_.data(),
               children.codes(static_cast<std::size_t>(child_[1]), row * length, length), length);
  }
  return any;
}

void DuelRows::take_large_children(unsigned cells, std::uint64_t row,
                                   retrograde::Children& children) {
  if (child_[2] < 0 || cells == 0) return;
  const std::size_t length = child_class_[2]->states.size();
  std::copy_n(children.codes(static_cast<std::size_t>(child_[2]), row * length, length), length,
              child_row_.begin());
  if (cells == space_.layer(2).open()) {
    for (const Table& next : open_next_) {
      take_least(row_.data(), child_row_.data(), next.data(), row_.size());
    }
    return;
  }
  for (; cells != 0; cells &= cells - 1) {
    take_least(row_.data(), child_row_.data(), cell_next_[std::countr_zero(cells)].data(),
               row_.size());
  }
}

// Positions in which the colour due cannot place. Here S and M are shut for it, and L where no cell
// of `cells` is free or no L piece is left.
void DuelRows::settle_stuck(LayerState medium, unsigned cells) {
  constexpr Code kStuck = retrograde::turned(retrograde::kNoChild);
  const auto other = [&](LayerState state) { return due_ == 0 ? state.red : state.violet; };
  const unsigned small_filled = small_state_.violet | small_state_.red;
  const unsigned medium_filled = medium.violet | medium.red;
  const SlotMask own = other(small_state_) | SlotMask{other(medium)} << kCells;
  const SlotMask small_open = space_.layer(0).open() & ~small_filled;
  const SlotMask medium_open =
      space_.layer(1).open() & ~medium_filled & (nested_ ? ~small_filled : ~0u);
  // Without open L slots the result depends on the other colour's L pieces only.
  std::array<Code, std::size_t{1} << kCells> by_large;
  by_large.fill(retrograde::kNoChild);
  for (std::size_t i = 0; i < row_.size(); ++i) {
    if (row_[i] != kStuck) continue;
    if (!other_has_supply_) {
      row_[i] = retrograde::kDraw;
      continue;
    }
    const LayerState large = large_.states[i];
    const SlotMask large_open = cells & ~(large.violet | large.red);
    Code& memo = by_large[other(large)];
    if (large_open == 0 && memo != retrograde::kNoChild) {
      row_[i] = memo;
      continue;
    }
    row_[i] = solo_code(
        true, solo_placements(own | SlotMask{other(large)} << (2 * kCells),
                              small_open | medium_open << kCells | large_open << (2 * kCells),
                              space_.supply()));
    if (large_open == 0) memo = row_[i];
  }
}

void DuelRows::count(std::uint64_t first, std::span<const Code> codes, retrograde::Census& census) {
  const std::size_t length = row_.size();
  const std::size_t symmetries = space_.symmetries().size();
  std::uint64_t row = first / length;
  std::vector<std::size_t> keeping;  // symmetries that keep S and M
  for (std::size_t offset = first % length; !codes.empty(); offset = 0, ++row) {
    const std::size_t representative = small_.representatives[row / medium_.states.size()];
    const std::size_t m = row % medium_.states.size();
    const std::size_t part = std::min(length - offset, codes.size());
    bool least = true;
    keeping.clear();
    for (std::size_t s = 1; s < symmetries; ++s) {
      if (small_.images[s][representative] != representative) continue;
      least = least && medium_.images[s][m] >= m;
      if (medium_.images[s][m] == m) keeping.push_back(s);
    }
    for (std::size_t i = 0; least && i < part; ++i) {
      const std::size_t state = offset + i;
      const bool stands = std::all_of(keeping.begin(), keeping.end(), [&](std::size_t s) {
        return large_.images[s][state] >= state;
      });
      if (stands) census.add(codes[i]);
    }
    codes = codes.subspan(part);
  }
}

}  // namespace trilith::otrio
