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

// A colour's pieces without a line.
SlotMask random_pieces(RandomStream& random) {
  SlotMask own = 0;
  for (std::uint32_t i = random.below(8); i > 0; --i) {
    const SlotMask slot = slot_bit(static_cast<int>(random.below(kSlots)));
    if ((supplied(own) & slot) != 0 && !has_line(own | slot)) own |= slot;
  }
  return own;
}

TEST(LivingLines, AgreeWithTheDefinition) {
  const std::array<int, 4> weights = {10, -5, 3, 7};
  RandomStream random(4, 4);
  for (int round = 0; round < 5'000; ++round) {
    std::array<SlotMask, 4> own{};
    std::array<SlotMask, 4> supply{};
    SlotMask open = (random() | random()) & kAllSlots;
    for (std::size_t c = 0; c < own.size(); ++c) {
      own[c] = random_pieces(random);
      supply[c] = supplied(own[c]);
      open &= ~own[c];
    }
    const LivingLines living = LivingLines::of(own, supply, open);
    std::array<int, kSlots> all{};
    for (std::size_t c = 0; c < own.size(); ++c) {
      SlotMask slots = 0;
      int missing = LivingLines::kNone;
      std::array<int, kSlots> worth{};
      for (const SlotMask line : all_lines()) {
        if (!lives(line, own[c], open)) continue;
        slots |= line;
        const int held = std::popcount(line & own[c]);
        missing = std::min(missing, 3 - held);
        for (int slot = 0; slot < kSlots; ++slot) {
          if (line & slot_bit(slot)) worth[slot] += held == 0 ? 1 : held == 1 ? 4 : 0;
        }
      }
      ASSERT_EQ(living.slots[c], slots);
      ASSERT_EQ(living.missing[c], missing);
      std::array<int, 4> alone{};
      alone[c] = 1;
      const auto counts = living.worth(own).weighted(alone);
      for (int slot = 0; slot < kSlots; ++slot) {
        ASSERT_EQ(counts[slot], worth[slot]);
        all[slot] += weights[c] * worth[slot];
      }
    }
    const auto sums = living.worth(own).weighted(weights);
    for (int slot = 0; slot < kSlots; ++slot) ASSERT_EQ(sums[slot], all[slot]);
  }
}

}  // namespace
}  // namespace trilith::otrio
