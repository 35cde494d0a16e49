// Exact beliefs: how many deals fit an observation, a uniform sample of them, and card
// probabilities.
//
// The unknown cards go to "places": the middle part of every other hand (between its shown ends)
// and the unknown centre slots. Hands are sorted, so filling the places number by number in rising
// order meets every deal once, and what the rest can do depends only on how full the places are:
//
//   after(v, fill) = sum over x of ways(v, x) * after(v + 1, fill + x)
//
// where x says how many copies of v go to each place and ways counts the physical cards that do so.
// A deal weighs as many as there are sets of physical cards (copies of a number told apart) that
// look like it; the centre's order is put in at the end. No rejection and no approximation; after
// swaps the deals are those that fit what a Table keeps (`held`, `told`), each taken as likely as
// its cards are, whatever the partners' reasons for swapping may tell.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "engines/random.hpp"
#include "engines/trio/observation.hpp"

namespace trilith::trio {

__extension__ using Wide = unsigned __int128;

std::string decimal(Wide value);

// The last byte of packed fills is the centre, the others are hands in the order of `hands`.
inline constexpr int kCentrePlace = 7;

// One way to spread the unknown copies of a number.
struct Spread {
  std::uint64_t cards = 0;  // byte i: copies that go to place i
  std::int32_t offset = 0;  // step of the index of the fill
  std::uint32_t ways = 0;   // physical cards that look like this
  int at(int place) const { return static_cast<int>(cards >> 8 * place & 255); }
};

// What the dynamic program needs to know of an observation.
struct Problem {
  struct Place {
    int seat = 0;
    int size = 0;     // cards to fill in
    int lowest = 0;   // number of the last card of the shown low run, or 1
    int highest = 0;  // number of the first card of the shown high run, or `numbers`
  };

  explicit Problem(const Observation& observation);

  int numbers = 0;
  std::array<Place, kMaxPlayers> hands{};
  int hand_places = 0;
  int centre_size = 0;
  std::uint64_t room = 0;                           // byte i: cards to fill in at place i
  std::vector<std::uint64_t> fills;                 // packed fills of the hands, by index
  std::array<int, kMaxNumbers + 2> filled_below{};  // unknown cards of smaller numbers
  std::array<std::vector<Spread>, kMaxNumbers + 1> spreads;
  std::vector<int> constant_factors;  // physical cards that every deal shares
  double log2_bound = 0;              // of the number of deals

  // Byte-wise room left; a spread fits if no byte goes below zero.
  std::uint64_t room_left(int number, std::size_t index) const;
  static bool fits(std::uint64_t left, std::uint64_t cards) {
    constexpr std::uint64_t kGuard = 0x8080808080808080u;
    return (((left | kGuard) - cards) & kGuard) == kGuard;
  }
  bool valid_state(int number, std::size_t index) const;
};

// The dynamic program over one integer type; 64 bits are enough for most deals.
template <class Count>
class BeliefTable {
 public:
  explicit BeliefTable(const Problem& problem);

  Count total() const { return after_[1][0]; }
  // One spread per number, chosen by a uniform integer below total().
  void draw(const Problem& problem, RandomStream& random,
            std::array<std::uint64_t, kMaxNumbers + 1>& spread) const;
  // Calls f(number, fill before it, spread, weight) for all states and spreads that occur; the
  // weights of one number add up to total().
  template <class F>
  void for_each(const Problem& problem, F&& f) const;

 private:
  std::array<std::vector<Count>, kMaxNumbers + 2> after_;
};

class Belief {
 public:
  explicit Belief(const Observation& observation);

  // False when no deal fits (only for observations that no game leads to).
  bool possible() const { return total() != 0; }
  // Deals without the order of the unknown centre cards and without the factors they all share.
  Wide total() const;
  // All deals of physical cards that fit, in decimal.
  std::string deals() const;

  Position sample(RandomStream& random) const;

  // Probability times total() that the lowest (highest) hidden card of another seat is v, by v.
  // Known cards have all the weight on their number.
  using Weights = std::array<Wide, kMaxNumbers + 1>;
  struct Ends {
    std::array<Weights, kMaxPlayers> lowest{};
    std::array<Weights, kMaxPlayers> highest{};
    // The mean number of copies of v among the unknown centre cards, times total(): every unknown
    // slot shows v with this over centre_unknown().
    Weights centre{};
  };
  Ends ends() const;
  int centre_unknown() const { return problem_.centre_size; }

  const Problem& problem() const { return problem_; }
  template <class F>
  void for_each(F&& f) const {
    std::visit([&](const auto& table) { table.for_each(problem_, f); }, table_);
  }

 private:
  static std::variant<BeliefTable<std::uint64_t>, BeliefTable<Wide>> make(const Problem& problem);

  Observation observation_;
  Problem problem_;
  std::variant<BeliefTable<std::uint64_t>, BeliefTable<Wide>> table_;
};

template <class Count>
template <class F>
void BeliefTable<Count>::for_each(const Problem& problem, F&& f) const {
  std::vector<Count> before(problem.fills.size());
  std::vector<Count> next(problem.fills.size());
  before[0] = 1;
  for (int number = 1; number <= problem.numbers; ++number) {
    next.assign(next.size(), 0);
    for (std::size_t index = 0; index < before.size(); ++index) {
      if (before[index] == 0) continue;
      const std::uint64_t left = problem.room_left(number, index);
      for (const Spread& spread : problem.spreads[number]) {
        if (!Problem::fits(left, spread.cards)) continue;
        const std::size_t to = index + spread.offset;
        const Count after = after_[number + 1][to];
        if (after == 0) continue;
        const Count here = before[index] * spread.ways;
        next[to] += here;
        f(number, problem.fills[index], spread, static_cast<Wide>(here * after));
      }
    }
    before.swap(next);
  }
}

}  // namespace trilith::trio
