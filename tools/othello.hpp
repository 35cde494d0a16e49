// What the subcommands of `trilith othello` share.
#pragma once

#include <memory>
#include <string>

#include "engines/othello/cpu.hpp"
#include "engines/othello/position.hpp"
#include "tools/cli_fwd.hpp"

namespace trilith::tools {

// Adds `--cpu portable|avx2|avx512`; the result lives as long as its callbacks. After parsing,
// chosen_path() is the named path or the fastest that the machine has; throws UserError.
struct CpuOption {
  std::string name;
  othello::CpuPath chosen_path() const;
};
std::shared_ptr<CpuOption> add_cpu_option(CLI::App& command);

// Adds `--variant standard|reversi` and `--scoring wof|discs`.
std::shared_ptr<othello::Setup> add_setup_options(CLI::App& command);

void add_othello_perft(CLI::App& othello);
void add_othello_show(CLI::App& othello);
void add_othello_solve(CLI::App& othello);
void add_othello_convert(CLI::App& othello);
void add_othello_eval(CLI::App& othello);
void add_othello_eval_test(CLI::App& othello);
void add_othello_label(CLI::App& othello);
void add_othello_probcut_fit(CLI::App& othello);
void add_othello_tune(CLI::App& othello);
void add_othello_play(CLI::App& othello);
void add_othello_gtp(CLI::App& othello);
void add_othello_nboard(CLI::App& othello);
void add_othello_openings(CLI::App& othello);

}  // namespace trilith::tools
