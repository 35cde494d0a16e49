// From recorded games to labelled positions.
#include "eval/othello/samples.hpp"

#include <cstdlib>
#include <optional>

#include "engines/random.hpp"

namespace trilith::othello {

void add_samples(const Archive& archive, Label label, int most_loss, SampleSet& set) {
  for (const GameRecord& game : archive.games) {
    const std::optional<int> result = recorded_score(game);
    if (!result || !is_over(final_position(game))) {
      ++set.skipped;
      continue;
    }
    const bool has_theory = label == Label::theory && game.wthor && archive.header.depth > 0;
    const int theory = has_theory ? 2 * game.wthor->theoretical - kSquares : *result;
    const bool is_sound = std::abs(*result - theory) <= most_loss;
    Position p = game.start;
    for (const RecordedMove& recorded : game.moves) {
      const bool has_truth = has_theory && p.board.empty_count() >= archive.header.depth;
      if (recorded.move != kPass && (has_truth || is_sound)) {
        const int score = has_truth ? theory : *result;
        set.samples.push_back({p.board, p.seat == kBlack ? score : -score, set.games});
      }
      play(p, recorded.move);
    }
    ++set.games;
  }
}

bool is_held_out(std::uint64_t seed, std::uint32_t game, std::uint32_t percent) {
  return RandomStream(seed, game).below(100) < percent;
}

}  // namespace trilith::othello
