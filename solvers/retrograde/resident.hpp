// Which solved tiers stay decoded in memory: those with parents to come, as far as a budget goes.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "solvers/retrograde/children.hpp"
#include "solvers/retrograde/container.hpp"

namespace trilith::retrograde {

class ResidentTiers {
 public:
  // `children[i]` are the places in the plan of tier i's children, all before i.
  ResidentTiers(const Plan& plan, std::vector<std::vector<std::size_t>> children,
                std::uint64_t budget);

  using Load = std::function<void(std::size_t i, Code* out)>;

  // Before tier i is solved: drops tiers without parents to come, makes room for tier i, and loads
  // those of its children that are only in the file while there is room. Returns where tier i's
  // codes are to be kept, or null when they do not fit.
  Code* prepare(std::size_t i, const Load& load);

  // Tier i's children after prepare(i).
  std::vector<Children::Source> sources(std::size_t i) const;

  // How many decoded blocks each of `threads` may cache for children that are not in memory.
  std::size_t cached_blocks(std::size_t i, int threads) const;

 private:
  bool make_room(std::size_t i, std::uint64_t bytes);
  Code* allocate(std::size_t i);
  void drop(std::size_t i);

  const Plan& plan_;
  std::vector<std::vector<std::size_t>> children_;
  std::vector<std::size_t> last_parent_;  // by tier; 0 for none
  std::vector<std::unique_ptr<Code[]>> codes_;
  std::uint64_t budget_;
  std::uint64_t used_ = 0;
};

}  // namespace trilith::retrograde
