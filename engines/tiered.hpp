// The OPTIONAL concept of a game whose positions can be numbered tier by tier; without it no
// retrograde analysis of the whole game.
#pragma once

#include <concepts>
#include <cstdint>
#include <vector>

#include "engines/game.hpp"

namespace trilith::retrograde {

// Positions fall into tiers 0..tiers-1, and within a tier they are numbered 0..tier_size-1. A move
// leads into one of child_tiers, all of larger numbers. rank is the same for all images of a
// position; unrank gives a position for every number, and canonical(p) = unrank(tier, rank(p)).
// Numbers r with rank(unrank(r)) != r are allowed: a simple numbering may hold a class twice.
template <class G>
concept Tiered = Game<G> && requires(const typename G::Setup& setup, const typename G::Position& p,
                                     int tier, std::uint64_t rank) {
  { G::tiers(setup) } -> std::convertible_to<int>;
  { G::tier(setup, p) } -> std::convertible_to<int>;
  { G::child_tiers(setup, tier) } -> std::convertible_to<std::vector<int>>;
  { G::tier_size(setup, tier) } -> std::same_as<std::uint64_t>;
  { G::rank(setup, p) } -> std::same_as<std::uint64_t>;
  { G::unrank(setup, tier, rank) } -> std::same_as<typename G::Position>;
  { G::canonical(setup, p) } -> std::same_as<typename G::Position>;
};

}  // namespace trilith::retrograde
