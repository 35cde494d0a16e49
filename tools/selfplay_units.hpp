// Plays the work units of self-play: all rotations of a line-up over the seats from one opening.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "solvers/players/spec.hpp"
#include "tools/game_openings.hpp"

namespace trilith::tools {

// What a unit's games depend on besides the unit's number.
struct SelfplayPlan {
  std::string game;
  std::string rules;
  std::vector<players::Spec> players;  // one per seat
  std::uint64_t seed = 1;
  OpeningOptions openings;
  double random_moves = 0;         // share of moves that are drawn from all legal ones
  std::uint64_t random_until = 0;  // only so many plies after the opening; 0: to the end
  std::uint64_t max_plies = 0;
  int exact = 0;        // label positions with at most so many empty squares or slots
  bool visits = false;  // keep visit counts

  // How often the line-up can be rotated before it is the same again: with equal players once.
  std::uint64_t games_per_unit() const;
};

// Plays units for one thread.
using UnitPlayer = std::function<std::string(std::uint64_t unit)>;

// What the threads share: rules, openings, checked players.
class SelfplayUnits {
 public:
  virtual ~SelfplayUnits() = default;
  // The openings in words, and how many there are (0: a new deal for every unit).
  virtual std::string openings_text() const = 0;
  virtual std::uint64_t openings() const = 0;
  // By player, the unit of the values of its searches.
  virtual std::vector<std::string> value_units() const = 0;
  // The plan and these must outlive the result.
  virtual UnitPlayer make_player() const = 0;
};

// Throws UserError for rules, players and openings that are none.
std::unique_ptr<const SelfplayUnits> make_selfplay_units(const SelfplayPlan& plan);

}  // namespace trilith::tools
