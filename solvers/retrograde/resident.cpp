// Keeps and drops decoded tiers.
#include "solvers/retrograde/resident.hpp"

#include <algorithm>

namespace trilith::retrograde {

ResidentTiers::ResidentTiers(const Plan& plan, std::vector<std::vector<std::size_t>> children,
                             std::uint64_t budget)
    : plan_(plan),
      children_(std::move(children)),
      last_parent_(children_.size(), 0),
      codes_(children_.size()),
      budget_(budget) {
  for (std::size_t i = 0; i < children_.size(); ++i) {
    for (const std::size_t child : children_[i]) last_parent_[child] = i;
  }
}

Code* ResidentTiers::allocate(std::size_t i) {
  codes_[i] = std::make_unique_for_overwrite<Code[]>(plan_.tiers[i].positions);
  used_ += plan_.tiers[i].positions;
  return codes_[i].get();
}

void ResidentTiers::drop(std::size_t i) {
  used_ -= plan_.tiers[i].positions;
  codes_[i].reset();
}

// Room for `bytes` more, at the price of tiers that tier i does not read; those needed last go
// first.
bool ResidentTiers::make_room(std::size_t i, std::uint64_t bytes) {
  while (used_ + bytes > budget_) {
    std::size_t victim = i;
    for (std::size_t tier = 0; tier < i; ++tier) {
      if (codes_[tier] == nullptr || std::ranges::count(children_[i], tier) != 0) continue;
      if (victim == i || last_parent_[tier] > last_parent_[victim]) victim = tier;
    }
    if (victim == i) return false;
    drop(victim);
  }
  return true;
}

Code* ResidentTiers::prepare(std::size_t i, const Load& load) {
  for (std::size_t tier = 0; tier < i; ++tier) {
    if (codes_[tier] != nullptr && last_parent_[tier] < i) drop(tier);
  }
  for (const std::size_t child : children_[i]) {
    const std::uint64_t bytes = plan_.tiers[child].positions;
    if (codes_[child] == nullptr && make_room(i, bytes)) load(child, allocate(child));
  }
  if (last_parent_[i] > i && make_room(i, plan_.tiers[i].positions)) return allocate(i);
  return nullptr;
}

std::vector<Children::Source> ResidentTiers::sources(std::size_t i) const {
  std::vector<Children::Source> sources;
  for (const std::size_t child : children_[i]) sources.push_back({child, codes_[child].get()});
  return sources;
}

std::size_t ResidentTiers::cached_blocks(std::size_t i, int threads) const {
  std::size_t outside = 0;
  for (const std::size_t child : children_[i]) {
    if (codes_[child] == nullptr) outside += plan_.blocks(child);
  }
  // With less than these a fill would fetch the same blocks again and again.
  constexpr std::size_t kLeast = 64;
  const std::uint64_t left = budget_ > used_ ? budget_ - used_ : 0;
  const std::uint64_t room = left / plan_.block / static_cast<std::uint64_t>(threads);
  return std::min<std::size_t>(outside, std::max<std::size_t>(kLeast, room));
}

}  // namespace trilith::retrograde
