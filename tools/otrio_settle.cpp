// `trilith otrio settle`: who wins from the start, and what the blocked centre changes.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
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

// One position to solve: the start of a rule set, or the position after one of its openings.
struct Job {
  std::size_t set;
  const otrio::OpeningClass* opening;  // null for the start
  otrio::Solution solution;
};

// Solves the starts of all sets, and the openings if asked for. As many jobs as there are threads
// run at a time, each on one thread with a table of its own; a single job has all threads.
class Settler {
 public:
  Settler(const Options& options, const Common& common, const std::vector<otrio::Rules>& sets)
      : common_(common), progress_(common.quiet), sets_(sets), left_(sets.size(), 1) {
    for (std::size_t set = 0; set < sets.size(); ++set) {
      if (options.openings) openings_.push_back(otrio::opening_classes(sets[set]));
    }
    for (std::size_t set = 0; set < sets.size(); ++set) {
      jobs_.push_back({set, nullptr, {}});
      if (!options.openings) continue;
      left_[set] += openings_[set].size();
      for (const otrio::OpeningClass& opening : openings_[set]) {
        jobs_.push_back({set, &opening, {}});
      }
    }
    workers_ = std::min<int>(common.threads, static_cast<int>(jobs_.size()));
    hash_mb_ = static_cast<std::uint64_t>(options.hash_mb);
    table_bytes_ = checked_hash_bytes(options.hash_mb) / static_cast<std::size_t>(workers_);
  }

  // Calls finished(settled) for every set in order as soon as it and all before it are done.
  void run(const std::function<void(const Settled&)>& finished) {
    const int count = static_cast<int>(jobs_.size());
    std::size_t next = 0;
    // The last job first: free placement, which takes longest with its openings, is listed last,
    // and short jobs at the end keep all threads busy.
#pragma omp parallel for schedule(dynamic, 1) num_threads(workers_)
    for (int i = 0; i < count; ++i) {
      Job& job = jobs_[count - 1 - i];
      if (!interrupted()) solve(job);
#pragma omp critical(settle)
      {
        ++done_;
        if (job.solution.complete) --left_[job.set];
        while (next < sets_.size() && left_[next] == 0) {
          progress_.clear();
          finished(gather(next++));
        }
      }
    }
    progress_.clear();
    if (next == sets_.size()) return;
    std::string rest;
    for (; next < sets_.size(); ++next) {
      if (left_[next] == 0) {
        finished(gather(next));
      } else {
        rest += " --rules " + otrio::rules_text(sets_[next]);
      }
    }
    throw Interrupted{
        "interrupted; what is settled is printed above; the rest:"
        " trilith otrio settle" +
        rest + (openings_.empty() ? "" : " --openings") +
        fmt::format(" --hash-mb {} --threads {}", hash_mb_, common_.threads)};
  }

 private:
  void solve(Job& job) {
    const otrio::Rules& rules = sets_[job.set];
    otrio::Position p = otrio::empty_board(rules);
    std::string title = otrio::rules_text(rules);
    if (job.opening != nullptr) {
      const otrio::Move move = job.opening->moves.front();
      otrio::play(p, move, rules.placement, otrio::colours(rules.players));
      title += " " + otrio::move_text(move);
    }
    otrio::SolveOptions solve;
    solve.threads = workers_ == 1 ? common_.threads : 1;
    solve.best_moves = false;
    solve.pv = false;
    solve.limits.interrupt = &interrupted();
    solve.progress = [&](const otrio::Value& least, const otrio::Value& most, std::uint64_t nodes) {
#pragma omp critical(settle)
      progress_.show(fmt::format("{} of {} done; {}: {}, {:.1f} M nodes", done_, jobs_.size(),
                                 title, bounds_in_words(least, most),
                                 static_cast<double>(nodes) * 1e-6));
    };
    otrio::Solver solver(rules, table_bytes_);
    job.solution = solver.solve(p, solve);
  }

  Settled gather(std::size_t set) const {
    Settled settled{sets_[set], {}, {}, 0, 0};
    for (const Job& job : jobs_) {
      if (job.set != set) continue;
      settled.nodes += job.solution.nodes;
      settled.seconds += job.solution.seconds;
      if (job.opening == nullptr) {
        settled.value = job.solution.value;
      } else {
        const int score = otrio::parent_score(otrio::score_of_value(job.solution.value));
        settled.openings.push_back({*job.opening, otrio::value_of_score(score)});
      }
    }
    return settled;
  }

  const Common& common_;
  Progress progress_;
  std::vector<otrio::Rules> sets_;
  std::vector<std::vector<otrio::OpeningClass>> openings_;  // by set
  std::vector<Job> jobs_;
  std::vector<std::size_t> left_;  // jobs of a set that are not done
  std::size_t done_ = 0;
  int workers_;
  std::uint64_t hash_mb_ = 0;
  std::size_t table_bytes_;
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

otrio::Rules unblocked(otrio::Rules rules) {
  rules.blocked.reset();
  return rules;
}

// Every result in words, and what a blocked slot changes against the same rules without it.
void print_comparison(const std::vector<Settled>& all) {
  for (const Settled& open : all) {
    const bool has_unblocked = std::any_of(all.begin(), all.end(), [&](const Settled& other) {
      return other.rules == unblocked(open.rules);
    });
    if (open.rules.blocked && has_unblocked) continue;  // told with its unblocked set
    fmt::print("\n{}: {}.\n", otrio::rules_text(open.rules), in_words(open.value));
    for (const Settled& blocked : all) {
      if (!blocked.rules.blocked || unblocked(blocked.rules) != open.rules) continue;
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
    Settler settler(*options, *common, sets);
    if (!common->json) {
      fmt::print("{:<20} {:<7} {:>5}  {:>12}  {:>10}\n", "rules", "winner", "plies", "nodes",
                 "time");
      std::fflush(stdout);
    }
    std::vector<Settled> all;
    settler.run([&](const Settled& settled) {
      all.push_back(settled);
      if (common->json) {
        print_json_line(settled);
      } else {
        print_row(settled);
      }
    });
    if (!common->json) print_comparison(all);
  });
}

}  // namespace trilith::tools
