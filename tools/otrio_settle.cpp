// `trilith otrio settle`: who wins from the start, and what the blocked centre changes.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "engines/otrio/game.hpp"
#include "engines/otrio/notation.hpp"
#include "solvers/otrio/openings.hpp"
#include "solvers/otrio/solver.hpp"
#include "tools/commands.hpp"
#include "tools/common.hpp"
#include "tools/memory.hpp"
#include "tools/otrio_rules.hpp"
#include "tools/progress.hpp"

namespace trilith::tools {
namespace {

struct Options {
  std::vector<std::string> rules = {"nested,none,pairs", "nested,Sb2,pairs", "free,none,pairs",
                                    "free,Sb2,pairs"};
  bool openings = false;
  int hash_mb = kDefaultOtrioHashMb;
};

struct Opening {
  otrio::OpeningClass moves;
  otrio::Value value;  // for the player who opens; plies count from the empty board
};

struct Settled {
  otrio::Rules rules;
  otrio::Value value;  // for the player who opens
  std::vector<Opening> openings;
  std::uint64_t nodes = 0;
  double seconds = 0;
};

const char* winner(const otrio::Value& value) {
  switch (value.outcome) {
    case otrio::Outcome::win:
      return "first";
    case otrio::Outcome::loss:
      return "second";
    default:
      return "draw";
  }
}

std::string in_words(const otrio::Value& value) {
  switch (value.outcome) {
    case otrio::Outcome::win:
      return fmt::format("the first player wins in {} plies", value.plies);
    case otrio::Outcome::loss:
      return fmt::format("the second player wins in {} plies", value.plies);
    default:
      return "a draw";
  }
}

std::string bounds_in_words(const otrio::Value& least, const otrio::Value& most) {
  const auto text = [](const otrio::Value& value) -> std::string {
    if (value.outcome == otrio::Outcome::draw) return "draw";
    return fmt::format("{} in {}", otrio::outcome_text(value.outcome), value.plies);
  };
  return fmt::format("between {} and {}", text(least), text(most));
}

class Settler {
 public:
  Settler(const Options& options, const Common& common)
      : options_(options),
        common_(common),
        progress_(common.quiet),
        hash_bytes_(checked_hash_bytes(options.hash_mb)) {}

  Settled settle(const otrio::Rules& rules) {
    otrio::Solver solver(rules, hash_bytes_);
    Settled settled{rules, {}, {}, 0, 0};
    const otrio::Position start = otrio::empty_board(rules);
    settled.value = solve(solver, start, "start", settled);
    if (!options_.openings) return settled;
    for (const otrio::OpeningClass& moves : otrio::opening_classes(rules)) {
      otrio::Position p = start;
      otrio::play(p, moves.moves.front(), rules.placement, otrio::colours(rules.players));
      const otrio::Value reply = solve(solver, p, otrio::move_text(moves.moves.front()), settled);
      const int score = otrio::parent_score(otrio::score_of_value(reply));
      settled.openings.push_back({moves, otrio::value_of_score(score)});
    }
    return settled;
  }

  void clear_progress() { progress_.clear(); }

 private:
  otrio::Value solve(otrio::Solver& solver, const otrio::Position& p, const std::string& what,
                     Settled& settled) {
    otrio::SolveOptions solve;
    solve.threads = common_.threads;
    solve.best_moves = false;
    solve.pv = false;
    solve.limits.interrupt = &interrupted();
    const std::string title = otrio::rules_text(solver.rules()) + " " + what;
    solve.progress = [&](const otrio::Value& least, const otrio::Value& most, std::uint64_t nodes) {
      progress_.show(fmt::format("{}: {}, {:.1f} M nodes", title, bounds_in_words(least, most),
                                 static_cast<double>(nodes) * 1e-6));
    };
    const otrio::Solution solution = solver.solve(p, solve);
    settled.nodes += solution.nodes;
    settled.seconds += solution.seconds;
    if (!solution.complete) {
      progress_.clear();
      throw Interrupted{
          fmt::format("interrupted; {}: proved so far for the colour to place: {}; run it again "
                      "with --rules {}",
                      title, bounds_in_words(solution.at_least, solution.at_most),
                      otrio::rules_text(solver.rules()))};
    }
    return solution.value;
  }

