// `trilith othello solve`: exact scores of one position or of a file of them.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engines/error.hpp"
#include "engines/othello/notation.hpp"
#include "solvers/othello/endgame.hpp"
#include "tools/common.hpp"
#include "tools/memory.hpp"
#include "tools/othello.hpp"
#include "tools/progress.hpp"

namespace trilith::tools {
namespace {

struct Options {
  std::string position;
  std::string file;
  std::size_t from_line = 1;
  bool win_draw_loss = false;
  bool all_moves = false;
  double seconds = 0;  // per position; 0: no limit
  std::uint64_t nodes = 0;
  std::uint64_t hash_mb = 256;
};

// The position of a line of OBF (`board side; move:score; ...`) or TSV (the first field); nothing
// for comments, blank lines and a header.
std::optional<std::string_view> position_field(std::string_view line) {
  const std::string_view field = line.substr(0, line.find_first_of(";\t"));
  if (field.empty() || field[0] == '%' || field[0] == '#' || field == "position") {
    return std::nullopt;
  }
  return field;
}

Json move_names(const std::vector<othello::Move>& moves) {
  Json names = Json::array();
  for (const othello::Move move : moves) names.push_back(othello::move_text(move));
  return names;
}

std::string joined(const std::vector<othello::Move>& moves) {
  std::string text;
  for (const othello::Move move : moves) {
    if (!text.empty()) text += ' ';
    text += othello::move_text(move);
  }
  return text;
}

const char* sign_name(const othello::SolveResult& result) {
  return result.lower > 0 ? "win" : result.upper < 0 ? "loss" : "draw";
}

class Command {
 public:
  Command(const Common& common, const CpuOption& cpu, const Options& options)
      : common_(common), options_(options), solver_(checked_hash_bytes(options.hash_mb)) {
    if (options.position.empty() == options.file.empty()) {
      throw UserError("othello solve: give either a position or --file, see --help");
    }
    solve_options_.win_draw_loss = options.win_draw_loss;
    solve_options_.all_moves = options.all_moves;
    solve_options_.threads = common.threads;
    solve_options_.path = cpu.chosen_path();
    solve_options_.limits.interrupt = &interrupted();
    if (options.seconds > 0) solve_options_.limits.seconds = options.seconds;
    if (options.nodes > 0) solve_options_.limits.nodes = options.nodes;
  }

  void run() {
    if (!options_.position.empty()) {
      const othello::Position p = othello::parse_position({}, options_.position);
      print(p, solve(p, ""));
      if (interrupted()) throw Interrupted{"interrupted before the score was proven"};
      return;
    }
    const std::vector<std::string> lines = read_lines(options_.file);
    bool faulty = false;
    for (std::size_t i = options_.from_line - 1; i < lines.size(); ++i) {
      faulty |= !solve_line(lines[i], i + 1, lines.size());
      if (interrupted()) {
        throw Interrupted{
            fmt::format("interrupted in line {0}; `trilith othello solve --file {1} --from-line "
                        "{0}` with the same options goes on",
                        i + 1, options_.file)};
      }
    }
    if (!common_.quiet && !common_.json) {
      fmt::print(stderr, "{} positions, {} nodes, {:.2f} s\n", solved_, nodes_, seconds_);
    }
    if (faulty) throw ExitStatus{2};
  }

 private:
  // False when the line is no position.
  bool solve_line(const std::string& line, std::size_t number, std::size_t total) {
    const std::optional<std::string_view> field = position_field(line);
    if (!field) return true;
    othello::Position p;
    try {
      p = othello::parse_position({}, *field);
    } catch (const UserError& error) {
      if (common_.json) print_json({{"line", number}, {"error", error.what()}});
      fmt::print(stderr, "trilith: file '{}', line {}: {}\n", options_.file, number, error.what());
      return false;
    }
    const othello::SolveResult result = solve(p, fmt::format("line {}/{} ", number, total));
    if (!interrupted()) print(p, result);
    return true;
  }

