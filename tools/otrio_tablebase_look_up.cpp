// `trilith otrio tablebase probe` and `stats`: what a database says of positions and in sum.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engines/error.hpp"
#include "engines/otrio/notation.hpp"
#include "solvers/otrio/tablebase.hpp"
#include "tools/common.hpp"
#include "tools/otrio_rules.hpp"
#include "tools/otrio_tablebase.hpp"
#include "tools/progress.hpp"

namespace trilith::tools {
namespace {

std::string value_text(const otrio::Value& value) {
  if (value.outcome == otrio::Outcome::draw) return "draw";
  return fmt::format("{} in {}", otrio::outcome_text(value.outcome), value.plies);
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

struct StatsOptions {
  std::string path;
  bool tiers = false;
};

void stats(const StatsOptions& options, const Common& common) {
  const otrio::Tablebase tablebase(options.path);
  Progress progress(common.quiet);
  std::map<std::string, Row> rows;
  std::map<std::string, int> plies;
  Row total;
  for (int tier = 0; tier < tablebase.tiers(); ++tier) {
    const otrio::TierCount count = tablebase.count(tier, common.threads, &interrupted());
    if (interrupted()) throw Interrupted{"interrupted; nothing is counted"};
    std::string name = fmt::format("{:02}", count.ply);
    if (options.tiers) name += " " + count.label;
    plies[name] = count.ply;
    rows[name].add(count);
    total.add(count);
    progress.show("counting", tier + 1, tablebase.tiers(), "tiers");
  }
  progress.clear();
  if (total.counted != total.classes) {
    throw CheckFailed(fmt::format("file '{}': {} positions counted, {} expected", options.path,
                                  total.counted, total.classes));
  }
  const std::string rules = otrio::rules_text(tablebase.game().rules);
  if (common.json) {
    for (const auto& [name, row] : rows) {
      Json json;
      if (options.tiers) json["tier"] = name;
      json["ply"] = plies[name];
      json.update(to_json(row));
      print_json(json);
    }
    Json json{{"rules", rules}, {"pieces", tablebase.game().pieces}, {"bytes", tablebase.bytes()}};
    json.update(to_json(total));
    print_json(json);
    return;
  }
  fmt::print("{}, {} pieces of a size, {} bytes, {} ranks\n", rules, tablebase.game().pieces,
             tablebase.bytes(), total.ranks);
  fmt::print("{:>5} {:>14} {:>14} {:>14} {:>14} {:>14} {:>4} {:>4}\n",
             options.tiers ? "tier" : "ply", "positions", "finished", "wins", "draws", "losses",
             "win", "loss");
  for (const auto& [name, row] : rows) print_row(name, row);
  print_row("all", total);
}

}  // namespace

void add_tablebase_probe(CLI::App& parent) {
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
    reading([&] {
      otrio::Tablebase tablebase(options->path);
      if (options->file.empty()) {
        probe(tablebase, options->position, options->all_moves, common->json);
      } else if (!probe_lines(tablebase, read_lines(options->file), options->all_moves,
                              common->json)) {
        throw ExitStatus{2};
      }
    });
  });
}

void add_tablebase_stats(CLI::App& parent) {
  CLI::App* command = parent.add_subcommand(
      "stats", "Counts a database: positions up to symmetry, wins, draws, losses by plies");
  const auto common = add_common(*command);
  const auto options = std::make_shared<StatsOptions>();
  command->add_option("database", options->path, "A file made by `build`")->required();
  command->add_flag("--tiers", options->tiers, "A line for every tier instead of every ply");
  command->callback([common, options] { reading([&] { stats(*options, *common); }); });
}

}  // namespace trilith::tools
