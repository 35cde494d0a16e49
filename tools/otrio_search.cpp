// `trilith otrio search`: tree search of one position, with its root statistics.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <string>

#include "engines/error.hpp"
#include "engines/otrio/game.hpp"
#include "solvers/otrio/playout.hpp"
#include "solvers/players/player.hpp"
#include "tools/commands.hpp"
#include "tools/common.hpp"
#include "tools/mcts_json.hpp"

namespace trilith::tools {

void add_otrio_search(CLI::App& otrio) {
  struct Options {
    std::string position;
    std::string rules = "nested,none,pairs";
    std::string player = "mcts:playouts=100000";
  };
  CLI::App* command =
      otrio.add_subcommand("search", "Tree search of a position: visits, values, proofs per move");
  const auto common = add_common(*command);
  const auto options = std::make_shared<Options>();
  command->add_option("position", options->position,
                      "Like '...,...,.../...,...,.../...,...,... V' (default: the empty board)");
  command->add_option("--rules", options->rules, "Rule set placement,blocked,players")
      ->capture_default_str();
  command->add_option("--player", options->player, "The search: mcts:option=value,...")
      ->capture_default_str();
  command->callback([common, options] {
    const otrio::Rules rules = otrio::parse_rules(options->rules);
    const players::Spec spec = players::parse_spec(options->player);
    if (spec.kind != "mcts") throw UserError("player '" + spec.text() + "': only mcts searches");
    players::OptionReader reader(spec);
    const players::MctsSettings settings =
        players::read_mcts_settings(reader, {.seed = common->seed});
    reader.finish();
    const otrio::Position p = options->position.empty()
                                  ? otrio::empty_board(rules)
                                  : otrio::parse_position(rules, options->position);
    otrio::visit(rules, [&]<class G>(G) {
      mcts::Search<G, otrio::FastPlayout<G, otrio::PlayoutStyle::win_or_block>> search(
          p, settings.options, {}, mcts::Uct{settings.exploration});
      const mcts::Report<G> report = search.run(settings.limits, &interrupted());
      if (common->json) {
        Json json{{"rules", otrio::rules_text(rules)}};
        json.update(report_json<G>(report));
        print_json(json);
      } else {
        std::cout << mcts::report_text<G>(report, 27);
      }
    });
  });
}

}  // namespace trilith::tools