  const Options& options_;
  const Common& common_;
  Progress progress_;
  std::size_t hash_bytes_;
};

void print_json_line(const Settled& settled) {
  Json json{{"rules", otrio::rules_text(settled.rules)},
            {"value", winner(settled.value)},
            {"plies", settled.value.plies},
            {"openings", Json::array()},
            {"nodes", settled.nodes},
            {"seconds", settled.seconds}};
  for (const Opening& opening : settled.openings) {
    json["openings"].push_back({{"move", otrio::move_text(opening.moves.moves.front())},
                                {"size", opening.moves.moves.size()},
                                {"value", winner(opening.value)},
                                {"plies", opening.value.plies}});
  }
  print_json(json);
}

void print_row(const Settled& settled) {
  fmt::print("{:<20} {:<7} {:>5}  {:>12}  {:>10}\n", otrio::rules_text(settled.rules),
             winner(settled.value),
             settled.value.plies == 0 ? "-" : std::to_string(settled.value.plies), settled.nodes,
             duration_text(settled.seconds));
  for (const Opening& opening : settled.openings) {
    fmt::print("    {}  x{:<2}          {:<7} {:>5}\n",
               otrio::move_text(opening.moves.moves.front()), opening.moves.moves.size(),
               winner(opening.value),
               opening.value.plies == 0 ? "-" : std::to_string(opening.value.plies));
  }
  std::fflush(stdout);
}

// What a blocked slot changes against the same rules without it.
void print_comparison(const std::vector<Settled>& all) {
  for (const Settled& open : all) {
    if (open.rules.blocked) continue;
    fmt::print("\n{}: {}.\n", otrio::rules_text(open.rules), in_words(open.value));
    for (const Settled& blocked : all) {
      otrio::Rules same = blocked.rules;
      same.blocked.reset();
      if (!blocked.rules.blocked || same != open.rules) continue;
      const std::string slot = otrio::slot_text(*blocked.rules.blocked);
      const int later = blocked.value.plies - open.value.plies;
      if (blocked.value.outcome != open.value.outcome) {
        fmt::print("  Blocking {} changes who wins: {}.\n", slot, in_words(blocked.value));
      } else if (later == 0) {
        fmt::print("  Blocking {} changes nothing: {} all the same.\n", slot,
                   in_words(blocked.value));
      } else {
        fmt::print("  Blocking {} does not change who wins, but it takes {} plies {}: {}.\n", slot,
                   std::abs(later), later > 0 ? "longer" : "less", in_words(blocked.value));
      }
    }
  }
}

}  // namespace

void add_otrio_settle(CLI::App& otrio) {
  CLI::App* command = otrio.add_subcommand("settle", "Proves who wins from the start, by rule set");
  const auto common = add_common(*command);
  const auto options = std::make_shared<Options>();
  command->add_option("--rules", options->rules, kOtrioRulesHelp)->capture_default_str();
  command->add_flag("--openings", options->openings,
                    "The value of every opening placement, one per symmetry class");
  command->add_option("--hash-mb", options->hash_mb, "Memory of the transposition table in MiB")
      ->check(CLI::Range(1, 1 << 20))
      ->capture_default_str();
  command->callback([common, options] {
    std::vector<otrio::Rules> sets;
    for (const std::string& text : options->rules) {
      sets.push_back(otrio::parse_rules(text));
      otrio::require_two_players(sets.back());
    }
    if (!common->json) {
      fmt::print("{:<20} {:<7} {:>5}  {:>12}  {:>10}\n", "rules", "winner", "plies", "nodes",
                 "time");
      std::fflush(stdout);
    }
    Settler settler(*options, *common);
    std::vector<Settled> all;
    for (const otrio::Rules& rules : sets) {
      all.push_back(settler.settle(rules));
      settler.clear_progress();
      if (common->json) {
        print_json_line(all.back());
      } else {
        print_row(all.back());
      }
    }
    if (!common->json) print_comparison(all);
  });
}

}  // namespace trilith::tools
