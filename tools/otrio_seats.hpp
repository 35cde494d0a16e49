// What `trilith otrio solve` says of games for three and four.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engines/otrio/position.hpp"
#include "engines/otrio/rules.hpp"
#include "tools/common.hpp"

namespace trilith::tools {

struct SeatsOptions {
  std::uint64_t playouts = 100'000;  // of each of the independent tree searches
  double seconds = 60;               // for each seat's proof
  std::size_t table_bytes = std::size_t{256} << 20;
};

// Prints, seat by seat, the value by tree search with its standard error, and exactly whether the
// seat can force a win against all others together. `p` may be over.
void solve_for_seats(const otrio::Rules& rules, const otrio::Position& p,
                     const SeatsOptions& options, const Common& common);

}  // namespace trilith::tools
