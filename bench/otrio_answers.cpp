// How long an answer takes: Otrio positions of random and of sensible games, ply by ply.
//
// otrio-answers [RULES [GAMES]]
//
// Plays GAMES random games (a legal placement, all alike) and as many sensible ones (wins at once
// if possible, else stops the opponent's win, else any placement) under RULES. Every position of
// every game is solved by itself: value, best moves and a line of best play, one thread, a new
// solver each time, the shipped table of early positions at hand. Times are processor times, in
// milliseconds. The games are a function of the rules alone.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <string>
#include <vector>

#include "engines/error.hpp"
#include "engines/otrio/position.hpp"
#include "engines/random.hpp"
#include "solvers/otrio/early_table.hpp"
#include "solvers/otrio/solver.hpp"

namespace trilith::otrio {
namespace {

double milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

// A random slot out of `slots`, which is not empty.
Move any(SlotMask slots, RandomStream& random) {
  auto skip = random.below(static_cast<std::uint32_t>(std::popcount(slots)));
  for (; skip > 0; --skip) slots &= slots - 1;
  return static_cast<Move>(std::countr_zero(slots));
}

Move choose(const Rules& rules, const Position& p, bool sensible, RandomStream& random) {
  const SlotMask open = placements(p, p.due);
  if (open == 0) return kPass;
  if (!sensible) return any(open, random);
  const int count = colours(rules.players);
  if (const SlotMask wins = winning_placements(p, p.due)) return any(wins, random);
  const SlotMask threats = winning_placements(p, (p.due + 1) % count);
  SlotMask stops = 0;
  for (SlotMask rest = open; rest != 0; rest &= rest - 1) {
    const int slot = std::countr_zero(rest);
    if ((threats & ~closed_by(rules.placement, slot)) == 0) stops |= slot_bit(slot);
  }
  return any(stops != 0 ? stops : open, random);
}

struct Times {
  std::vector<double> all;

  double share(double part) {
    std::sort(all.begin(), all.end());
    return all[static_cast<std::size_t>(part * static_cast<double>(all.size() - 1))];
  }
  void print(const std::string& name) {
    const auto slow = std::count_if(all.begin(), all.end(), [](double ms) { return ms > 200; });
    std::printf("%5s  %9zu  %8.3f  %8.3f  %9.1f  %9.1f  %5.2f %%\n", name.c_str(), all.size(),
                share(0.5), share(0.9), share(0.99), share(1),
                100 * static_cast<double>(slow) / static_cast<double>(all.size()));
    std::fflush(stdout);
  }
};

void run(const Rules& rules, int games) {
  std::map<int, Times> plies;
  for (int game = 0; game < 2 * games; ++game) {
    RandomStream random(1, static_cast<std::uint64_t>(game));
    Position p = empty_board(rules);
    for (int ply = 0; p.status == Status::running; ++ply) {
      const double start = milliseconds();
      Solver solver(rules);
      SolveOptions options;
      options.known = EarlyTable::shipped(rules);
      solver.solve(p, options);
      plies[ply].all.push_back(milliseconds() - start);
      play(p, choose(rules, p, game % 2 == 1, random), rules.placement, colours(rules.players));
    }
  }
  std::printf("%s, %d random and %d sensible games; milliseconds\n", rules_text(rules).c_str(),
              games, games);
  std::printf("  ply  positions    median     90 %%       99 %%      worst  > 0.2 s\n");
  Times all;
  for (auto& [ply, times] : plies) {
    times.print(std::to_string(ply));
    all.all.insert(all.all.end(), times.all.begin(), times.all.end());
  }
  all.print("all");
}

}  // namespace
}  // namespace trilith::otrio

int main(int argc, char** argv) {
  try {
    trilith::otrio::run(trilith::otrio::parse_rules(argc > 1 ? argv[1] : "nested,none,pairs"),
                        argc > 2 ? std::max(1, std::atoi(argv[2])) : 250);
  } catch (const trilith::UserError& error) {
    std::fprintf(stderr, "otrio-answers: %s\n", error.what());
    return 2;
  }
}
