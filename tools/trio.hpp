// The subcommands of `trilith trio`.
#pragma once

#include "tools/cli_fwd.hpp"

namespace trilith::tools {

inline constexpr const char* kTrioRulesHelp =
    "Rule set: 3|4|5|6|4t|6t, simple|picante|nana, then name=value for players' hand, numbers, "
    "copies, trios, seven (a number or off), swaps (on|off)";

void add_trio_estimate(CLI::App& trio);
void add_trio_exact(CLI::App& trio);
void add_trio_advise(CLI::App& trio);
void add_trio_play(CLI::App& trio);

}  // namespace trilith::tools
