// Perft: the last ply is counted in bulk by popcounts, the first two are shared among threads.
#include "engines/otrio/perft.hpp"

#include <bit>
#include <vector>

#include "engines/otrio/game.hpp"

namespace trilith::otrio {
namespace {

constexpr int kPollDepth = 5;  // from so many plies on a look at the interrupt costs nothing

template <class G>
PerftCount count_from(const Position& p, int depth, const std::atomic<bool>* interrupt) {
  if (depth == 0) return {1, 0};
  if (G::is_terminal(p)) return {};
  if (depth >= kPollDepth && interrupt != nullptr && interrupt->load(std::memory_order_relaxed)) {
    return {};
  }
  if (depth == 1) {
    const int open = std::popcount(placements(p, p.due));
    const int wins = std::popcount(winning_placements(p, p.due));
    return {static_cast<std::uint64_t>(open == 0 ? 1 : open), static_cast<std::uint64_t>(wins)};
  }
  PerftCount total;
  MoveList<G> moves;
  G::legal_moves(p, moves);
  for (const Move move : moves) {
    Position child = p;
    G::play(child, move);
    const PerftCount count = count_from<G>(child, depth - 1, interrupt);
    total.sequences += count.sequences;
    total.wins += count.wins;
  }
  return total;
}

}  // namespace

PerftCount perft(const Rules& rules, int depth, int threads, const std::atomic<bool>* interrupt) {
  return visit(rules, [&]<class G>(G) -> PerftCount {
    const Position start = G::initial({rules.blocked});
    if (depth < 3) return count_from<G>(start, depth, interrupt);
    std::vector<Position> roots;
    MoveList<G> first;
    G::legal_moves(start, first);
    for (const Move a : first) {
      Position p = start;
      G::play(p, a);
      MoveList<G> second;
      G::legal_moves(p, second);
      for (const Move b : second) {
        Position q = p;
        G::play(q, b);
        roots.push_back(q);
      }
    }
    std::uint64_t sequences = 0;
    std::uint64_t wins = 0;
#pragma omp parallel for schedule(dynamic) num_threads(threads) reduction(+ : sequences, wins)
    for (std::size_t i = 0; i < roots.size(); ++i) {
      const PerftCount count = count_from<G>(roots[i], depth - 2, interrupt);
      sequences += count.sequences;
      wins += count.wins;
    }
    return {sequences, wins};
  });
}

}  // namespace trilith::otrio
