// From recorded games to labelled positions.
#include "eval/othello/samples.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "engines/random.hpp"

namespace trilith::othello {
namespace {

void add_game(const GameRecord& game, int theory_depth, const SampleOptions& options,
              SampleSet& set) {
  const std::optional<int> result = recorded_score(game);
  if (!result || !is_over(final_position(game))) {
    ++set.skipped;
    return;
  }
  const bool has_theory = options.label == Label::theory && game.wthor && theory_depth > 0;
  const int theory = has_theory ? 2 * game.wthor->theoretical - kSquares : *result;
  const bool is_sound = std::abs(*result - theory) <= options.most_loss;
  Position p = game.start;
  for (const RecordedMove& recorded : game.moves) {
    const int empties = p.board.empty_count();
    if (empties < options.least_empties) break;
    const bool has_truth = has_theory && empties >= theory_depth;
    if (recorded.move != kPass && empties <= options.most_empties && (has_truth || is_sound)) {
      const int score = has_truth ? theory : *result;
      set.samples.push_back({p.board, p.seat == kBlack ? score : -score, set.games});
    }
    play(p, recorded.move);
  }
  ++set.games;
}

// The score that stands alone, or that of the best move.
std::optional<int> score_of(const ObfRecord& record) {
  std::optional<int> score = record.score;
  for (const ScoredMove& move : record.moves) score = std::max(score, std::optional(move.score));
  return score;
}

void add_positions(const std::vector<ObfRecord>& records, SampleSet& set) {
  int before = 0;  // empty squares
  for (const ObfRecord& record : records) {
    const std::optional<int> score = score_of(record);
    if (!score) {
      ++set.skipped;
      continue;
    }
    const int empties = record.position.board.empty_count();
    if (empties > before) ++set.games;
    before = empties;
    set.samples.push_back({record.position.board, *score, set.games - 1});
  }
}

}  // namespace

void add_samples(const Archive& archive, const SampleOptions& options, SampleSet& set) {
  for (const GameRecord& game : archive.games) {
    add_game(game, archive.header.depth, options, set);
  }
  add_positions(archive.positions, set);
}

bool is_held_out(std::uint64_t seed, std::uint32_t game, std::uint32_t percent) {
  return RandomStream(seed, game).below(100) < percent;
}

}  // namespace trilith::othello
