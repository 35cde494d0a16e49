// `trilith othello play`: games between people and players of the program.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <bit>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engines/othello/game.hpp"
#include "engines/othello/notation.hpp"
#include "solvers/othello/players.hpp"
#include "tools/common.hpp"
#include "tools/othello.hpp"
#include "tools/othello_weights.hpp"
#include "tools/play_loop.hpp"

namespace trilith::tools {
namespace {

using othello::kBlack;
using othello::kWhite;
using othello::Othello;
using othello::Position;

struct Options {
  PlayOptions play{.seats = "human,engine"};
  std::string position;
  std::string moves;
};

int black_score(const Position& end) {
  return end.seat == kBlack ? othello::score(end) : -othello::score(end);
}

std::string verdict(const Position& end) {
  return fmt::format(" {}:{} (score {:+} for Black)", std::popcount(end.discs_of(kBlack)),
                     std::popcount(end.discs_of(kWhite)), black_score(end));
}

void add_details(const Position&, const Position& end, Json& json) {
  json["black_discs"] = std::popcount(end.discs_of(kBlack));
  json["white_discs"] = std::popcount(end.discs_of(kWhite));
}

std::string resume(const Position& start, const std::vector<othello::Move>& moves) {
  return fmt::format("--position '{}'{}", othello::position_text(start),
                     moves.empty() ? "" : " --moves " + othello::game_text(moves));
}

void run(const Options& options, const Common& common, const othello::Setup& setup) {
  PlayedGame<Othello> game;
  game.start = options.position.empty() ? othello::initial_position(setup)
                                        : othello::parse_position(setup, options.position);
  game.moves = othello::parse_game(game.start, options.moves);
  game.cut(game.moves.size());

  const Presentation<Othello> presentation{
      .picture = [](const Position& p) { return othello::board_text(p, is_terminal(1)); },
      .seat_name = [](int seat) { return std::string(seat == kBlack ? "Black" : "White"); },
      .forced = [](const Position& p) -> std::optional<othello::Move> {
        if (othello::must_pass(p)) return othello::kPass;
        return std::nullopt;
      },
      .verdict = verdict,
      .details = add_details,
      .resume = resume,
  };
  run_play<Othello>(
      options.play, common, Json::object(), 2, presentation,
      [&](const players::Spec& spec, const players::PlayerOptions& player) {
        return othello::make_player(spec, player, {read_weights, read_probcut});
      },
      [&](int) { return game; });
}

}  // namespace

void add_othello_play(CLI::App& othello) {
  CLI::App* command =
      othello.add_subcommand("play", "Plays games between people and players of the program");
  const auto common = add_common(*command);
  const auto setup = add_setup_options(*command);
  const auto options = std::make_shared<Options>();
  add_play_options(*command, options->play);
  command->add_option("--position", options->position, "Where to start (default: the start)");
  command->add_option("--moves", options->moves, "Moves already played, like f5d6c3");
  command->callback([common, setup, options] { run(*options, *common, *setup); });
}

}  // namespace trilith::tools
