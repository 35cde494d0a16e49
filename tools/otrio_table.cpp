// `trilith otrio table`: builds and checks tables of exact values of all early positions.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engines/error.hpp"
#include "engines/otrio/notation.hpp"
#include "engines/random.hpp"
#include "solvers/otrio/early_table.hpp"
#include "solvers/otrio/solver.hpp"
#include "tools/common.hpp"
#include "tools/memory.hpp"
#include "tools/otrio.hpp"
#include "tools/otrio_rules.hpp"
#include "tools/progress.hpp"
#include "tools/unit_run.hpp"

namespace trilith::tools {
namespace {

struct BuildOptions {
  std::string rules = "nested,none,pairs";
  int plies = 3;
  std::string out;
  int hash_mb = kDefaultOtrioHashMb;
};

// A position's line in the journal of an unfinished table.
std::string result_text(const otrio::Solution& solution) {
  otrio::SlotMask best = 0;
  for (const otrio::Move move : solution.best_moves) best |= otrio::slot_bit(move);
  return Json{{"score", otrio::score_of_value(solution.value)},
              {"best", best},
              {"pv", solution.pv},
              {"nodes", solution.nodes}}
      .dump();
}

// Throws UserError when it is none; whether the values are right is for EarlyTable::check.
otrio::KnownPosition parse_result(std::string_view text, std::uint64_t& nodes) try {
  const Json json = Json::parse(text);
  const int score = json.at("score").get<int>();
  if (std::abs(score) > otrio::kScoreLimit) throw UserError("no score");
  otrio::KnownPosition known{otrio::value_of_score(score), {}, {}};
  for (auto best = json.at("best").get<otrio::SlotMask>() & otrio::kAllSlots; best != 0;
       best &= best - 1) {
    known.best_moves.push_back(static_cast<otrio::Move>(std::countr_zero(best)));
  }
  for (const unsigned move : json.at("pv").get<std::vector<unsigned>>()) {
    if (move > otrio::kPass) throw UserError("no move");
    known.pv.push_back(static_cast<otrio::Move>(move));
  }
  nodes += json.at("nodes").get<std::uint64_t>();
  return known;
} catch (const Json::exception&) {
  throw UserError("no solved position");
}

otrio::Rules two_player_rules(const std::string& text) {
  const otrio::Rules rules = otrio::parse_rules(text);
  otrio::require_two_players(rules);
  return rules;
}

// Solves the positions of the last ply, each on one thread, and derives the earlier ones.
void build(const BuildOptions& options, const Common& common) {
  const otrio::Rules rules = two_player_rules(options.rules);
  const std::string name = otrio::rules_text(rules);
  const std::string journal = options.out + ".journal";
  const std::vector<std::vector<otrio::Position>> levels =
      otrio::early_positions(rules, options.plies);
  const std::vector<otrio::Position>& last = levels.back();
  const std::size_t table_bytes =
      checked_hash_bytes(options.hash_mb) / static_cast<std::size_t>(common.threads);
  Progress progress(common.quiet);
  std::vector<otrio::KnownPosition> known;
  std::uint64_t nodes = 0;
  std::uint64_t done = 0;
  UnitHooks hooks;
  hooks.finished = [&](std::uint64_t, std::string_view result) {
    std::uint64_t unused = 0;
    parse_result(result, unused);  // a damaged journal is told by its line
    progress.show(fmt::format("{}, {} plies", name, options.plies), static_cast<double>(++done),
                  static_cast<double>(last.size()), "positions");
  };
  hooks.in_order = [&](std::uint64_t, std::string_view result) {
    known.push_back(parse_result(result, nodes));
    return true;
  };
  {
    UnitRun run({0, last.size()}, hooks);
    run.open_journal(journal, {{"command", "otrio table build"},
                               {"rules", name},
                               {"plies", options.plies},
                               {"positions", last.size()}});
    const auto stopped = [&] {
      return Interrupted{
          fmt::format("interrupted; {} of {} positions are in '{}'; the same command goes on",
                      run.done(), last.size(), journal)};
    };
    std::vector<std::unique_ptr<otrio::Solver>> solvers(static_cast<std::size_t>(common.threads));
    const RunEnd end = run.work(common.threads, [&](int thread, std::uint64_t unit) {
      std::unique_ptr<otrio::Solver>& solver = solvers[static_cast<std::size_t>(thread)];
      if (!solver) solver = std::make_unique<otrio::Solver>(rules, table_bytes);
      otrio::SolveOptions solve;
      solve.limits.interrupt = &interrupted();
      const otrio::Solution solution = solver->solve(last[unit], solve);
      if (!solution.complete) throw stopped();
      return result_text(solution);
    });
    progress.clear();
    if (end == RunEnd::interrupted) throw stopped();
  }
  const auto table = otrio::EarlyTable::induce(rules, options.plies, known);
  table.check();
  const std::string bytes = table.bytes();
  write_file(options.out, bytes);
  std::remove(journal.c_str());
  if (common.json) {
    print_json({{"rules", name},
                {"plies", options.plies},
                {"positions", table.size()},
                {"bytes", bytes.size()},
                {"nodes", nodes}});
  } else {
    fmt::print("{}: {} positions of up to {} plies, {} bytes in '{}'\n", name, table.size(),
               options.plies, bytes.size(), options.out);
  }
}

struct VerifyOptions {
  std::string file;
  int sample = 10;
};

// Solves a random position of the last plies without the table and compares everything.
void compare_with_search(const otrio::EarlyTable& table, otrio::Solver& solver,
                         RandomStream& random) {
  const otrio::Rules& rules = table.rules();
  otrio::Position p = otrio::empty_board(rules);
  for (int ply = 0; ply < table.plies(); ++ply) {
    std::vector<otrio::Move> moves;
    for (otrio::SlotMask open = otrio::placements(p, p.due); open != 0; open &= open - 1) {
      moves.push_back(static_cast<otrio::Move>(std::countr_zero(open)));
    }
    otrio::Position child = p;
    otrio::play(child, moves[random.below(static_cast<std::uint32_t>(moves.size()))],
                rules.placement, otrio::colours(rules.players));
    if (child.status != otrio::Status::running) break;
    p = child;
  }
  otrio::SolveOptions solve;
  solve.pv = false;
  solve.limits.interrupt = &interrupted();
  const otrio::Solution solution = solver.solve(p, solve);
  if (!solution.complete) throw Interrupted{"interrupted"};
  const auto known = table.find(p);
  if (!known || known->value != solution.value || known->best_moves != solution.best_moves) {
    throw CheckFailed(fmt::format("table of {}, position '{}': a search disagrees",
                                  otrio::rules_text(rules), otrio::position_text(p)));
  }
}

void verify(const VerifyOptions& options, const Common& common) {
  std::vector<otrio::EarlyTable> tables;
  const std::string bytes = read_file(options.file);
  try {
    tables = otrio::EarlyTable::parse(bytes, options.file);
  } catch (const UserError& error) {
    throw CheckFailed(error.what());
  }
  Progress progress(common.quiet);
  for (const otrio::EarlyTable& table : tables) {
    table.check();
    otrio::Solver solver(table.rules());
    for (int i = 0; i < options.sample; ++i) {
      RandomStream random(common.seed, static_cast<std::uint64_t>(i));
      compare_with_search(table, solver, random);
      progress.show(otrio::rules_text(table.rules()), i + 1, options.sample, "positions");
    }
    progress.clear();
    if (common.json) {
      print_json({{"rules", otrio::rules_text(table.rules())},
                  {"plies", table.plies()},
                  {"positions", table.size()},
                  {"searched", options.sample},
                  {"holds", true}});
    } else {
      fmt::print("{}: {} positions of up to {} plies hold; {} of them searched again\n",
                 otrio::rules_text(table.rules()), table.size(), table.plies(), options.sample);
    }
  }
}

}  // namespace

void add_otrio_table(CLI::App& otrio) {
  CLI::App* table =
      otrio.add_subcommand("table", "Tables of the exact values of all early positions");
  table->require_subcommand(1);

  CLI::App* builder = table->add_subcommand(
      "build", "Solves every position of the first plies; the same command goes on after a stop");
  const auto build_common = add_common(*builder);
  const auto build_options = std::make_shared<BuildOptions>();
  builder->add_option("--rules", build_options->rules, kOtrioRulesHelp)->capture_default_str();
  builder->add_option("--plies", build_options->plies, "How deep")
      ->check(CLI::Range(0, otrio::EarlyTable::kMostPlies))
      ->capture_default_str();
  builder->add_option("--out", build_options->out, "The table; FILE.journal while it is unfinished")
      ->required();
  builder
      ->add_option("--hash-mb", build_options->hash_mb, "Memory of the transposition tables in MiB")
      ->check(CLI::Range(1, 1 << 20))
      ->capture_default_str();
  builder->callback([build_common, build_options] { build(*build_options, *build_common); });

  CLI::App* verifier = table->add_subcommand(
      "verify", "Checks that a table is complete and consistent, and searches a sample again");
  const auto verify_common = add_common(*verifier);
  const auto verify_options = std::make_shared<VerifyOptions>();
  verifier->add_option("file", verify_options->file, "The table")->required();
  verifier->add_option("--sample", verify_options->sample, "Positions to search again")
      ->check(CLI::Range(0, 1'000'000))
      ->capture_default_str();
  verifier->callback([verify_common, verify_options] { verify(*verify_options, *verify_common); });
}

}  // namespace trilith::tools