  othello::SolveResult solve(const othello::Position& p, const std::string& label) {
    Progress progress(common_.quiet);
    solve_options_.progress = [&](const othello::SolveProgress& now) {
      const double rate = now.seconds > 0 ? static_cast<double>(now.nodes) / now.seconds / 1e6 : 0;
      progress.show(fmt::format(
          "{}{} empty, {} depth {}, score {:+}..{:+}, {:.1f} M nodes, {:.1f} "
          "M/s, {}",
          label, p.board.empty_count(), now.exact ? "exact" : "evaluated", now.depth, now.lower,
          now.upper, static_cast<double>(now.nodes) / 1e6, rate, duration_text(now.seconds)));
    };
    if (common_.quiet || !is_terminal(2)) solve_options_.progress = nullptr;
    const othello::SolveResult result = solver_.solve(p.board, solve_options_);
    progress.clear();
    ++solved_;
    nodes_ += result.nodes;
    seconds_ += result.seconds;
    return result;
  }

  void print(const othello::Position& p, const othello::SolveResult& result) const {
    if (common_.json) {
      print_json(as_json(p, result));
      return;
    }
    std::string value;
    if (!result.complete) {
      value = fmt::format("{:+}..{:+} (stopped)", result.lower, result.upper);
    } else if (options_.win_draw_loss) {
      value = sign_name(result);
    } else {
      value = fmt::format("{:+}", result.lower);
    }
    fmt::print("{}  {} empty  {}  {}  {} nodes  {:.3f} s\n", othello::position_text(p),
               p.board.empty_count(), value, joined(result.pv), result.nodes, result.seconds);
    for (const othello::ScoredSquare& move : result.moves) {
      fmt::print("  {} {:+}\n", othello::move_text(move.move), move.score);
    }
  }

  Json as_json(const othello::Position& p, const othello::SolveResult& result) const {
    Json object = {{"position", othello::position_text(p)}, {"empties", p.board.empty_count()}};
    if (!result.complete) {
      object["complete"] = false;
      object["lower"] = result.lower;
      object["upper"] = result.upper;
    } else if (options_.win_draw_loss) {
      object["value"] = sign_name(result);
    } else {
      object["score"] = result.lower;
    }
    object["best_moves"] = move_names(result.best_moves);
    object["pv"] = move_names(result.pv);
    if (options_.all_moves) {
      object["moves"] = Json::array();
      for (const othello::ScoredSquare& move : result.moves) {
        object["moves"].push_back({{"move", othello::move_text(move.move)}, {"score", move.score}});
      }
    }
    object["nodes"] = result.nodes;
    object["seconds"] = result.seconds;
    return object;
  }

  const Common& common_;
  const Options& options_;
  othello::EndgameSolver solver_;
  othello::SolveOptions solve_options_;
  std::size_t solved_ = 0;
  std::uint64_t nodes_ = 0;
  double seconds_ = 0;
};

}  // namespace

void add_othello_solve(CLI::App& othello) {
  CLI::App* command = othello.add_subcommand("solve", "Proves the score of positions");
  const auto common = add_common(*command);
  const auto cpu = add_cpu_option(*command);
  const auto options = std::make_shared<Options>();
  command->add_option("position", options->position,
                      "64 of X, O, - from a1 to h8, a blank, the side to move");
  command->add_option("--file", options->file,
                      "OBF lines, or TSV lines whose first field is a position");
  command->add_option("--from-line", options->from_line, "Start with this line of the file")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1} << 40));
  CLI::Option* sign = command->add_flag("--wld", options->win_draw_loss,
                                        "Only whether the side to move wins, draws or loses");
  command->add_flag("--all-moves", options->all_moves, "The score of every move")->excludes(sign);
  command->add_option("--time", options->seconds, "Seconds per position (default: no limit)")
      ->check(CLI::Range(1e-3, 1e9));
  command->add_option("--nodes", options->nodes, "Nodes per position (default: no limit)")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 62));
  command->add_option("--hash-mb", options->hash_mb, "Transposition table in MiB")
      ->capture_default_str()
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 24));
  command->callback([common, cpu, options] { Command(*common, *cpu, *options).run(); });
}

}  // namespace trilith::tools
