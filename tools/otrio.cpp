// `trilith otrio`: the list of its subcommands, and the small ones: perft, show.
#include "tools/otrio.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <iostream>
#include <memory>
#include <string>

#include "engines/error.hpp"
#include "engines/otrio/game.hpp"
#include "engines/otrio/perft.hpp"
#include "tools/commands.hpp"
#include "tools/common.hpp"
#include "tools/otrio_rules.hpp"
#include "tools/otrio_tablebase.hpp"

namespace trilith::tools {
namespace {

void add_perft(CLI::App& otrio) {
  struct Options {
    int depth = 0;
    std::string rules = "nested,none,pairs";
  };
  CLI::App* command = otrio.add_subcommand("perft", "Counts the sequences of plies from the start");
  const auto common = add_common(*command);
  const auto options = std::make_shared<Options>();
  command->add_option("depth", options->depth, "Plies")->required()->check(CLI::Range(0, 64));
  command->add_option("--rules", options->rules, kOtrioRulesHelp)->capture_default_str();
  command->callback([common, options] {
    const otrio::Rules rules = otrio::parse_rules(options->rules);
    const otrio::PerftCount count =
        otrio::perft(rules, options->depth, common->threads, &interrupted());
    if (interrupted()) throw Interrupted{"interrupted before all sequences were counted"};
    if (common->json) {
      print_json({{"rules", otrio::rules_text(rules)},
                  {"depth", options->depth},
                  {"sequences", count.sequences},
                  {"wins", count.wins}});
    } else {
      fmt::print("{} depth {}: {} sequences, {} end in a win at this depth\n",
                 otrio::rules_text(rules), options->depth, count.sequences, count.wins);
    }
  });
}

void add_show(CLI::App& otrio) {
  struct Options {
    std::string position;
    std::string rules = "nested,none,pairs";
    std::string svg;
  };
  CLI::App* command = otrio.add_subcommand("show", "Prints a position for people");
  const auto common = add_common(*command);
  const auto options = std::make_shared<Options>();
  command->add_option("position", options->position, kOtrioPositionHelp)->required();
  command->add_option("--rules", options->rules, kOtrioRulesHelp)->capture_default_str();
  command->add_option("--svg", options->svg, "Also write the picture to this file");
  command->callback([common, options] {
    const otrio::Rules rules = otrio::parse_rules(options->rules);
    const otrio::Position p = otrio::parse_position(rules, options->position);
    if (!options->svg.empty()) write_file(options->svg, otrio::board_svg(p, rules));
    if (common->json) {
      print_json({{"rules", otrio::rules_text(rules)}, {"position", otrio::position_text(p)}});
    } else {
      std::cout << otrio::board_text(p, rules, is_terminal(1));
    }
  });
}

}  // namespace

void add_otrio(CLI::App& app) {
  CLI::App* otrio = app.add_subcommand("otrio", "Otrio: who wins, perft, pictures");
  otrio->require_subcommand(1);
  add_otrio_extreme(*otrio);
  add_otrio_play(*otrio);
  add_otrio_prove(*otrio);
  add_otrio_search(*otrio);
  add_otrio_settle(*otrio);
  add_otrio_solve(*otrio);
  add_otrio_tablebase(*otrio);
  add_otrio_table(*otrio);
  add_perft(*otrio);
  add_show(*otrio);
}

}  // namespace trilith::tools
