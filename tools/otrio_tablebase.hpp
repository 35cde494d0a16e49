// The subcommand `trilith otrio tablebase`.
#pragma once

#include <CLI/CLI.hpp>

namespace trilith::tools {

void add_otrio_tablebase(CLI::App& otrio);

}  // namespace trilith::tools
