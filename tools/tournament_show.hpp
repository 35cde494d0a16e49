// `trilith tournament show`: the games of a run folder.
#pragma once

#include "tools/cli_fwd.hpp"

namespace trilith::tools {

void add_tournament_show(CLI::App& tournament);

}  // namespace trilith::tools
