// `trilith trio`: estimate, exact, advise, play.
#include "tools/trio.hpp"

#include <CLI/CLI.hpp>

#include "tools/commands.hpp"

namespace trilith::tools {

void add_trio(CLI::App& app) {
  CLI::App* trio = app.add_subcommand("trio", "Trio: estimates, exact figures, advice, play");
  trio->require_subcommand(1);
  add_trio_estimate(*trio);
  add_trio_exact(*trio);
  add_trio_advise(*trio);
  add_trio_play(*trio);
}

}  // namespace trilith::tools
