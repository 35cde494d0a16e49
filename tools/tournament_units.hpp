// The work units of a tournament: who meets whom from which opening, and the games played.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tools/game_openings.hpp"
#include "tools/tournament_log.hpp"

namespace trilith::tools {

struct TournamentPlan {
  std::string game;
  std::string rules;
  std::vector<Entrant> entrants;
  bool gauntlet = false;
  std::uint64_t seed = 1;
  OpeningOptions openings;
  std::size_t max_moves = 0;
  std::optional<ratings::Hypotheses> hypotheses;
};

// Plays units for one thread; what it throws ends the run.
using UnitPlayer = std::function<LoggedUnit(std::uint64_t unit)>;

// A position of a logged game, for people.
struct ShownGame {
  std::vector<std::string> moves;  // of the opening, then of the game
  std::string position;            // as asked for, in the game's notation
  std::string picture;
  std::string svg;  // empty for a game without pictures
};

// Unit k plays line-up k % line_ups() in round k / line_ups(): all rotations over the seats from
// the round's opening or deal, which is the same for all line-ups. Openings come in a random order
// without repeats until all were used.
class TournamentUnits {
 public:
  virtual ~TournamentUnits() = default;
  virtual const TournamentSettings& settings() const = 0;
  virtual std::uint64_t units_per_round() const = 0;
  // 0 when every round is a new deal.
  virtual std::uint64_t openings() const = 0;
  // Must not outlive these.
  virtual UnitPlayer make_player() const = 0;
  // Replays game `number` (from 0) of a unit with every move checked, shows the position after
  // `ply` moves. Throws CheckFailed when the record is not that of a game under these settings.
  virtual ShownGame show(const LoggedUnit& unit, std::size_t number,
                         std::optional<std::size_t> ply) const = 0;
};

// Throws UserError for rules, players and openings that are none; external engines are started
// once to see that they can be.
std::unique_ptr<const TournamentUnits> make_tournament_units(const TournamentPlan& plan);

// For showing logged games: no player is made.
std::unique_ptr<const TournamentUnits> units_of_log(const TournamentSettings& settings);

}  // namespace trilith::tools
