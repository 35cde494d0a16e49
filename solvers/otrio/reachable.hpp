// Retrograde analysis of everything that can be reached from one position of a game for two.
//
// Positions are not numbered by a formula but found: level k holds the canonical boards of all
// running positions after k plies, as a sorted list of 64-bit keys; a position's rank is its place
// in the list. The colour due follows from the level, passes being plies. Then levels are solved
// from the last to the first.
//
// In the file (container.hpp) a level is two tiers: 2k + 1 holds its codes, 2k its keys, eight
// bytes each, byte by byte of significance (all lowest bytes of a block of 2^16 keys first).
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engines/otrio/position.hpp"
#include "engines/otrio/rules.hpp"
#include "solvers/retrograde/code.hpp"

namespace trilith::otrio {

// How many positions can be reached from a position.
//
// `guess` is Knuth's estimate ("Estimating the efficiency of backtrack programs", 1975) of the
// legal sequences of k plies, divided by the orders in which each colour can have placed its
// pieces and by the symmetries that keep the root; sequences that end early leave fewer orders, so
// it tends to be low. `most` counts all ways to fill open slots with the pieces that are left,
// whatever the order. Both are summed over the levels.
struct ReachableEstimate {
  double guess = 0;
  double most = 0;
};
ReachableEstimate estimate_reachable(const Rules& rules, const Position& root, int samples,
                                     std::uint64_t seed);

// Levels and codes in memory.
class Reachable {
 public:
  struct Options {
    int threads = 1;
    std::uint64_t memory = std::uint64_t{1} << 30;  // bytes that keys and codes may take
    const std::atomic<bool>* interrupt = nullptr;
    // Called after every level with what is found or solved so far.
    std::function<void(const char* what, std::uint64_t positions)> progress{};
  };
  struct Level {
    std::vector<std::uint64_t> keys;  // rising
    std::vector<retrograde::Code> codes;
  };

  // Throws UserError when the rules are not for two players or the positions outgrow the memory.
  // `root` is running.
  Reachable(const Rules& rules, const Position& root, const Options& options);

  bool complete() const { return complete_; }  // false when interrupted
  const std::vector<Level>& levels() const { return levels_; }
  std::uint64_t positions() const;

  // The code of the position with this key in a level.
  retrograde::Code code(std::size_t level, std::uint64_t key) const;

 private:
  Rules rules_;
  std::vector<Level> levels_;
  bool complete_ = false;
};

}  // namespace trilith::otrio
