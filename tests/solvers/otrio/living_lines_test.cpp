// Living lines, their slots and worth against loops over the 49 lines.
#include "solvers/otrio/living_lines.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "engines/random.hpp"

namespace trilith::otrio {
namespace {

std::vector<SlotMask> all_lines() {
  std::vector<SlotMask> lines;
  for (const Stride& stride : kStrides) {
    for (SlotMask rest = stride.starts; rest != 0; rest &= rest - 1) {
      const int slot = std::countr_zero(rest);
      lines.push_back(slot_bit(slot) | slot_bit(slot + stride.step) |
                      slot_bit(slot + 2 * stride.step));
    }
  }
  return lines;
}

// By the definition: every slot own or fillable, with pieces enough for those still to be filled.
bool lives(SlotMask line, SlotMask own, SlotMask open) {
  if ((line & ~own & ~open) != 0) return false;
  for (int size = 0; size < kSizes; ++size) {
    const int needed = std::popcount(line & layer_of(size) & ~own);
    const int left = kPiecesPerSize - std::popcount(own & layer_of(size));
    if (needed > left) return false;
  }
  return true;
}

TEST(LivingLines, AgreeWithTheDefinition) {
  RandomStream random(4, 4);
  for (int round = 0; round < 20'000; ++round) {
    SlotMask own = 0;
    for (std::uint32_t i = random.below(8); i > 0; --i) {
      const SlotMask slot = slot_bit(static_cast<int>(random.below(kSlots)));
      if ((supplied(own) & slot) != 0 && !has_line(own | slot)) own |= slot;
    }
    const SlotMask open = (random() | random()) & kAllSlots & ~own;
    const LivingLines living = LivingLines::of(own, open);
    SlotMask slots = 0;
    int missing = LivingLines::kNone;
    std::array<int, kSlots> worth{};
    for (const SlotMask line : all_lines()) {
      if (!lives(line, own, open)) continue;
      slots |= line;
      const int held = std::popcount(line & own);
      missing = std::min(missing, 3 - held);
      for (int slot = 0; slot < kSlots; ++slot) {
        if (line & slot_bit(slot)) worth[slot] += held == 0 ? 1 : held == 1 ? 4 : 0;
      }
    }
    ASSERT_EQ(living.slots, slots);
    ASSERT_EQ(living.missing, missing);
    const SlotCounts counts = living.worth(own);
    for (int slot = 0; slot < kSlots; ++slot) ASSERT_EQ(counts.sum(slot_bit(slot)), worth[slot]);
  }
}

}  // namespace
}  // namespace trilith::otrio
