// Information-set search within a turn.
#include "solvers/trio/ismcts.hpp"

#include <algorithm>
#include <bit>

#include "engines/trio/belief.hpp"
#include "solvers/trio/experiment.hpp"
#include "solvers/trio/player.hpp"
#include "solvers/trio/turn_odds.hpp"

namespace trilith::trio {
namespace {

constexpr std::uint64_t kPlayoutTurns = 300;  // longer ones count as not won
constexpr double kLeastOfBest = 0.85;
constexpr std::size_t kMostCandidates = 8;

std::vector<SearchedReveal> candidates(const Observation& seen, const Belief& belief) {
  const Table& table = seen.table();
  std::vector<SearchedReveal> result;
  bool unknown_slot = false;
  for (const TurnOdds& odds : turn_odds(seen, belief).moves) {
    if (is_centre(odds.move) && (table.centre_known >> odds.move & 1) == 0) {
      if (unknown_slot) continue;
      unknown_slot = true;
    }
    result.push_back({.move = odds.move, .chance = odds.chance});
  }
  std::stable_sort(
      result.begin(), result.end(),
      [](const SearchedReveal& a, const SearchedReveal& b) { return a.chance > b.chance; });
  const double least = kLeastOfBest * result[0].chance;
  while (result.size() > kMostCandidates || result.back().chance < least) result.pop_back();
  return result;
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

std::vector<SearchedReveal> search_reveals(const Observation& seen, int playouts,
                                           RandomStream& random) {
  const Belief belief(seen);
  std::vector<SearchedReveal> reveals = candidates(seen, belief);
  const std::uint64_t seed = random.next64();
  TurnTree tree;
  std::size_t alive = reveals.size();
  const int rounds = std::max(1, static_cast<int>(std::bit_width(alive - 1)));
  std::uint64_t deal_number = 0;
  while (alive > 1) {
    const int deals = std::max(1, playouts / rounds / static_cast<int>(alive));
    for (int i = 0; i < deals; ++i, ++deal_number) {
      const Position deal = belief.sample(random);
      for (std::size_t a = 0; a < alive; ++a) {
        ++reveals[a].deals;
        reveals[a].wins +=
            wins_after(deal, reveals[a].move, seen.seat(), tree, RandomStream(seed, deal_number));
      }
    }
    // All that are alive have met the same deals, so wins can be compared.
    std::stable_sort(
        reveals.begin(), reveals.begin() + static_cast<std::ptrdiff_t>(alive),
        [](const SearchedReveal& a, const SearchedReveal& b) { return a.wins > b.wins; });
    alive = (alive + 1) / 2;
  }
  return reveals;
}

}  // namespace trilith::trio
