// The subcommands of `trilith`: one function each adds its options and its action.
#pragma once

#include "tools/cli_fwd.hpp"

namespace trilith::tools {

void add_bench(CLI::App& app);
void add_dataset(CLI::App& app);
void add_merge(CLI::App& app);
void add_othello(CLI::App& app);
void add_otrio(CLI::App& app);
void add_ratings(CLI::App& app);
void add_selfplay(CLI::App& app);
void add_tournament(CLI::App& app);
void add_trio(CLI::App& app);

// Below `trilith otrio`.
void add_otrio_extreme(CLI::App& otrio);
void add_otrio_play(CLI::App& otrio);
void add_otrio_search(CLI::App& otrio);
void add_otrio_settle(CLI::App& otrio);
void add_otrio_solve(CLI::App& otrio);

}  // namespace trilith::tools
