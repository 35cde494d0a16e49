// The bit arithmetic of Otrio's lines against the 49 lines written out.
#include "engines/otrio/board.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "engines/random.hpp"

namespace trilith::otrio {
namespace {

// The rule text's three kinds of triples, spelled out from cells and sizes.
std::vector<SlotMask> triples() {
  const int cell_lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
  std::vector<SlotMask> result;
  for (const auto& line : cell_lines) {
    for (int size = 0; size < 3; ++size) {
      SlotMask triple = 0;
      for (const int cell : line) triple |= slot_bit(slot_of(size, cell));
      result.push_back(triple);
    }
    result.push_back(slot_bit(slot_of(0, line[0])) | slot_bit(slot_of(1, line[1])) |
                     slot_bit(slot_of(2, line[2])));
    result.push_back(slot_bit(slot_of(2, line[0])) | slot_bit(slot_of(1, line[1])) |
                     slot_bit(slot_of(0, line[2])));
  }
  for (int cell = 0; cell < 9; ++cell) {
    result.push_back(slot_bit(cell) | slot_bit(cell + 9) | slot_bit(cell + 18));
  }
  return result;
}

TEST(Board, StridesGiveTheTriplesOfTheRules) {
  std::set<SlotMask> expected;
  for (const SlotMask triple : triples()) expected.insert(triple);
  EXPECT_EQ(expected.size(), 49u);
  std::set<SlotMask> actual;
  for (const Stride& stride : kStrides) {
    for (int slot = 0; slot < kSlots; ++slot) {
      if (stride.starts & slot_bit(slot)) {
        actual.insert(slot_bit(slot) | slot_bit(slot + stride.step) |
                      slot_bit(slot + 2 * stride.step));
      }
    }
  }
  EXPECT_EQ(actual, expected);
}

TEST(Board, CompletionsAgreeWithALoopOverTheTriples) {
  RandomStream random(1, 1);
  for (int round = 0; round < 20'000; ++round) {
    const SlotMask own = random() & random() & kAllSlots;
    const SlotMask other = random() & random() & kAllSlots;
    SlotMask expected = 0;
    bool whole = false;
    for (const SlotMask triple : triples()) {
      for (SlotMask rest = triple; rest != 0; rest &= rest - 1) {
        const SlotMask slot = rest & ~(rest - 1);
        if ((own & (triple & ~slot)) == (triple & ~slot)) expected |= slot;
      }
      whole |= (own & triple) == triple;
    }
    EXPECT_EQ(completions(own), expected);
    EXPECT_EQ(has_line(own), whole);
    const std::uint64_t both = completions(own | std::uint64_t{other} << 32);
    EXPECT_EQ(static_cast<SlotMask>(both) & kAllSlots, expected);
    EXPECT_EQ(static_cast<SlotMask>(both >> 32), completions(other));
    const int added = static_cast<int>(random.below(kSlots));
    const SlotMask before = own & ~slot_bit(added);
    EXPECT_EQ(completions(before) | completions_through(added, before),
              completions(before | slot_bit(added)));
  }
}

}  // namespace
}  // namespace trilith::otrio
