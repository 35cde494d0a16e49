// Results as a tree search counts them: fixed-point values per view, and proven bounds.
//
// A game's payoffs count by their sign: a win is 1, a draw 0, a loss -1. A two-seat game is taken
// to be zero-sum and has one view, that of seat 0; with more seats every seat is a view.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "engines/game.hpp"

namespace trilith::mcts {

// A value is a result times kWin. Sums of values are integers, so they are equal whatever the order
// in which threads add them.
using Value = std::int32_t;
inline constexpr Value kWin = 1 << 20;

template <Game G>
inline constexpr bool kTwoSided = G::max_seats == 2;
template <Game G>
inline constexpr int kViews = kTwoSided<G> ? 1 : static_cast<int>(G::max_seats);

template <Game G>
using Values = std::array<Value, kViews<G>>;

template <Game G>
constexpr Values<G> values_of(const Payoff<G>& payoff) {
  Values<G> values;
  for (int view = 0; view < kViews<G>; ++view) {
    values[view] = payoff[view] > 0 ? kWin : payoff[view] < 0 ? -kWin : 0;
  }
  return values;
}

// The value that `seat` sees.
template <Game G>
constexpr Value value_for(const Values<G>& values, int seat) {
  if constexpr (kTwoSided<G>) {
    return seat == 0 ? values[0] : -values[0];
  } else {
    return values[seat];
  }
}

// What is proven of one view: lo is the result that its seat can force whatever the others do, hi
// the one that the others, all together, can hold it to. With two seats lo == hi is the exact
// value; with more, lo == 1 is a win against any coalition. (Winands, Bjornsson, Saito,
// "Monte-Carlo tree search solver", 2008; bounds: Cazenave, Saffidine, "Score bounded Monte-Carlo
// tree search", 2010.)
struct alignas(2) Bounds {
  std::int8_t lo = -1;
  std::int8_t hi = 1;

  constexpr bool exact() const { return lo == hi; }
  constexpr Bounds negated() const {
    return {static_cast<std::int8_t>(-hi), static_cast<std::int8_t>(-lo)};
  }
  bool operator==(const Bounds&) const = default;
};

template <Game G>
using AllBounds = std::array<Bounds, kViews<G>>;

template <Game G>
constexpr AllBounds<G> bounds_of(const Payoff<G>& payoff) {
  AllBounds<G> bounds;
  for (int view = 0; view < kViews<G>; ++view) {
    const auto result = static_cast<std::int8_t>((payoff[view] > 0) - (payoff[view] < 0));
    bounds[view] = {result, result};
  }
  return bounds;
}

template <Game G>
constexpr Bounds bounds_for(const AllBounds<G>& bounds, int seat) {
  if constexpr (kTwoSided<G>) {
    return seat == 0 ? bounds[0] : bounds[0].negated();
  } else {
    return bounds[seat];
  }
}

// Is the result of reasonable play known? With two seats the exact value, with more a seat that
// wins against all others.
template <Game G>
constexpr bool closed(const AllBounds<G>& bounds) {
  if constexpr (kTwoSided<G>) {
    return bounds[0].exact();
  } else {
    for (const Bounds& b : bounds) {
      if (b.lo == 1) return true;
    }
    return std::all_of(bounds.begin(), bounds.end(),
                       [](const Bounds& b) { return b.lo == 0 && b.hi == 0; });
  }
}

// The values of closed bounds.
template <Game G>
constexpr Values<G> closed_values(const AllBounds<G>& bounds) {
  Values<G> values;
  for (int view = 0; view < kViews<G>; ++view) values[view] = bounds[view].hi * kWin;
  return values;
}

}  // namespace trilith::mcts
