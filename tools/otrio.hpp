// The commands below `trilith otrio` that make and check proofs and tables.
#pragma once

#include "tools/cli_fwd.hpp"

namespace trilith::tools {

void add_otrio_prove(CLI::App& otrio);  // and verify
void add_otrio_table(CLI::App& otrio);

}  // namespace trilith::tools
