// `trilith othello`: its subcommands, what they share, perft and show.
#include "tools/othello.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <map>

#include "engines/error.hpp"
#include "engines/othello/notation.hpp"
#include "engines/othello/perft.hpp"
#include "tools/commands.hpp"
#include "tools/common.hpp"

namespace trilith::tools {
namespace {

// The value that goes by `name`.
template <class Value>
Value named(const std::string& option, const std::string& name,
            const std::map<std::string, Value>& values) {
  const auto found = values.find(name);
  if (found != values.end()) return found->second;
  std::string known;
  for (const auto& [each, unused] : values) known += (known.empty() ? "" : " or ") + each;
  throw UserError(fmt::format("{} '{}': it is {}", option, name, known));
}

}  // namespace

othello::CpuPath CpuOption::chosen_path() const {
  return name.empty() ? othello::best_cpu_path() : othello::parse_cpu_path(name);
}

std::shared_ptr<CpuOption> add_cpu_option(CLI::App& command) {
  auto option = std::make_shared<CpuOption>();
  command.add_option("--cpu", option->name,
                     "Code path portable|avx2|avx512 (default: the fastest this machine runs)");
  return option;
}

std::shared_ptr<othello::Setup> add_setup_options(CLI::App& command) {
  const std::map<std::string, othello::Variant> variants = {
      {"standard", othello::Variant::standard}, {"reversi", othello::Variant::reversi}};
  const std::map<std::string, othello::Scoring> scorings = {{"wof", othello::Scoring::wof},
                                                            {"discs", othello::Scoring::discs}};
  auto setup = std::make_shared<othello::Setup>();
  command.add_option_function<std::string>(
      "--variant",
      [setup, variants](const std::string& name) {
        setup->variant = named("--variant", name, variants);
      },
      "standard, or reversi (the first four discs are put freely on the centre)");
  command.add_option_function<std::string>(
      "--scoring",
      [setup, scorings](const std::string& name) {
        setup->scoring = named("--scoring", name, scorings);
      },
      "wof (empty squares count for the winner), or discs (as they lie)");
  return setup;
}

void add_othello_perft(CLI::App& othello) {
  CLI::App* command =
      othello.add_subcommand("perft", "Counts the sequences of plies from the start");
  const auto common = add_common(*command);
  const auto cpu = add_cpu_option(*command);
  const auto depth = std::make_shared<int>(0);
  command->add_option("depth", *depth, "Plies")->required()->check(CLI::Range(0, 60));
  command->callback([common, cpu, depth] {
    const othello::CpuPath path = cpu->chosen_path();
    const Stopwatch watch;
    const othello::PerftCount count = othello::perft(*depth, path, common->threads, &interrupted());
    if (interrupted()) throw Interrupted{"interrupted before all sequences were counted"};
    const double seconds = watch.seconds();
    if (common->json) {
      print_json({{"depth", *depth},
                  {"perft", count.perft},
                  {"pass_free", count.pass_free},
                  {"seconds", seconds}});
    } else {
      fmt::print(
          "depth {}: {} sequences (a pass is a ply), {} (a pass costs no depth); both in {:.3f} "
          "s\n",
          *depth, count.perft, count.pass_free, seconds);
    }
  });
}

void add_othello_show(CLI::App& othello) {
  struct Options {
    std::string position;
    std::string moves;
    std::string svg;
  };
  CLI::App* command = othello.add_subcommand("show", "Prints a position for people");
  const auto common = add_common(*command);
  const auto setup = add_setup_options(*command);
  const auto options = std::make_shared<Options>();
  command->add_option(
      "position", options->position,
      "64 of X, O, - from a1 to h8, a blank, the side to move (default: the start)");
  command->add_option("--moves", options->moves, "A game from there, like f5d6c3");
  command->add_option("--svg", options->svg, "Also write the picture to this file");
  command->callback([common, setup, options] {
    othello::Position p = options->position.empty()
                              ? othello::initial_position(*setup)
                              : othello::parse_position(*setup, options->position);
    for (const othello::Move move : othello::parse_game(p, options->moves)) othello::play(p, move);
    if (!options->svg.empty()) write_file(options->svg, othello::board_svg(p));
    if (common->json) {
      Json moves = Json::array();
      for (othello::Mask open = othello::placements(p); open != 0; open &= open - 1) {
        moves.push_back(othello::move_text(static_cast<othello::Move>(std::countr_zero(open))));
      }
      if (othello::must_pass(p)) moves.push_back(othello::move_text(othello::kPass));
      print_json({{"position", othello::position_text(p)},
                  {"empties", p.board.empty_count()},
                  {"moves", moves}});
    } else {
      std::cout << othello::board_text(p, is_terminal(1));
    }
  });
}

void add_othello(CLI::App& app) {
  CLI::App* othello = app.add_subcommand("othello", "Othello: exact endgames, perft, pictures");
  othello->require_subcommand(1);
  add_othello_perft(*othello);
  add_othello_show(*othello);
  add_othello_solve(*othello);
  add_othello_convert(*othello);
  add_othello_eval(*othello);
  add_othello_eval_test(*othello);
  add_othello_label(*othello);
  add_othello_probcut_fit(*othello);
  add_othello_tune(*othello);
  add_othello_play(*othello);
  add_othello_gtp(*othello);
  add_othello_nboard(*othello);
  add_othello_openings(*othello);
}

}  // namespace trilith::tools
