// What a tournament's run folder holds: its settings and the games of every finished unit.
//
// DIR/journal.jsonl is a Journal. Its first line holds the settings, what two runs must have in
// common to be parts of one; a unit's result is
//
//   {"round":0,"start":"--...","opening":"f5 d6","games":[
//     {"seats":[0,2],"moves":"c3 d3 ...","payoff":[12,-12],"finished":true,
//      "faults":[{"player":2,"kind":"timeout","detail":"..."}]},...]}
//
// start    the position before the opening in the game's notation
// seats    the number of the player in each seat
// moves    after the opening, forced passes too
// payoff   by seat: the final score for Othello, else 1 won, -1 lost, 0 nobody won
// faults   of players that lost the game by them; not there when empty
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "eval/ratings/sequential.hpp"
#include "tools/common.hpp"

namespace trilith::tools {

struct Entrant {
  std::string name;
  std::string spec;
  bool operator==(const Entrant&) const = default;
};

struct TournamentSettings {
  std::string game;  // othello, otrio, trio
  std::string rules;
  std::string format;    // round-robin, gauntlet
  std::string openings;  // in words, with a checksum when they come from a file
  std::uint64_t seed = 1;
  std::size_t max_moves = 0;
  std::vector<Entrant> entrants;
  std::vector<int> sides;  // by seat; partners of a team have the same
  int max_payoff = 1;
  std::optional<ratings::Hypotheses> hypotheses;  // of a match of two players

  std::size_t seats() const { return sides.size(); }
  bool pairs() const { return seats() == 2; }

  Json json() const;
  // Throws UserError that names the field.
  static TournamentSettings parse(const Json& json);
  bool operator==(const TournamentSettings&) const = default;
};

struct LoggedFault {
  std::size_t player = 0;
  std::string kind;
  std::string detail;
};

struct LoggedGame {
  std::vector<std::size_t> seats;
  std::string moves;
  std::size_t plies = 0;  // of the opening and `moves`
  std::vector<int> payoff;
  bool finished = true;  // false when it came to the cap, or a fault ended it
  std::vector<LoggedFault> faults;

  // By seat: the side's part of one win.
  std::vector<double> shares(const std::vector<int>& sides) const;
};

struct LoggedUnit {
  std::uint64_t unit = 0;
  std::uint64_t round = 0;
  std::string start;
  std::string opening;
  std::vector<LoggedGame> games;

  std::string result() const;  // JSON of the journal's line
};

// Throws UserError for a result that is none of these settings.
LoggedUnit parse_unit(const TournamentSettings& settings, std::uint64_t unit,
                      std::string_view result);

struct TournamentLog {
  TournamentSettings settings;
  std::vector<LoggedUnit> units;  // rising
};

std::string journal_path(const std::string& folder);

// Reads a run folder, which another process may be writing to; a last line without its end is left
// out. Throws UserError that names the file and the line.
TournamentLog read_tournament(const std::string& folder);

// Words between blanks.
std::vector<std::string> words_of(std::string_view text);

}  // namespace trilith::tools
