// Shares perft's subtrees among threads.
#include "engines/othello/perft.hpp"

#include <vector>

namespace trilith::othello {
namespace {

// Boards after `plies` < 8 plies, where no game has a pass yet (both counts agree to depth 8).
void collect(const Kernels& hot, Board board, int plies, std::vector<Board>& boards) {
  if (plies == 0) {
    boards.push_back(board);
    return;
  }
  for (Mask moves = hot.legal_moves(board); moves != 0; moves &= moves - 1) {
    const int square = std::countr_zero(moves);
    collect(hot, after(board, square, hot.flips(board, square)), plies - 1, boards);
  }
}

}  // namespace

PerftCount perft(int depth, CpuPath path, int threads, const std::atomic<bool>* interrupt) {
  const Kernels& hot = kernels(path);
  const int shared_plies = depth < 6 ? 0 : depth < 12 ? 4 : 6;
  std::vector<Board> roots;
  collect(hot, kStart, shared_plies, roots);
  std::uint64_t count = 0;
  std::uint64_t pass_free = 0;
#pragma omp parallel for schedule(dynamic) num_threads(threads) reduction(+ : count, pass_free)
  for (std::size_t i = 0; i < roots.size(); ++i) {
    if (interrupt != nullptr && interrupt->load(std::memory_order_relaxed)) continue;
    const PerftCount part = hot.perft(roots[i], depth - shared_plies);
    count += part.perft;
    pass_free += part.pass_free;
  }
  return {count, pass_free};
}

}  // namespace trilith::othello
