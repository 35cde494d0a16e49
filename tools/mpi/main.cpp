// `trilith-mpi`: solves an Otrio duel over several processes into the database that
// `trilith otrio tablebase build` makes.
#include <fmt/core.h>
#include <mpi.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>

#include "engines/error.hpp"
#include "engines/otrio/rules.hpp"
#include "solvers/otrio/duel_hooks.hpp"
#include "solvers/otrio/duel_types.hpp"
#include "solvers/otrio/tablebase.hpp"
#include "solvers/retrograde/mpi/distributed.hpp"

namespace trilith::tools {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
  std::string rules = "nested,none,duel";
  std::string out;
  int pieces = otrio::kPiecesPerSize;
  retrograde::DistributedOptions distributed;
  bool json = false;
};

void print(const Options& options, const retrograde::DistributedResult& result, double seconds) {
  std::uint64_t fetched = 0;
  for (const retrograde::TierTraffic& tier : result.tiers) {
    fetched += tier.fetched_bytes;
    if (!options.json) continue;
    fmt::print("{}\n", Json{{"tier", tier.tier},
                            {"positions", tier.positions},
                            {"frame_bytes", tier.frame_bytes},
                            {"child_bytes", tier.child_bytes},
                            {"fetched_bytes", tier.fetched_bytes},
                            {"fill_seconds", tier.fill_seconds}}
                           .dump());
  }
  if (options.json) {
    fmt::print("{}\n", Json{{"rules", options.rules},
                            {"pieces", options.pieces},
                            {"positions", result.build.positions},
                            {"resumed", result.build.resumed},
                            {"bytes", result.build.bytes},
                            {"fetched_bytes", fetched},
                            {"seconds", seconds}}
                           .dump());
  } else {
    fmt::print("{}: {} positions in {} bytes, {} bytes between processes, {:.1f} s\n", options.out,
               result.build.positions, result.build.bytes, fetched, seconds);
  }
}

int run(int argc, char** argv, int rank) {
  CLI::App app{"Solves an Otrio duel over MPI, one process for each core", "trilith-mpi"};
  Options options;
  app.add_option("--rules", options.rules, "Rule set placement,blocked,duel")
      ->capture_default_str();
  app.add_option("--out", options.out, "The database to write; a killed run goes on")->required();
  app.add_option("--pieces", options.pieces, "Pieces of a size; less than 3 for trials")
      ->check(CLI::Range(1, otrio::kPiecesPerSize))
      ->capture_default_str();
  app.add_option("--block", options.distributed.block, "Positions of a block")
      ->check(CLI::Range(std::uint32_t{1} << 10, retrograde::kMaxBlock))
      ->capture_default_str();
  app.add_flag("--json", options.json, "A JSON object for every tier, then one for all");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return rank == 0 ? app.exit(error) : 0;
    if (rank == 0) fmt::print(stderr, "trilith-mpi: {}\n", error.what());
    return 2;
  }
  try {
    const otrio::TablebaseGame game{otrio::parse_rules(options.rules), options.pieces};
    game.check();
    const double start = MPI_Wtime();
    const retrograde::DistributedResult result = visit_duel(game, [&]<class G>(G) {
      const typename G::Setup setup(game.rules.blocked);
      return retrograde::DistributedBuilder<G, otrio::DuelHooks<G>>(
                 MPI_COMM_WORLD, setup, game.name(), options.out, options.distributed)
          .run();
    });
    if (rank == 0) print(options, result, MPI_Wtime() - start);
    return 0;
  } catch (const UserError& error) {  // of all processes alike, before the work
    if (rank == 0) fmt::print(stderr, "trilith-mpi: {}\n", error.what());
    return 2;
  }
}

}  // namespace
}  // namespace trilith::tools

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int status = 2;
  try {
    status = trilith::tools::run(argc, argv, rank);
  } catch (const std::exception& error) {  // of one process: the others wait for it
    fmt::print(stderr, "trilith-mpi: process {}: {}\n", rank, error.what());
    std::fflush(stderr);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  MPI_Finalize();
  return status;
}
