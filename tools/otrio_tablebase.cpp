// `trilith otrio tablebase build` and `verify`: solves a duel outright, or what is below a
// position, into a database, and checks it.
#include "tools/otrio_tablebase.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <string>

#include "engines/error.hpp"
#include "engines/otrio/notation.hpp"
#include "solvers/otrio/reachable.hpp"
#include "solvers/otrio/tablebase.hpp"
#include "tools/common.hpp"
#include "tools/memory.hpp"
#include "tools/otrio_rules.hpp"
#include "tools/progress.hpp"

namespace trilith::tools {
namespace {

constexpr double kMega = 1e6;
constexpr std::uint64_t kMebibyte = 1 << 20;

struct BuildChoices {
  std::string rules = "nested,none,duel";
  std::string out;
  int pieces = otrio::kPiecesPerSize;
  std::string from;
  std::uint64_t memory_mb = 0;
  std::uint32_t block = retrograde::kDefaultBlock;
};

std::uint64_t build_memory(const BuildChoices& choices) {
  const std::uint64_t available = available_memory();
  if (choices.memory_mb > available / kMebibyte) {
    throw UserError(fmt::format("--memory-mb {}: only {} MiB of memory are available",
                                choices.memory_mb, available / kMebibyte));
  }
  return choices.memory_mb > 0 ? choices.memory_mb * kMebibyte : available / 4 * 3;
}

// Estimates what can be reached from the root; throws UserError when there is no room for it.
void refuse_too_large(const otrio::TablebaseGame& game, const BuildChoices& choices,
                      const Common& common) {
  constexpr int kSamples = 20000;
  constexpr double kMemoryPerPosition = 25;  // key, code, and keys that are being collected
  constexpr double kDiskPerPosition = 9;     // before compression
  const otrio::ReachableEstimate estimate =
      otrio::estimate_reachable(game.rules, *game.root, kSamples, common.seed);
  const double positions = std::min(estimate.guess, estimate.most);
  const auto refuse = [&](const char* what, double needed, double there) {
    if (needed <= there) return;
    throw UserError(fmt::format(
        "about {:.3g} positions need {:.0f} MiB of {}, {:.0f} MiB are there; give a later position",
        positions, needed / kMebibyte, what, there / kMebibyte));
  };
  refuse("memory", kMemoryPerPosition * positions, static_cast<double>(build_memory(choices)));
  const std::filesystem::path folder = std::filesystem::absolute(choices.out).parent_path();
  std::error_code error;
  const auto space = std::filesystem::space(folder, error);
  if (!error) {
    refuse("disk", kDiskPerPosition * positions, static_cast<double>(space.available));
  }
  if (!common.quiet) {
    fmt::print(stderr, "about {:.3g} positions to solve, at most {:.3g}\n", positions,
               estimate.most);
  }
}

void add_build(CLI::App& parent) {
  CLI::App* command = parent.add_subcommand(
      "build", "Solves every position of a duel into a file; goes on where a killed run ended");
  const auto common = add_common(*command);
  const auto options = std::make_shared<BuildChoices>();
  command->add_option("--rules", options->rules, kOtrioRulesHelp)->capture_default_str();
  command->add_option("--out", options->out, "The database to write")->required();
  command->add_option("--pieces", options->pieces, "Pieces of a size; less than 3 for trials")
      ->check(CLI::Range(1, otrio::kPiecesPerSize))
      ->capture_default_str();
  command
      ->add_option("--from", options->from,
                   "Only what can be reached from this position, for pairs or a duel")
      ->excludes("--pieces");
  command->add_option("--memory-mb", options->memory_mb,
                      "Memory for decoded tiers in MiB (default: three quarters of what is free)");
  command->add_option("--block", options->block, "Positions of a block")
      ->check(CLI::Range(std::uint32_t{1} << 10, retrograde::kMaxBlock))
      ->capture_default_str();
  command->callback([common, options] {
    otrio::TablebaseGame game{otrio::parse_rules(options->rules), options->pieces};
    if (!options->from.empty()) game.root = otrio::parse_position(game.rules, options->from);
    game.check();
    if (std::filesystem::exists(options->out)) {
      throw UserError(
          fmt::format("file '{}': exists already; remove it or choose another name", options->out));
    }
    if (game.root) refuse_too_large(game, *options, *common);
    Progress progress(common->quiet);
    retrograde::BuildOptions build;
    build.threads = common->threads;
    build.memory = build_memory(*options);
    build.block = options->block;
    build.interrupt = &interrupted();
    build.progress = [&](std::uint64_t done, std::uint64_t total) {
      progress.show(otrio::rules_text(game.rules), static_cast<double>(done) / kMega,
                    static_cast<double>(total) / kMega, "M positions");
    };
    const Stopwatch watch;
    const retrograde::BuildResult result = otrio::build_tablebase(game, options->out, build);
    progress.clear();
    if (!result.complete) {
      const std::string what = game.root ? fmt::format("--from '{}'", options->from)
                                         : fmt::format("--pieces {}", game.pieces);
      throw Interrupted{fmt::format(
          "interrupted; {}: trilith otrio tablebase build --rules {} {} --block {} "
          "--threads {} --out {}",
          game.root ? "start again with"
                    : "what is finished is in " + options->out + ".tmp, go on with",
          otrio::rules_text(game.rules), what, options->block, common->threads, options->out)};
    }
    if (common->json) {
      print_json({{"rules", otrio::rules_text(game.rules)},
                  {"pieces", game.pieces},
                  {"positions", result.positions},
                  {"resumed", result.resumed},
                  {"bytes", result.bytes},
                  {"seconds", watch.seconds()}});
    } else {
      fmt::print("{}: {} positions in {} bytes ({:.4f} a position), {}\n", options->out,
                 result.positions, result.bytes,
                 static_cast<double>(result.bytes) / static_cast<double>(result.positions),
                 duration_text(watch.seconds()));
    }
  });
}

void add_verify(CLI::App& parent) {
  struct Options {
    std::string path;
    std::uint64_t blocks = 100;
    std::uint64_t search = 0;
  };
  CLI::App* command = parent.add_subcommand(
      "verify", "Checks every checksum, computes random blocks again from their children");
  const auto common = add_common(*command);
  const auto options = std::make_shared<Options>();
  command->add_option("database", options->path, "A file made by `build`")->required();
  command->add_option("--blocks", options->blocks, "Blocks to compute again")
      ->capture_default_str();
  command->add_option("--search", options->search,
                      "Also solve this many random positions by forward search");
  command->callback([common, options] {
    const Stopwatch watch;
    otrio::Tablebase tablebase(options->path);
    Progress progress(common->quiet);
    retrograde::VerifyOptions verify;
    verify.threads = common->threads;
    verify.sample = options->blocks;
    verify.seed = common->seed;
    verify.interrupt = &interrupted();
    verify.progress = [&](std::uint64_t done, std::uint64_t total) {
      progress.show("blocks", static_cast<double>(done), static_cast<double>(total), "blocks");
    };
    const retrograde::VerifyResult result = tablebase.verify(verify);
    otrio::SearchCheck search;
    if (result.complete && options->search > 0) {
      search = tablebase.compare_with_search(
          options->search, common->seed, common->threads, &interrupted(), [&](std::uint64_t done) {
            progress.show("searches", static_cast<double>(done),
                          static_cast<double>(options->search), "positions");
          });
    }
    progress.clear();
    if (!search.first_difference.empty()) {
      throw CheckFailed("file '" + options->path + "': " + search.first_difference);
    }
    if (interrupted()) {
      throw Interrupted{fmt::format(
          "interrupted after {} blocks, {} of them computed again, and {} searches; all agreed",
          result.blocks, result.recomputed, search.positions)};
    }
    if (common->json) {
      print_json({{"rules", otrio::rules_text(tablebase.game().rules)},
                  {"pieces", tablebase.game().pieces},
                  {"blocks", result.blocks},
                  {"recomputed", result.recomputed},
                  {"searched", search.positions},
                  {"seconds", watch.seconds()}});
    } else {
      fmt::print("{}: {} blocks are sound, {} of them computed again, {} positions searched, {}\n",
                 options->path, result.blocks, result.recomputed, search.positions,
                 duration_text(watch.seconds()));
    }
  });
}

}  // namespace

void add_otrio_tablebase(CLI::App& otrio) {
  CLI::App* tablebase = otrio.add_subcommand(
      "tablebase", "Databases that hold the value and distance of every position of a duel");
  tablebase->require_subcommand(1);
  add_build(*tablebase);
  add_tablebase_probe(*tablebase);
  add_tablebase_stats(*tablebase);
  add_verify(*tablebase);
}

}  // namespace trilith::tools
