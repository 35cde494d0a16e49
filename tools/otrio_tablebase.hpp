// The subcommand `trilith otrio tablebase`.
#pragma once

#include "tools/cli_fwd.hpp"

namespace trilith::tools {

void add_otrio_tablebase(CLI::App& otrio);

}  // namespace trilith::tools
