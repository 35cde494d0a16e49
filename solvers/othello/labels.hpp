// Scores for the positions of games by our own searches: what the evaluation is fitted to.
#pragma once

#include <cstdint>
#include <vector>

#include "engines/othello/game_record.hpp"
#include "engines/othello/obf.hpp"
#include "solvers/othello/endgame.hpp"
#include "solvers/othello/midgame.hpp"

namespace trilith::othello {

// Which positions of a game are taken, and how they are scored.
struct LabelOptions {
  int most_empties = 60;   // positions with more empty squares are left out,
  int least_empties = 1;   // and those with fewer, after random moves if there are any
  int share = 100;         // percent of the other positions that are taken, by seed
  int strayed = 30;        // percent of those that are taken after random moves, by seed: searches
                           // meet moves that nobody plays
  int stray_moves = 1;     // at most so many, each number as likely
  int exact_empties = 12;  // from so many empty squares on the score is exact
  int depth = 6;           // before that a search so deep, which knows the end when it reaches it
  int selectivity = 1;     // of that search, see midgame.hpp
  std::uint64_t seed = 1;
};

// Labels one game after the other; the scores of a game do not depend on those before.
class Labeller {
 public:
  // The weights must outlive the labeller.
  Labeller(const Weights& weights, const ProbCut& probcut, const LabelOptions& options);

  // Appends the scored positions of `game`, most empty squares first; `number` names it to the
  // random stream.
  void label(const GameRecord& game, std::uint64_t number, std::vector<ObfRecord>& records);

 private:
  int score(Board board);

  LabelOptions options_;
  MidgameSearcher searcher_;
  EndgameSolver solver_;
};

}  // namespace trilith::othello
