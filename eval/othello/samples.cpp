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

// What stands beside the moves of a game, with labels that need no end.
void add_noted(const GameRecord& game, int theory_depth, const SampleOptions& options,
               SampleSet& set) {
  Position p = game.start;
  for (const RecordedMove& recorded : game.moves) {
    const int empties = p.board.empty_count();
    KnownScores known;
    known.search = noted_evaluation(recorded);
    if (game.wthor && theory_depth > 0 && empties == theory_depth) {
      const int theory = 2 * game.wthor->theoretical - kSquares;
      known.exact = p.seat == kBlack ? theory : -theory;
    }
    const std::optional<int> score = labelled_score(known, options.label);
    if (score && recorded.move != kPass && empties >= options.least_empties &&
        empties <= options.most_empties) {
      set.samples.push_back({p.board, *score, set.games});
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

std::optional<int> labelled_score(const KnownScores& known, Label label) {
  switch (label) {
    case Label::search:
      return known.search;
    case Label::exact:
      return known.exact;
    case Label::best:
      return known.exact ? known.exact : known.search;
    default:
      return known.result;
  }
}

void add_samples(const Archive& archive, const SampleOptions& options, SampleSet& set) {
  const bool ends_matter = options.label == Label::result || options.label == Label::theory;
  for (const GameRecord& game : archive.games) {
    (ends_matter ? add_game : add_noted)(game, archive.header.depth, options, set);
  }
  add_positions(archive.positions, set);
}

bool is_held_out(std::uint64_t seed, std::uint32_t game, std::uint32_t percent) {
  return RandomStream(seed, game).below(100) < percent;
}

}  // namespace trilith::othello
