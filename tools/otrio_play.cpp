// `trilith otrio play`: games between people and players of the program.
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
  CLI::App* command = otrio.add_subcommand("play", "Plays games between people and players");
  const auto common = add_common(*command);
  const auto options = std::make_shared<Options>();
  command->add_option("position", options->position, "Start from this position");
  command->add_option("--rules", options->rules, "Rule set placement,blocked,players")
      ->capture_default_str();
  command->add_option("--seats", options->play.seats, kSeatsHelp)->capture_default_str();
  command->add_option("--games", options->play.games, "Games, one after the other")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command->callback([common, options, seats_given = command->get_option("--seats")] {
    const otrio::Rules rules = otrio::parse_rules(options->rules);
    const int count = otrio::seats(rules.players);
    if (seats_given->empty()) {
      for (int seat = 2; seat < count; ++seat) options->play.seats += ",mcts";
    }
    otrio::visit(rules, [&]<class G>(G) {
      const otrio::Position start = options->position.empty()
                                        ? otrio::empty_board(rules)
                                        : otrio::parse_position(rules, options->position);
      const Presentation<G> presentation{
          [&](const otrio::Position& p) { return otrio::board_text(p, rules, is_terminal(1)); },
          [](int seat) {
            std::string letters(1, otrio::kColourLetters[seat]);
            if (G::players == otrio::Players::pairs) letters += otrio::kColourLetters[seat + 2];
            return "seat " + std::to_string(seat + 1) + " " + letters;
          }};
      run_play<G>(
          options->play, *common, Json{{"rules", otrio::rules_text(rules)}}, count, presentation,
          [&](const players::Spec& spec, const players::PlayerOptions& player) {
            return otrio::make_player<G>(rules, spec, player);
          },
          [&](int) { return start; });
    });
  });
}

}  // namespace trilith::tools
