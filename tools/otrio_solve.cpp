// `trilith otrio solve`: exact values and best moves of positions.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engines/error.hpp"
#include "engines/otrio/notation.hpp"
#include "solvers/otrio/solver.hpp"
#include "tools/commands.hpp"
#include "tools/common.hpp"
#include "tools/memory.hpp"
#include "tools/otrio_rules.hpp"
#include "tools/otrio_seats.hpp"
#include "tools/progress.hpp"

namespace trilith::tools {
namespace {

struct Options {
  std::string position;
  std::string rules = "nested,none,pairs";
  std::string file;
  bool all_moves = false;
  int hash_mb = kDefaultOtrioHashMb;
  int players = 0;  // 0: as the rules say
  SeatsOptions seats;
};

std::string value_text(const otrio::Value& value) {
  if (value.outcome == otrio::Outcome::draw) return "draw";
  return fmt::format("{} in {} {}", otrio::outcome_text(value.outcome), value.plies,
                     value.plies == 1 ? "ply" : "plies");
}

std::vector<std::string> move_texts(const std::vector<otrio::Move>& moves) {
  std::vector<std::string> texts;
  for (const otrio::Move move : moves) texts.push_back(otrio::move_text(move));
  return texts;
}

Json to_json(const otrio::Rules& rules, const otrio::Position& p, const otrio::Solution& solution,
             bool all_moves) {
  Json json{{"rules", otrio::rules_text(rules)},
            {"position", otrio::position_text(p)},
            {"value", otrio::outcome_text(solution.value.outcome)},
            {"plies", solution.value.plies},
            {"best_moves", move_texts(solution.best_moves)},
            {"pv", move_texts(solution.pv)},
            {"nodes", solution.nodes},
            {"seconds", solution.seconds}};
  if (all_moves) {
    json["moves"] = Json::array();
    for (const otrio::MoveValue& move : solution.moves) {
      json["moves"].push_back({{"move", otrio::move_text(move.move)},
                               {"value", otrio::outcome_text(move.value.outcome)},
                               {"plies", move.value.plies}});
    }
  }
  return json;
}

std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : " ") + text;
  return all.empty() ? "-" : all;
}

void print_text(const otrio::Rules& rules, const otrio::Position& p,
                const otrio::Solution& solution) {
  fmt::print("{}  {}\n  {} for {}\n  best moves  {}\n  best play   {}\n", otrio::rules_text(rules),
             otrio::position_text(p), value_text(solution.value), otrio::kColourLetters[p.due],
             joined(move_texts(solution.best_moves)), joined(move_texts(solution.pv)));
  for (const otrio::MoveValue& move : solution.moves) {
    fmt::print("  {:<5} {}\n", otrio::move_text(move.move), value_text(move.value));
  }
  fmt::print("  {} nodes in {}\n", solution.nodes, duration_text(solution.seconds));
}

// Solves positions one after the other and keeps one solver while the rule set stays the same.
class Runner {
 public:
  Runner(const Options& options, const Common& common)
      : options_(options),
        common_(common),
        progress_(common.quiet),
        hash_bytes_(checked_hash_bytes(options.hash_mb)),
        seats_(options.seats) {
    seats_.table_bytes = hash_bytes_;
  }

  void run(const otrio::Rules& rules, const otrio::Position& p) {
    if (otrio::seats(rules.players) > 2) return solve_for_seats(rules, p, seats_, common_);
    if (!solver_ || solver_->rules() != rules) solver_.emplace(rules, hash_bytes_);
    otrio::SolveOptions solve;
    solve.threads = common_.threads;
    solve.all_moves = options_.all_moves;
    solve.known = otrio::EarlyTable::shipped(rules);
    solve.limits.interrupt = &interrupted();
    solve.progress = [&](const otrio::Value& least, const otrio::Value& most, std::uint64_t nodes) {
      progress_.show(fmt::format("{}: between {} and {}, {:.1f} M nodes", otrio::position_text(p),
                                 value_text(least), value_text(most),
                                 static_cast<double>(nodes) * 1e-6));
    };
    const otrio::Solution solution = solver_->solve(p, solve);
    progress_.clear();
    if (!solution.complete) {
      throw Interrupted{fmt::format("interrupted: proved so far of '{}': between {} and {}",
                                    otrio::position_text(p), value_text(solution.at_least),
                                    value_text(solution.at_most))};
    }
    if (common_.json) {
      print_json(to_json(rules, p, solution, options_.all_moves));
    } else {
      print_text(rules, p, solution);
    }
  }

