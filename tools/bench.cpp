// `trilith bench`: fixed work for every searcher; the node counts are the program's signature.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engines/othello/game.hpp"
#include "engines/otrio/game.hpp"
#include "solvers/mcts/search.hpp"
#include "solvers/othello/endgame.hpp"
#include "solvers/othello/player.hpp"
#include "solvers/otrio/playout.hpp"
#include "solvers/otrio/solver.hpp"
#include "tools/commands.hpp"
#include "tools/common.hpp"

namespace trilith::tools {
namespace {

constexpr std::size_t kTableBytes = std::size_t{64} << 20;

std::uint64_t settle_otrio(std::string_view rules_text) {
  const otrio::Rules rules = otrio::parse_rules(rules_text);
  otrio::SolveOptions options;
  options.best_moves = false;
  options.pv = false;
  return otrio::Solver(rules, kTableBytes).solve(otrio::empty_board(rules), options).nodes;
}

std::uint64_t grow_otrio_tree() {
  using G = otrio::Otrio<otrio::Placement::nested, otrio::Players::pairs>;
  mcts::Search<G, otrio::FastPlayout<G, otrio::PlayoutStyle::win_or_block>> search(G::initial({}));
  mcts::Limits limits;
  limits.playouts = 100'000;
  return search.run(limits).nodes;
}

// FFO 20, 30 and 38: exact scores of endgames from the FFO suite.
std::uint64_t solve_othello() {
  constexpr std::string_view kPositions[] = {
      "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X",
      "-XXX----X-XOO---XXOXOO--XOXOXO--XOOXOXXXXOOXXOX---OOOOO--XXXXX-- X",
      "--OOOO----OOOO---XOXXOOXOOXOOOOX-OOOOOXXXOOXXXXX--X-X----------- X",
  };
  othello::EndgameSolver solver(kTableBytes);
  std::uint64_t nodes = 0;
  for (const std::string_view text : kPositions) {
    nodes += solver.solve(othello::parse_position({}, text).board, {}).nodes;
  }
  return nodes;
}

std::uint64_t look_ahead_in_othello() {
  othello::Player player(othello::Weights::shipped(), kTableBytes);
  othello::PlayLimits limits;
  limits.depth = 12;
  return player.choose(othello::kStart, limits).nodes;
}

struct Work {
  std::string_view searcher;
  std::string_view what;
  std::uint64_t (*run)();
};

constexpr Work kWorks[] = {
    {"otrio alphabeta", "start of nested,none,pairs", [] { return settle_otrio("nested,none"); }},
    {"otrio alphabeta", "start of free,Sb2,pairs", [] { return settle_otrio("free,Sb2"); }},
    {"otrio mcts", "100,000 playouts from the start", grow_otrio_tree},
    {"othello endgame", "FFO 20, 30 and 38", solve_othello},
    {"othello midgame", "12 plies from the start", look_ahead_in_othello},
};

}  // namespace

void add_bench(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "bench", "Fixed work for every searcher on one thread: node counts and speeds");
  const auto common = add_common(*command);
  command->callback([common] {
    if (!common->json) {
      fmt::print("{:<16} {:<32} {:>12} {:>9} {:>9}\n", "searcher", "work", "nodes", "seconds",
                 "M nodes/s");
    }
    std::uint64_t signature = 0;
    for (const Work& work : kWorks) {
      const Stopwatch watch;
      const std::uint64_t nodes = work.run();
      const double seconds = watch.seconds();
      signature += nodes;
      if (common->json) {
        print_json({{"searcher", work.searcher},
                    {"work", work.what},
                    {"nodes", nodes},
                    {"seconds", seconds}});
      } else {
        fmt::print("{:<16} {:<32} {:>12} {:>9.2f} {:>9.2f}\n", work.searcher, work.what, nodes,
                   seconds, static_cast<double>(nodes) / seconds * 1e-6);
      }
      if (interrupted()) throw Interrupted{"interrupted; bench starts anew each time"};
    }
    if (common->json) {
      print_json({{"signature", signature}});
    } else {
      fmt::print("signature {}\n", signature);
    }
  });
}

}  // namespace trilith::tools
