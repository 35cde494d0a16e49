// Positions of real games with a score each: what the evaluation is fitted to.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engines/othello/archive.hpp"
#include "engines/othello/board.hpp"

namespace trilith::othello {

// result  how the game ended
// theory  WTHOR's score with perfect play, for the positions it was computed for (as many empty
//         squares as the file's header says, or more); the result for the others
// search  what a search found that stands beside the position: in self-play, in notes of GGF
// exact   the proven score: in self-play, and WTHOR's at the number of empty squares of its header
// best    the exact score, else that of a search
// With the last three, positions without such a score are left out.
enum class Label { result, theory, search, exact, best };

// What a record says about one position, for the side to move.
struct KnownScores {
  std::optional<int> result;
  std::optional<int> search;
  std::optional<int> exact;
};

// The score that the label asks for; that of `theory` is the result.
std::optional<int> labelled_score(const KnownScores& known, Label label);

// score: for the side to move, -64..64.
struct Sample {
  Board board;
  std::int32_t score = 0;
  std::uint32_t game = 0;  // number of the game over all files
};

struct SampleSet {
  std::vector<Sample> samples;
  std::uint32_t games = 0;    // that gave samples
  std::uint32_t skipped = 0;  // games without an end or a result, where it is the label
};

// label          what a position of a game is worth
// most_loss      with Label::theory, positions past the one whose perfect score is known are taken
//                only from games that ended within so many discs of it: there the result is close
//                to the truth
// least_empties, most_empties   positions of games with fewer or more empty squares are left out
struct SampleOptions {
  Label label = Label::theory;
  int most_loss = 6;
  int least_empties = 0;
  int most_empties = 60;
};

// Adds every position of the archive's finished games at which a disc can be placed, and every
// scored position of an OBF file, whatever the label; among these a new game begins where the
// number of empty squares rises.
void add_samples(const Archive& archive, const SampleOptions& options, SampleSet& set);

// Is the game held out, when `percent` of all games are? Depends on seed and number alone.
bool is_held_out(std::uint64_t seed, std::uint32_t game, std::uint32_t percent);

}  // namespace trilith::othello
