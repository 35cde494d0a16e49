// `trilith otrio tablebase`: solves a duel outright, or what is below a position, into a database;
// looks positions up, counts and verifies it.
#include "tools/otrio_tablebase.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

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

std::string value_text(const otrio::Value& value) {
  if (value.outcome == otrio::Outcome::draw) return "draw";
  return fmt::format("{} in {}", otrio::outcome_text(value.outcome), value.plies);
}

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
          "interrupted; {}: trilith otrio tablebase build --rules {} {} --block {} --out {}",
          game.root ? "start again with"
                    : "what is finished is in " + options->out + ".tmp, go on with",
          otrio::rules_text(game.rules), what, options->block, options->out)};
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

void probe(otrio::Tablebase& tablebase, const std::string& text, bool all_moves, bool json) {
  const otrio::Position p = tablebase.parse(text);
  const Stopwatch watch;
  const otrio::Value value = tablebase.value(p);
  const double seconds = watch.seconds();
  const std::vector<otrio::MoveValue> moves = tablebase.moves(p);
  Json best = Json::array();
  Json all = Json::array();
  std::string best_text;
  for (const otrio::MoveValue& move : moves) {
    const std::string move_text = otrio::move_text(move.move);
    all.push_back({{"move", move_text},
                   {"value", otrio::outcome_text(move.value.outcome)},
                   {"plies", move.value.plies}});
    if (move.value != value) continue;
    best.push_back(move_text);
    best_text += " " + move_text;
  }
  if (json) {
    Json result{{"rules", otrio::rules_text(tablebase.game().rules)},
                {"position", otrio::position_text(p)},
                {"value", otrio::outcome_text(value.outcome)},
                {"plies", value.plies},
                {"best_moves", best},
                {"seconds", seconds}};
    if (all_moves) result["moves"] = all;
    print_json(result);
    return;
  }
  fmt::print("{}  {}\n  {} for {}\n  best moves {}\n", otrio::rules_text(tablebase.game().rules),
             otrio::position_text(p), value_text(value), otrio::kColourLetters[p.due],
             best_text.empty() ? " -" : best_text);
  if (!all_moves) return;
  for (const otrio::MoveValue& move : moves) {
    fmt::print("  {:<5} {}\n", otrio::move_text(move.move), value_text(move.value));
  }
}

// Lines `position` or `rules<TAB>position[<TAB>anything]`; a header that starts with `rules` and
// lines that start with # are skipped. Returns false when a line was bad.
bool probe_lines(otrio::Tablebase& tablebase, const std::vector<std::string>& lines, bool all_moves,
                 bool json) {
  bool good = true;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string text = lines[i];
    if (text.empty() || text.starts_with('#') || text.starts_with("rules")) continue;
    try {
      if (const std::size_t tab = text.find('\t'); tab != std::string::npos) {
        if (otrio::parse_rules(text.substr(0, tab)) != tablebase.game().rules) {
          throw UserError("rules '" + text.substr(0, tab) + "': the database is of " +
                          otrio::rules_text(tablebase.game().rules));
        }
        text.erase(0, tab + 1);
        text = text.substr(0, text.find('\t'));
      }
      probe(tablebase, text, all_moves, json);
    } catch (const UserError& error) {
      good = false;
      if (json) {
        print_json({{"error", error.what()}, {"line", i + 1}});
      } else {
        fmt::print(stderr, "line {}: {}\n", i + 1, error.what());
      }
    }
  }
  return good;
}

void add_probe(CLI::App& parent) {
  struct Options {
    std::string path;
    std::string position = "...,...,.../...,...,.../...,...,... V";
    std::string file;
    bool all_moves = false;
  };
  CLI::App* command = parent.add_subcommand("probe", "Looks positions up in a database");
  const auto common = add_common(*command);
  const auto options = std::make_shared<Options>();
  command->add_option("database", options->path, "A file made by `build`")->required();
  const auto position = command->add_option("position", options->position, kOtrioPositionHelp);
  command->add_option("--file", options->file, "Positions, one a line, or a table with rules first")
      ->excludes(position);
  command->add_flag("--all-moves", options->all_moves, "The value of every move");
  command->callback([common, options] {
    otrio::Tablebase tablebase(options->path);
    if (options->file.empty()) {
      probe(tablebase, options->position, options->all_moves, common->json);
    } else if (!probe_lines(tablebase, read_lines(options->file), options->all_moves,
                            common->json)) {
      throw ExitStatus{2};
    }
  });
}

