// The subcommand `trilith otrio tablebase`.
#pragma once

#include "tools/cli_fwd.hpp"

namespace trilith::tools {

void add_otrio_tablebase(CLI::App& otrio);

// Its subcommands `probe` and `stats`.
void add_tablebase_probe(CLI::App& tablebase);
void add_tablebase_stats(CLI::App& tablebase);

}  // namespace trilith::tools
