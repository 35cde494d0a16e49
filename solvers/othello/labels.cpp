// Picks positions of a game and scores them.
#include "solvers/othello/labels.hpp"

#include <algorithm>
#include <cmath>

#include "engines/random.hpp"
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

// Plays random moves and the passes between them until `count` discs are placed or the game ends;
// the side to move then has a move.
Position strayed(Position p, std::uint32_t count, RandomStream& random) {
  while (!is_over(p)) {
    if (must_pass(p)) {
      play(p, kPass);
      continue;
    }
    if (count == 0) break;
    play(p, random_placement(p, random));
    --count;
  }
  return p;
}

}  // namespace

Labeller::Labeller(const Weights& weights, const ProbCut& probcut, const LabelOptions& options)
    : options_(options), searcher_(weights, probcut, kHashBytes), solver_(kHashBytes) {}

void Labeller::label(const GameRecord& game, std::uint64_t number,
                     std::vector<ObfRecord>& records) {
  searcher_.clear();
  RandomStream random(options_.seed, number);
  const auto begin = static_cast<std::ptrdiff_t>(records.size());
  const auto percent = [&random](int share) {
    return random.below(100) < static_cast<std::uint32_t>(share);
  };
  Position p = game.start;
  for (const RecordedMove& recorded : game.moves) {
    const int empties = p.board.empty_count();
    if (recorded.move != kPass && p.placing == 0 && empties >= options_.least_empties &&
        empties <= options_.most_empties + options_.stray_moves) {
      const bool is_taken = percent(options_.share);
      const bool strays = percent(options_.strayed);
      const std::uint32_t count =
          strays ? 1 + random.below(static_cast<std::uint32_t>(options_.stray_moves)) : 0;
      const Position taken = strayed(p, count, random);
      const int left = taken.board.empty_count();
      if (is_taken && !is_over(taken) && left <= options_.most_empties &&
          left >= options_.least_empties) {
        records.push_back({taken, {}, score(taken.board)});
      }
    }
    play(p, recorded.move);
  }
  // A game's positions are known by their falling number of empty squares.
  std::stable_sort(records.begin() + begin, records.end(),
                   [](const ObfRecord& a, const ObfRecord& b) {
                     return a.position.board.empty_count() > b.position.board.empty_count();
                   });
}

int Labeller::score(Board board) {
  const int empties = board.empty_count();
  if (empties <= options_.exact_empties) {
    if (empties <= kMostLeafEmpties) {
      std::uint64_t nodes = 0;
      return endgame_kernels(best_cpu_path()).leaf(board, -64, 64, nodes);
    }
    return solver_.solve(board, {}).lower;
  }
  const int depth = std::min(options_.depth, empties);
  const alphabeta::SearchResult result = searcher_.deepen(board, {depth, options_.selectivity});
  return static_cast<int>(std::lround(static_cast<double>(result.score) / kMidgameUnit));
}

}  // namespace trilith::othello