 private:
  const Options& options_;
  const Common& common_;
  Progress progress_;
  std::size_t hash_bytes_;
  SeatsOptions seats_;
  std::optional<otrio::Solver> solver_;
};

// Lines `rules<TAB>position[<TAB>anything]`; a bad line is reported and the rest goes on.
void solve_file(const Options& options, const Common& common) {
  const std::vector<std::string> lines = read_lines(options.file);
  Runner runner(options, common);
  bool all_good = true;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = lines[i];
    if (line.empty() || line.starts_with('#') || line.starts_with("rules")) continue;
    try {
      const std::size_t tab = line.find('\t');
      if (tab == std::string_view::npos) {
        throw UserError("no tab; a line is rules<TAB>position");
      }
      const std::string_view rest = line.substr(tab + 1);
      const otrio::Rules rules = otrio::parse_rules(line.substr(0, tab));
      runner.run(rules, otrio::parse_position(rules, rest.substr(0, rest.find('\t'))));
    } catch (const UserError& error) {
      all_good = false;
      if (common.json) {
        print_json({{"error", error.what()}, {"line", i + 1}});
      } else {
        fmt::print("{}:{}: {}\n", options.file, i + 1, error.what());
      }
    }
  }
  if (!all_good) throw UserError(fmt::format("file '{}': some lines are wrong", options.file));
}

}  // namespace

void add_otrio_solve(CLI::App& otrio) {
  CLI::App* command =
      otrio.add_subcommand("solve", "Exact value, distance and best moves of positions");
  const auto common = add_common(*command);
  const auto options = std::make_shared<Options>();
  CLI::Option* position = command->add_option("position", options->position, kOtrioPositionHelp);
  command->add_option("--rules", options->rules, kOtrioRulesHelp)->capture_default_str();
  command
      ->add_option("--file", options->file,
                   "Solve every line `rules<TAB>position[<TAB>anything]` of this file")
      ->excludes(position);
  command->add_flag("--all-moves", options->all_moves, "The value of every legal move");
  command->add_option("--hash-mb", options->hash_mb, "Memory of the transposition table in MiB")
      ->check(CLI::Range(1, 1 << 20))
      ->capture_default_str();
  command
      ->add_option("--players", options->players,
                   "3 or 4: values per seat, and each seat against all others (default: the empty "
                   "board)")
      ->check(CLI::IsMember({3, 4}));
  command
      ->add_option("--playouts", options->seats.playouts,
                   "For three and four: playouts of each of eight tree searches")
      ->check(CLI::Range(1, 1'000'000'000))
      ->capture_default_str();
  command
      ->add_option("--seconds", options->seats.seconds,
                   "For three and four: limit of each seat's proof")
      ->check(CLI::Range(0.001, 1e6))
      ->capture_default_str();
  command->callback([common, options] {
    if (!options->file.empty()) return solve_file(*options, *common);
    otrio::Rules rules = otrio::parse_rules(options->rules);
    if (options->players == 3) rules.players = otrio::Players::three;
    if (options->players == 4) rules.players = otrio::Players::four;
    if (options->position.empty() && otrio::seats(rules.players) > 2) {
      return Runner(*options, *common).run(rules, otrio::empty_board(rules));
    }
    if (options->position.empty()) {
      throw UserError(
          "otrio solve: give a POSITION or --file; the empty board is "
          "'...,...,.../...,...,.../...,...,... V'");
    }
    Runner(*options, *common).run(rules, otrio::parse_position(rules, options->position));
  });
}

}  // namespace trilith::tools