// Counts of positions by what they are worth.
struct Row {
  std::uint64_t ranks = 0;
  std::uint64_t classes = 0;
  std::uint64_t counted = 0;  // must equal classes
  std::uint64_t finished = 0;
  std::uint64_t wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t losses = 0;
  int longest_win = 0;
  int longest_loss = 0;

  void add(const otrio::TierCount& tier) {
    ranks += tier.ranks;
    classes += tier.classes;
    for (int code = -127; code <= 127; ++code) {
      const auto c = static_cast<retrograde::Code>(code);
      const std::uint64_t count = tier.census.of(c);
      counted += count;
      if (c == retrograde::kFinished) {
        finished += count;
      } else if (retrograde::is_win(c)) {
        wins += count;
        if (count > 0) longest_win = std::max(longest_win, retrograde::plies(c));
      } else if (retrograde::is_loss(c)) {
        losses += count;
        if (count > 0) longest_loss = std::max(longest_loss, retrograde::plies(c));
      } else {
        draws += count;
      }
    }
  }
};

Json to_json(const Row& row) {
  return {{"ranks", row.ranks},
          {"positions", row.classes},
          {"finished", row.finished},
          {"wins", row.wins},
          {"draws", row.draws},
          {"losses", row.losses},
          {"longest_win", row.longest_win},
          {"longest_loss", row.longest_loss}};
}

void print_row(const std::string& name, const Row& row) {
  fmt::print("{:>5} {:>14} {:>14} {:>14} {:>14} {:>14} {:>4} {:>4}\n", name, row.classes,
             row.finished, row.wins, row.draws, row.losses, row.longest_win, row.longest_loss);
}

void add_stats(CLI::App& parent) {
  struct Options {
    std::string path;
    bool tiers = false;
  };
  CLI::App* command = parent.add_subcommand(
      "stats", "Counts a database: positions up to symmetry, wins, draws, losses by plies");
  const auto common = add_common(*command);
  const auto options = std::make_shared<Options>();
  command->add_option("database", options->path, "A file made by `build`")->required();
  command->add_flag("--tiers", options->tiers, "A line for every tier instead of every ply");
  command->callback([common, options] {
    const otrio::Tablebase tablebase(options->path);
    Progress progress(common->quiet);
    std::map<std::string, Row> rows;
    Row total;
    for (int tier = 0; tier < tablebase.tiers(); ++tier) {
      const otrio::TierCount count = tablebase.count(tier, common->threads, &interrupted());
      if (interrupted()) throw Interrupted{"interrupted; nothing is counted"};
      std::string name = fmt::format("{:02}", count.ply);
      if (options->tiers) name += " " + count.label;
      rows[name].add(count);
      total.add(count);
      progress.show("counting", tier + 1, tablebase.tiers(), "tiers");
    }
    progress.clear();
    if (total.counted != total.classes) {
      throw CheckFailed(fmt::format("file '{}': {} positions counted, {} expected", options->path,
                                    total.counted, total.classes));
    }
    const std::string rules = otrio::rules_text(tablebase.game().rules);
    if (common->json) {
      for (const auto& [name, row] : rows) {
        Json json{{options->tiers ? "tier" : "ply", name}};
        json.update(to_json(row));
        print_json(json);
      }
      Json json{
          {"rules", rules}, {"pieces", tablebase.game().pieces}, {"bytes", tablebase.bytes()}};
      json.update(to_json(total));
      print_json(json);
      return;
    }
    fmt::print("{}, {} pieces of a size, {} bytes, {} ranks\n", rules, tablebase.game().pieces,
               tablebase.bytes(), total.ranks);
    fmt::print("{:>5} {:>14} {:>14} {:>14} {:>14} {:>14} {:>4} {:>4}\n",
               options->tiers ? "tier" : "ply", "positions", "finished", "wins", "draws", "losses",
               "win", "loss");
    for (const auto& [name, row] : rows) print_row(name, row);
    print_row("all", total);
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
  add_probe(*tablebase);
  add_stats(*tablebase);
  add_verify(*tablebase);
}

}  // namespace trilith::tools
