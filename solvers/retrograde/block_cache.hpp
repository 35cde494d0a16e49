// The most recently used decoded blocks, for one thread.
#pragma once

#include <cstdint>
#include <list>
#include <span>
#include <unordered_map>
#include <vector>

#include "solvers/retrograde/code.hpp"

namespace trilith::retrograde {

class BlockCache {
 public:
  // Holds `blocks` (at least one) blocks of up to `positions` codes.
  BlockCache(std::size_t blocks, std::size_t positions)
      : capacity_(blocks > 0 ? blocks : 1), positions_(positions) {}

  // Block `number` of tier i with `size` codes; a block that is not held is had from
  // fetch(i, number, out). Valid until the next call.
  template <class Fetch>
  const Code* block(std::size_t i, std::uint32_t number, std::size_t size, Fetch&& fetch) {
    const std::uint64_t key = std::uint64_t{i} << 32 | number;
    if (const auto found = where_.find(key); found != where_.end()) {
      slots_.splice(slots_.begin(), slots_, found->second);
      return slots_.front().codes.data();
    }
    if (slots_.size() < capacity_) {
      slots_.emplace_front();
      slots_.front().codes.resize(positions_);
    } else {
      where_.erase(slots_.back().key);
      slots_.splice(slots_.begin(), slots_, std::prev(slots_.end()));
    }
    Slot& slot = slots_.front();
    slot.key = kNone;
    fetch(i, number, std::span(slot.codes).first(size));  // may throw: the slot then holds nothing
    slot.key = key;
    where_[key] = slots_.begin();
    return slot.codes.data();
  }

 private:
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};
  struct Slot {
    std::uint64_t key = kNone;
    std::vector<Code> codes;
  };

  std::size_t capacity_;
  std::size_t positions_;
  std::list<Slot> slots_;  // most recently used first
  std::unordered_map<std::uint64_t, std::list<Slot>::iterator> where_;
};

}  // namespace trilith::retrograde
