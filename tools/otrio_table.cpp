// `trilith otrio table`: builds and checks tables of exact values of all early positions.
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
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

namespace trilith::tools {
namespace {

struct BuildOptions {
  std::string rules = "nested,none,pairs";
  int plies = 3;
  std::string out;
  int hash_mb = kDefaultOtrioHashMb;
};

// The solved positions of an unfinished table: a line that names the table, then a line
// `position score best pv...` of numbers for each, in the order in which they were solved.
class Journal {
 public:
  Journal(const std::string& path, const std::string& title,
          std::vector<std::optional<otrio::KnownPosition>>& solved)
      : path_(path) {
    const off_t keep = read(title, solved);
    file_.reset(std::fopen(path.c_str(), "ab"));
    if (!file_ || ftruncate(fileno(file_.get()), keep) != 0) fail();
    if (keep == 0) write(title);
  }

  void add(std::size_t position, const otrio::KnownPosition& known) {
    otrio::SlotMask best = 0;
    for (const otrio::Move move : known.best_moves) best |= otrio::slot_bit(move);
    std::string line = fmt::format("{} {} {}", position, otrio::score_of_value(known.value), best);
    for (const otrio::Move move : known.pv) line += fmt::format(" {}", move);
    write(line);
  }

  void remove() {
    file_.reset();
    std::remove(path_.c_str());
  }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  [[noreturn]] void fail() const {
    throw UserError(
        fmt::format("journal '{}': cannot be written: {}", path_, std::strerror(errno)));
  }

  void write(const std::string& line) {
    if (std::fputs((line + '\n').c_str(), file_.get()) < 0 || std::fflush(file_.get()) != 0) fail();
  }

  // Returns the bytes of whole lines; a torn last line is dropped.
  off_t read(const std::string& title, std::vector<std::optional<otrio::KnownPosition>>& solved) {
    std::ifstream in(path_, std::ios::binary);
    off_t keep = 0;
    std::string line;
    for (std::size_t number = 1; std::getline(in, line) && !in.eof(); ++number) {
      if (number == 1 ? line != title : !parse(line, solved)) {
        throw UserError(
            fmt::format("journal '{}' line {}: is not of this table; remove it", path_, number));
      }
      keep += static_cast<off_t>(line.size()) + 1;
    }
    return keep;
  }

  static bool parse(const std::string& line,
                    std::vector<std::optional<otrio::KnownPosition>>& solved) {
    std::istringstream words(line);
    std::size_t position = 0;
    int score = 0;
    otrio::SlotMask best = 0;
    words >> position >> score >> best;
    if (!words || position >= solved.size() || std::abs(score) > otrio::kScoreLimit) return false;
    otrio::KnownPosition known{otrio::value_of_score(score), {}, {}};
    for (; best != 0; best &= best - 1) {
      known.best_moves.push_back(static_cast<otrio::Move>(std::countr_zero(best)));
    }
    for (unsigned move = 0; words >> move;) {
      if (move > otrio::kPass) return false;
      known.pv.push_back(static_cast<otrio::Move>(move));
    }
    solved[position] = std::move(known);
    return words.eof();
  }

  std::string path_;
  std::unique_ptr<std::FILE, Close> file_;
};

otrio::Rules two_player_rules(const std::string& text) {
  const otrio::Rules rules = otrio::parse_rules(text);
  otrio::require_two_players(rules);
  return rules;
}

// Solves the positions of the last ply, each on one thread, and derives the earlier ones.
void build(const BuildOptions& options, const Common& common) {
  const otrio::Rules rules = two_player_rules(options.rules);
  const std::vector<otrio::Position> last = otrio::early_positions(rules, options.plies).back();
  std::vector<std::optional<otrio::KnownPosition>> solved(last.size());
  Journal journal(options.out + ".journal",
                  fmt::format("trilith otrio table 1 {} {} {}", otrio::rules_text(rules),
                              options.plies, last.size()),
                  solved);
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < last.size(); ++i) {
    if (!solved[i]) open.push_back(i);
  }
  Progress progress(common.quiet);
  std::size_t done = 0;
  std::uint64_t nodes = 0;
  const std::size_t table_bytes =
      checked_hash_bytes(options.hash_mb) / static_cast<std::size_t>(common.threads);
  const int count = static_cast<int>(open.size());
  std::string failure;
#pragma omp parallel num_threads(common.threads)
  {
    otrio::Solver solver(rules, table_bytes);
    otrio::SolveOptions solve;
    solve.limits.interrupt = &interrupted();
#pragma omp for schedule(dynamic, 1)
    for (int i = 0; i < count; ++i) {
      if (interrupted()) continue;
      const otrio::Solution solution = solver.solve(last[open[i]], solve);
      if (!solution.complete) continue;
#pragma omp critical(table)
      try {
        solved[open[i]] = {solution.value, solution.best_moves, solution.pv};
        journal.add(open[i], *solved[open[i]]);
        nodes += solution.nodes;
        progress.show(fmt::format("{}, {} plies, {:.1f} M nodes", otrio::rules_text(rules),
                                  options.plies, static_cast<double>(nodes) * 1e-6),
                      static_cast<double>(++done), static_cast<double>(count), "positions");
      } catch (const UserError& error) {
        failure = error.what();
      }
    }
  }
  progress.clear();
  if (!failure.empty()) throw UserError(failure);
  std::vector<otrio::KnownPosition> known;
  for (auto& position : solved) {
    if (!position) {
      throw Interrupted{fmt::format(
          "interrupted; {} of {} positions are in '{}.journal'; the same command goes on",
          last.size() - open.size() + done, last.size(), options.out)};
    }
    known.push_back(std::move(*position));
  }
  const auto table = otrio::EarlyTable::induce(rules, options.plies, known);
  table.check();
  const std::string bytes = table.bytes();
  write_file(options.out, bytes);
  journal.remove();
  if (common.json) {
    print_json({{"rules", otrio::rules_text(rules)},
                {"plies", options.plies},
                {"positions", table.size()},
                {"bytes", bytes.size()},
                {"nodes", nodes}});
  } else {
    fmt::print("{}: {} positions of up to {} plies, {} bytes in '{}'\n", otrio::rules_text(rules),
               table.size(), options.plies, bytes.size(), options.out);
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
