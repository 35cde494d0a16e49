// `trilith otrio play`: games between people and players of the program.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "engines/otrio/game.hpp"
#include "solvers/otrio/players.hpp"
#include "tools/commands.hpp"
#include "tools/common.hpp"
#include "tools/play_loop.hpp"

namespace trilith::tools {

void add_otrio_play(CLI::App& otrio) {
  struct Options {
    PlayOptions play{.seats = "human,mcts"};
    std::string rules = "nested,none,pairs";
    std::string position;
  };
  CLI::App* command =
      otrio.add_subcommand("play", "Plays games between people and players of the program");
  const auto common = add_common(*command);
  const auto options = std::make_shared<Options>();
  command->add_option("position", options->position, "Start from this position");
  command->add_option("--rules", options->rules, "Rule set placement,blocked,players")
      ->capture_default_str();
  add_play_options(*command, options->play);
  command->callback([common, options, seats_given = command->get_option("--seats")] {
    const otrio::Rules rules = otrio::parse_rules(options->rules);
    const int count = otrio::seats(rules.players);
    if (seats_given->empty()) {
      for (int seat = 2; seat < count; ++seat) options->play.seats += ",mcts";
    }
    otrio::visit(rules, [&]<class G>(G) {
      PlayedGame<G> game;
      game.start = game.end = options->position.empty()
                                  ? otrio::empty_board(rules)
                                  : otrio::parse_position(rules, options->position);
      const Presentation<G> presentation{
          .picture =
              [&](const otrio::Position& p) { return otrio::board_text(p, rules, is_terminal(1)); },
          .seat_name =
              [](int seat) {
                std::string letters(1, otrio::kColourLetters[seat]);
                if (G::players == otrio::Players::pairs) {
                  letters += otrio::kColourLetters[seat + 2];
                }
                return "seat " + std::to_string(seat + 1) + " " + letters;
              },
          .resume =
              [&](otrio::Position p, const std::vector<otrio::Move>& moves) {
                for (const otrio::Move move : moves) G::play(p, move);
                return fmt::format("'{}' --rules {}", otrio::position_text(p),
                                   otrio::rules_text(rules));
              },
      };
      run_play<G>(
          options->play, *common, Json{{"rules", otrio::rules_text(rules)}}, count, presentation,
          [&](const players::Spec& spec, const players::PlayerOptions& player) {
            return otrio::make_player<G>(rules, spec, player);
          },
          [&](int) { return game; });
    });
  });
}

}  // namespace trilith::tools
