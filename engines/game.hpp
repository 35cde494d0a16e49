// The concepts a game implements: the rules as static members of an empty tag type.
//
// A searcher takes such a tag as its template parameter. Positions are small regular values, moves
// too; nothing in a position is random and nothing here allocates except text.
//
// REQUIRED (`Game`; the compiler names the member that is missing):
//   Position, Move, Setup      regular types; Setup{} is the standard game (rule options, deck
//   sizes) name                       what users call the game max_moves, max_seats capacities of a
//   move list and of a payoff initial(setup)             the position before the first move
//   seats(p)                   number of players, 2..max_seats
//   side_to_move(p)            seat due, 0..seats-1; meaningless when is_terminal(p)
//   is_terminal(p)             no move is to be made any more
//   legal_moves(p, list)       appends every legal move in a fixed order; at least one unless
//   terminal
//                              (a forced pass is a move)
//   play(p, m)                 updates p; m is legal
//   max_payoff, payoff(p)      a terminal position's payoff per seat, -max_payoff..max_payoff
//   move_text, parse_move, position_text, parse_position
//                              text both ways; the parsers throw UserError
//
// OPTIONAL, each with what is lost without it:
//   Hashed                     key(p): equal positions have equal keys; without it no transposition
//                              table and no tree that merges positions
//   Symmetric                  symmetries, transform(p, s), transform(m, s), canonical(p): without
//                              it tables and opening books hold every image of a position
//   Tiered                     see below: without it no retrograde analysis
//   Hidden                     observe, resample: without it no information-set search
//   Chance                     deal(setup, random): without it every game starts from
//                              initial(setup)
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "engines/fixed_list.hpp"
#include "engines/random.hpp"

namespace trilith {

// One concept per member, so that a compiler's message names what a game lacks.
namespace requires_member {

template <class G>
concept Position = std::regular<typename G::Position>;
template <class G>
concept Move = std::regular<typename G::Move> && std::is_trivially_copyable_v<typename G::Move>;
template <class G>
concept Setup = std::default_initializable<typename G::Setup> && std::copyable<typename G::Setup>;
template <class G>
concept name = requires {
  { G::name } -> std::convertible_to<std::string_view>;
};
template <class G>
concept max_moves = requires {
  { G::max_moves } -> std::convertible_to<std::size_t>;
};
template <class G>
concept max_seats = requires {
  { G::max_seats } -> std::convertible_to<std::size_t>;
};
template <class G>
concept max_payoff = requires {
  { G::max_payoff } -> std::convertible_to<int>;
};
template <class G>
concept initial = requires(const typename G::Setup& setup) {
  { G::initial(setup) } -> std::same_as<typename G::Position>;
};
template <class G>
concept seats = requires(const typename G::Position& p) {
  { G::seats(p) } -> std::convertible_to<int>;
};
template <class G>
concept side_to_move = requires(const typename G::Position& p) {
  { G::side_to_move(p) } -> std::convertible_to<int>;
};
template <class G>
concept is_terminal = requires(const typename G::Position& p) {
  { G::is_terminal(p) } -> std::same_as<bool>;
};
template <class G>
concept legal_moves =
    requires(const typename G::Position& p, FixedList<typename G::Move, G::max_moves>& list) {
      { G::legal_moves(p, list) } -> std::same_as<void>;
    };
template <class G>
concept play = requires(typename G::Position& p, const typename G::Move& m) {
  { G::play(p, m) } -> std::same_as<void>;
};
template <class G>
concept payoff = requires(const typename G::Position& p) {
  { G::payoff(p) } -> std::same_as<std::array<int, G::max_seats>>;
};
template <class G>
concept move_text = requires(const typename G::Position& p, const typename G::Move& m) {
  { G::move_text(p, m) } -> std::convertible_to<std::string>;
};
template <class G>
concept parse_move = requires(const typename G::Position& p, std::string_view text) {
  { G::parse_move(p, text) } -> std::same_as<typename G::Move>;
};
template <class G>
concept position_text = requires(const typename G::Position& p) {
  { G::position_text(p) } -> std::convertible_to<std::string>;
};
template <class G>
concept parse_position = requires(const typename G::Setup& setup, std::string_view text) {
  { G::parse_position(setup, text) } -> std::same_as<typename G::Position>;
};

}  // namespace requires_member

template <class G>
concept Game =
    std::is_empty_v<G> && requires_member::Position<G> && requires_member::Move<G> &&
    requires_member::Setup<G> && requires_member::name<G> && requires_member::max_moves<G> &&
    requires_member::max_seats<G> && requires_member::max_payoff<G> &&
    requires_member::initial<G> && requires_member::seats<G> && requires_member::side_to_move<G> &&
    requires_member::is_terminal<G> && requires_member::legal_moves<G> &&
    requires_member::play<G> && requires_member::payoff<G> && requires_member::move_text<G> &&
    requires_member::parse_move<G> && requires_member::position_text<G> &&
    requires_member::parse_position<G>;

template <Game G>
using MoveList = FixedList<typename G::Move, G::max_moves>;

template <Game G>
using Payoff = std::array<int, G::max_seats>;

template <class G>
concept Hashed = Game<G> && requires(const typename G::Position& p) {
  { G::key(p) } -> std::same_as<std::uint64_t>;
};

// transform(_, 0) is the identity; canonical(p) is the same for all images of p, and one of them.
// The number of symmetries may depend on the setup that a position was made with.
template <class G>
concept Symmetric =
    Game<G> && requires(const typename G::Position& p, const typename G::Move& m, int symmetry) {
      { G::symmetries(p) } -> std::convertible_to<int>;
      { G::transform(p, symmetry) } -> std::same_as<typename G::Position>;
      { G::transform(m, symmetry) } -> std::same_as<typename G::Move>;
      { G::canonical(p) } -> std::same_as<typename G::Position>;
    };

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

// An Observation holds what one seat has seen and no way to the true position; resample draws a
// position uniformly from those consistent with it.
template <class G>
concept Hidden = Game<G> && std::regular<typename G::Observation> &&
                 requires(const typename G::Position& p, int seat,
                          const typename G::Observation& observation, RandomStream& random) {
                   { G::observe(p, seat) } -> std::same_as<typename G::Observation>;
                   { G::resample(observation, random) } -> std::same_as<typename G::Position>;
                 };

template <class G>
concept Chance = Game<G> && requires(const typename G::Setup& setup, RandomStream& random) {
  { G::deal(setup, random) } -> std::same_as<typename G::Position>;
};

}  // namespace trilith
