// Othello engines of other programs as players: over GTP or the NBoard protocol.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engines/othello/game.hpp"
#include "solvers/players/player.hpp"
#include "tools/external_program.hpp"

namespace trilith::tools {

// `gtp:option=value,...,command=PROGRAM ARGUMENTS`, the same with `nboard`. Options:
//   start=S    seconds to get ready (10)
//   move=S     seconds for an answer, beyond which the game is lost (60)
//   seconds=S  GTP: the time a move that the engine is told to have (time_settings 0 S 1)
//   depth=N    NBoard: the depth that the engine is told to search
// The command takes the rest of the line, commas too.
struct ExternalSpec {
  enum class Protocol { gtp, nboard };
  Protocol protocol = Protocol::gtp;
  double start_seconds = 10;
  double move_seconds = 60;
  std::optional<double> seconds;
  std::optional<int> depth;
  std::vector<std::string> command;
};

bool is_external(std::string_view text);

// Throws UserError.
ExternalSpec parse_external(std::string_view text);

// Keeps its program from game to game; starts it anew after a fault. The games it is in begin with
// start(the initial position), so that it hears every move. Whatever the program does wrong leaves
// `start`, `choose` and `played` as a ProgramFault; the player can be used on.
std::unique_ptr<players::Player<othello::Othello>> make_external(const ExternalSpec& spec);

}  // namespace trilith::tools
