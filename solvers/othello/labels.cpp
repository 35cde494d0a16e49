// Picks positions of a game and scores them.
#include "solvers/othello/labels.hpp"

#include <cmath>

#include "engines/random.hpp"
#include "solvers/othello/endgame.hpp"
#include "solvers/othello/endgame_kernels.hpp"

namespace trilith::othello {
namespace {

constexpr std::size_t kHashBytes = std::size_t{1} << 20;
// Up to here the leaf solver alone is the fastest way to an exact score.
constexpr int kMostLeafEmpties = 12;

Move random_placement(const Position& p, RandomStream& random) {
  Mask moves = placements(p);
  for (std::uint32_t skip = random.below(static_cast<std::uint32_t>(std::popcount(moves)));
       skip > 0; --skip) {
    moves &= moves - 1;
  }
  return static_cast<Move>(std::countr_zero(moves));
}

}  // namespace

Labeller::Labeller(const Weights& weights, const ProbCut& probcut, const LabelOptions& options)
    : options_(options), searcher_(weights, probcut, kHashBytes) {}

void Labeller::label(const GameRecord& game, std::uint64_t number,
                     std::vector<ObfRecord>& records) {
  searcher_.clear();
  RandomStream random(options_.seed, number);
  Position p = game.start;
  for (const RecordedMove& recorded : game.moves) {
    const int empties = p.board.empty_count();
    if (recorded.move != kPass && p.placing == 0 && empties <= options_.most_empties &&
        empties >= options_.least_empties) {
      Position taken = p;
      const bool is_taken = random.below(100) < static_cast<std::uint32_t>(options_.share);
      if (random.below(100) < static_cast<std::uint32_t>(options_.strayed)) {
        play(taken, random_placement(taken, random));
        if (must_pass(taken)) play(taken, kPass);
      }
      if (is_taken && !is_over(taken)) records.push_back({taken, {}, score(taken.board)});
    }
    play(p, recorded.move);
  }
}

int Labeller::score(Board board) {
  const int empties = board.empty_count();
  if (empties <= options_.exact_empties) {
    if (empties <= kMostLeafEmpties) {
      std::uint64_t nodes = 0;
      return endgame_kernels(best_cpu_path()).leaf(board, -64, 64, nodes);
    }
    return EndgameSolver(kHashBytes).solve(board, {}).lower;
  }
  const int depth = std::min(options_.depth, empties);
  const alphabeta::SearchResult result = searcher_.deepen(board, {depth, options_.selectivity});
  return static_cast<int>(std::lround(static_cast<double>(result.score) / kMidgameUnit));
}

}  // namespace trilith::othello
