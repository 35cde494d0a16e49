// Othello's search to a depth: the trained evaluation at the horizon and selective cuts on the way.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "engines/othello/board.hpp"
#include "engines/othello/cpu.hpp"
#include "eval/othello/probcut.hpp"
#include "eval/othello/weights.hpp"
#include "solvers/alphabeta/control.hpp"
#include "solvers/alphabeta/parallel.hpp"
#include "solvers/alphabeta/table.hpp"

namespace trilith::othello {

inline constexpr int kMidgameUnit = 4;  // a search's scores per disc

// Selectivity: the confidence of a cut in steps, kNoCuts for none. A cut is made where the shallow
// search misses the window by so many standard deviations of its error that a normal error stays
// below with this confidence (two-sided).
inline constexpr int kNoCuts = 5;
struct Confidence {
  int percent;
  double deviations;
};
inline constexpr std::array<Confidence, kNoCuts> kConfidences = {
    {{73, 1.10}, {87, 1.51}, {95, 1.96}, {98, 2.33}, {99, 2.58}}};

// 73, 87, 95, 98, 99 or 100; throws UserError.
int parse_selectivity(int percent);
int selectivity_percent(int selectivity);

struct MidgameTables;
struct MidgameKernels;

class MidgameSearcher {
 public:
  // The weights must outlive the searcher. Takes at most `hash_bytes` for the table, which grows
  // with the depths asked for.
  MidgameSearcher(const Weights& weights, const ProbCut& probcut, std::size_t hash_bytes,
                  CpuPath path = best_cpu_path());
  ~MidgameSearcher();

  // The value of the board at this draft for the side to move, in 1/kMidgameUnit discs; exact
  // within the window (alpha, beta), a bound outside (see alphabeta.hpp).
  alphabeta::SearchResult search(Board board, int alpha, int beta, alphabeta::Draft draft,
                                 int threads, alphabeta::Control& control);
  // The same with the whole window, tried around `guess` first.
  alphabeta::SearchResult search_around(Board board, int guess, alphabeta::Draft draft, int threads,
                                        alphabeta::Control& control);

  // The value, by searches of growing depth up to the draft's; one thread. Nothing stops it.
  alphabeta::SearchResult deepen(Board board, alphabeta::Draft draft);

  // The moves that the table holds for the positions from `board` on, at most `length`.
  std::vector<Move> line(Board board, std::size_t length) const;

  // What earlier searches found counts as old from now on, or is forgotten.
  void new_search() { table_.new_search(); }
  void clear();

 private:
  const MidgameKernels& hot_;
  std::unique_ptr<const MidgameTables> tables_;
  std::size_t hash_bytes_;
  alphabeta::Table table_;
};

}  // namespace trilith::othello
