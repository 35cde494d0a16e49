// How often tree search plays an optimal Otrio move, by playouts: the curve of bench/RESULTS.md.
//
//   build/bench/mcts-convergence tests/data/otrio/values.tsv [exploration] [expand_visits]
//   [threads]
//
// Reads lines `rules position ply value plies best_moves` (tabs). A move counts as optimal when it
// is one of the listed ones, which keep the exact value and the distance. Positions in which every
// move is listed are left out.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "engines/otrio/game.hpp"
#include "solvers/mcts/search.hpp"
#include "solvers/otrio/playout.hpp"

namespace {

using namespace trilith;
using otrio::PlayoutStyle;

struct Line {
  otrio::Rules rules;
  otrio::Position position;
  bool draw = false;
  std::vector<otrio::Move> best;
};

std::vector<Line> read(const char* path) {
  std::vector<Line> lines;
  std::ifstream file(path);
  std::string text;
  while (std::getline(file, text)) {
    std::vector<std::string> fields;
    std::istringstream stream(text);
    for (std::string field; std::getline(stream, field, '\t');) fields.push_back(field);
    if (fields.size() < 6 || fields[0] == "rules" || text[0] == '#') continue;
    Line line{otrio::parse_rules(fields[0]), {}, fields[3] == "draw", {}};
    line.position = otrio::parse_position(line.rules, fields[1]);
    if (line.position.status != otrio::Status::running) continue;
    std::istringstream moves(fields[5]);
    for (std::string move; moves >> move;) {
      line.best.push_back(otrio::parse_move(line.position, move));
    }
    const std::size_t legal = otrio::visit(line.rules, [&]<class G>(G) {
      MoveList<G> list;
      G::legal_moves(line.position, list);
      return list.size();
    });
    if (line.best.size() < legal) lines.push_back(line);
  }
  return lines;
}

// Share of positions in which the chosen move is listed, and of those whose value is proven.
template <PlayoutStyle kStyle>
void measure(const std::vector<Line>& lines, std::uint64_t playouts, float exploration,
             mcts::Options options) {
  int listed = 0;
  int draws = 0;
  int drawn_listed = 0;
  int proven = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Line& line = lines[i];
    options.unit = i;
    otrio::visit(line.rules, [&]<class G>(G) {
      mcts::Search<G, otrio::FastPlayout<G, kStyle>> search(line.position, options, {},
                                                            {exploration});
      const auto report = search.run({.playouts = playouts});
      const bool hit =
          std::find(line.best.begin(), line.best.end(), report.best()) != line.best.end();
      listed += hit;
      draws += line.draw;
      drawn_listed += line.draw && hit;
      proven += report.bounds(report.mover).exact();
    });
  }
  const auto share = [](int part, int whole) { return 100.0 * part / whole; };
  const int all = static_cast<int>(lines.size());
  std::printf("%9llu %8.1f %8.1f %8.1f %8.1f\n", static_cast<unsigned long long>(playouts),
              share(listed, all), share(drawn_listed, draws),
              share(listed - drawn_listed, all - draws), share(proven, all));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::cerr << "usage: mcts-convergence FILE [EXPLORATION] [EXPAND_VISITS] [THREADS]\n";
    return 2;
  }
  const std::vector<Line> lines = read(argv[1]);
  if (lines.empty()) {
    std::cerr << "mcts-convergence: no position in " << argv[1] << '\n';
    return 2;
  }
  const float exploration = argc > 2 ? std::strtof(argv[2], nullptr) : mcts::Uct{}.exploration;
  mcts::Options options;
  if (argc > 3) options.expand_visits = static_cast<std::uint32_t>(std::atoi(argv[3]));
  if (argc > 4) options.threads = std::max(1, std::atoi(argv[4]));
  for (const bool knowing : {false, true}) {
    std::printf("%s playouts, exploration %.2f, expand_visits %u, threads %d, %zu positions\n",
                knowing ? "win-or-block" : "uniform", exploration, options.expand_visits,
                options.threads, lines.size());
    std::printf("%9s %8s %8s %8s %8s\n", "playouts", "optimal", "in draws", "decided", "proven");
    for (const std::uint64_t playouts :
         {30u, 100u, 300u, 1000u, 3000u, 10'000u, 30'000u, 100'000u}) {
      knowing ? measure<PlayoutStyle::win_or_block>(lines, playouts, exploration, options)
              : measure<PlayoutStyle::uniform>(lines, playouts, exploration, options);
    }
  }
}
