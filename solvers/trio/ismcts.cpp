// Information-set search within a turn.
#include "solvers/trio/ismcts.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "engines/trio/belief.hpp"
#include "engines/trio/game.hpp"
#include "solvers/mcts/information_set.hpp"
#include "solvers/trio/disclosure.hpp"
#include "solvers/trio/experiment.hpp"
#include "solvers/trio/player.hpp"
#include "solvers/trio/playout.hpp"
#include "solvers/trio/turn_odds.hpp"

namespace trilith::trio {
namespace {

constexpr std::uint64_t kPlayoutTurns = 300;  // longer ones count as not won
constexpr double kLeastOfBest = 0.85;
constexpr std::size_t kMostCandidates = 8;
constexpr double kClearly = 2.5;  // standard errors of the deals that part two reveals

// The first choice, then its challengers, best chance first.
std::vector<SearchedReveal> candidates(const Observation& seen, const Belief& belief) {
  const Table& table = seen.table();
  const Disclosure disclosure(seen, belief);
  std::vector<SearchedReveal> result;
  bool unknown_slot = false;
  for (const TurnOdds& odds : turn_odds(seen, belief).moves) {
    if (is_centre(odds.move) && (table.centre_known >> odds.move & 1) == 0) {
      if (unknown_slot) continue;
      unknown_slot = true;
    }
    SearchedReveal reveal;
    reveal.move = odds.move;
    reveal.chance = odds.chance;
    reveal.merit = odds.chance - kBitCost * disclosure.bits(odds.move);
    result.push_back(reveal);
  }
  const auto first = std::max_element(
      result.begin(), result.end(),
      [](const SearchedReveal& a, const SearchedReveal& b) { return a.merit < b.merit; });
  std::rotate(result.begin(), first, first + 1);
  std::stable_sort(
      result.begin() + 1, result.end(),
      [](const SearchedReveal& a, const SearchedReveal& b) { return a.chance > b.chance; });
  double best = 0;
  for (const SearchedReveal& reveal : result) best = std::max(best, reveal.chance);
  while (result.size() > 1 &&
         (result.size() > kMostCandidates || result.back().chance < kLeastOfBest * best)) {
    result.pop_back();
  }
  return result;
}

// With equal chances the difference is at most kClearly standard errors nearly always.
bool clearly_better(const SearchedReveal& reveal) {
  return reveal.gained > kClearly * std::sqrt(static_cast<double>(reveal.parted));
}

}  // namespace

Move TurnTree::next(const Position& p, int seat, const std::vector<int>& history) {
  const auto found = best_.find(history);
  if (found != best_.end()) return found->second;
  // Ties are broken the same way every time, so that a node has one move.
  RandomStream ties(0, 0);
  const Move move = best_reveal(Observation(p, seat), ties);
  best_.emplace(history, move);
  return move;
}

bool wins_after(Position p, Move move, int seat, TurnTree& tree, RandomStream random) {
  std::vector<int> history;
  for (;;) {
    history.push_back(move);
    history.push_back(revealed_number(p, move));
    play(p, move);
    if (p.shown == 0 || is_terminal(p)) break;
    move = tree.next(p, seat, history);
  }
  static constexpr std::array<Player, kMaxPlayers> kMemory{};
  const PlayedGame played =
      play_game(p, std::span<const Player>(kMemory).first(p.rules.players), kPlayoutTurns, random);
  return played.end.status == Status::won && played.end.winner == p.rules.side_of(seat);
}

Move search_tree(const Observation& seen, int playouts, RandomStream& random) {
  mcts::InformationSetSearch<Trio, MemoryPlayout> search(
      seen, seen.seat(), {.seed = random.next64(), .memory_bytes = std::size_t{4} << 20});
  return search.run({.playouts = static_cast<std::uint64_t>(playouts)}).best();
}

std::vector<SearchedReveal> search_reveals(const Observation& seen, int playouts,
                                           RandomStream& random) {
  const Belief belief(seen);
  std::vector<SearchedReveal> reveals = candidates(seen, belief);
  const std::uint64_t seed = random.next64();
  TurnTree tree;
  std::size_t alive = reveals.size();  // the first choice stays alive to the end
  const int rounds = std::max(1, static_cast<int>(std::bit_width(alive - 1)));
  std::uint64_t deal_number = 0;
  while (alive > 1) {
    const int deals = std::max(1, playouts / rounds / static_cast<int>(alive));
    for (int i = 0; i < deals; ++i, ++deal_number) {
      const Position deal = belief.sample(random);
      bool first_won = false;
      for (std::size_t a = 0; a < alive; ++a) {
        const bool won =
            wins_after(deal, reveals[a].move, seen.seat(), tree, RandomStream(seed, deal_number));
        if (a == 0) first_won = won;
        ++reveals[a].deals;
        reveals[a].wins += won;
        reveals[a].gained += won - first_won;
        reveals[a].parted += won != first_won;
      }
    }
    // All that are alive have met the same deals, so wins can be compared.
    std::stable_sort(
        reveals.begin() + 1, reveals.begin() + static_cast<std::ptrdiff_t>(alive),
        [](const SearchedReveal& a, const SearchedReveal& b) { return a.wins > b.wins; });
    alive = alive == 2 ? 1 : (alive + 1) / 2;
  }
  if (reveals.size() > 1 && clearly_better(reveals[1])) std::swap(reveals[0], reveals[1]);
  return reveals;
}

}  // namespace trilith::trio
