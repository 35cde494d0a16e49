// One thread's view of the solved child tiers: in memory where they are, else by blocks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "solvers/retrograde/block_cache.hpp"
#include "solvers/retrograde/container.hpp"

namespace trilith::retrograde {

class Children {
 public:
  // Brings block `number` of tier i of the plan.
  using Fetch = std::function<void(std::size_t i, std::uint32_t number, std::span<Code> out)>;

  // Keeps up to `cached` decoded blocks.
  Children(const Plan& plan, std::size_t cached, Fetch fetch)
      : plan_(plan), cache_(cached, plan.block), fetch_(std::move(fetch)) {}

  // A child tier: its place in the plan and, when it is in memory, its codes.
  struct Source {
    std::size_t i;
    const Code* memory;
  };
  void set_sources(std::vector<Source> sources) { sources_ = std::move(sources); }

  // `count` codes from rank `first` of child number `child`; valid until the next call.
  const Code* codes(std::size_t child, std::uint64_t first, std::size_t count) {
    const Source& source = sources_[child];
    if (source.memory != nullptr) return source.memory + first;
    const auto number = static_cast<std::uint32_t>(first / plan_.block);
    const std::size_t offset = first % plan_.block;
    if (offset + count <= plan_.block) return block(source.i, number) + offset;
    joined_.resize(count);
    std::size_t done = plan_.block - offset;
    std::copy_n(block(source.i, number) + offset, done, joined_.begin());
    for (std::uint32_t next = number + 1; done < count; ++next) {
      const std::size_t part = std::min<std::size_t>(count - done, plan_.block);
      std::copy_n(block(source.i, next), part, joined_.begin() + static_cast<std::ptrdiff_t>(done));
      done += part;
    }
    return joined_.data();
  }
  Code code(std::size_t child, std::uint64_t rank) { return *codes(child, rank, 1); }

 private:
  const Code* block(std::size_t i, std::uint32_t number) {
    return cache_.block(i, number, plan_.positions(i, number), fetch_);
  }

  const Plan& plan_;
  BlockCache cache_;
  Fetch fetch_;
  std::vector<Source> sources_;
  std::vector<Code> joined_;
};

}  // namespace trilith::retrograde
