// The trained evaluation in the form that Othello's searchers take, compiled once per code path.
#pragma once

#include <algorithm>
#include <bit>

#include "engines/othello/board.hpp"
#include "eval/othello/index_blocks.hpp"
#include "eval/othello/weights.hpp"

namespace trilith::othello {

// Adds up the features' weights in the table of a phase, a block of indices at a time. The places
// are made with vectors; the look-ups are plain loads, which gathers do not beat on today's
// processors.
template <class Level>
class WeightSum {
 public:
  WeightSum(const EvaluationView& view, const std::int16_t* table) : view_(view), table_(table) {}

  void add(const typename IndexBlocks<Level>::Block& index, std::size_t block) {
    using Places = std::uint32_t __attribute__((vector_size(4 * kLanes)));
    Places base;
    std::memcpy(&base, view_.bases + block * kLanes, sizeof base);
    const Places places = __builtin_convertvector(index, Places) + base;
    alignas(64) std::uint32_t place[kLanes];
    std::memcpy(place, &places, sizeof places);
    for (std::size_t lane = 0; lane < kLanes; lane += 4) {
      sums_[0] += table_[place[lane]];
      sums_[1] += table_[place[lane + 1]];
      sums_[2] += table_[place[lane + 2]];
      sums_[3] += table_[place[lane + 3]];
    }
  }

  int total() const { return sums_[0] + sums_[1] + sums_[2] + sums_[3]; }

 private:
  const EvaluationView& view_;
  const std::int16_t* table_;
  int sums_[4] = {};
};

// Level is the code path that counts moves and looks weights up. This one carries the features'
// indices along from move to move.
template <class Level>
class IncrementalPatternEvaluation {
 public:
  // `weights` must outlive the evaluation.
  explicit IncrementalPatternEvaluation(const Weights& weights) : view_(weights.view()) {}

  void start(Board board, Indices& state) const { IndexBlocks<Level>::set(table(), board, state); }
  void after(const Indices& state, int square, Mask turned, Indices& next) const {
    IndexBlocks<Level>::play(table(), state, square, turned, next);
  }

  // Expected score for the side to move, which has the legal moves `moves`, in 1/kUnit discs.
  int units(Board board, const Indices& state, Mask moves) const {
    const int empties = board.empty_count();
    WeightSum<Level> sum(view_, table_of(empties));
    for (std::size_t block = 0; block < view_.lanes / kLanes; ++block) {
      typename IndexBlocks<Level>::Block index;
      IndexBlocks<Level>::ternary(state, block, index);
      sum.add(index, block);
    }
    return with_extra(sum.total(), empties, moves, Level::legal_moves(board.passed()));
  }

  // Calls `each` with a function that evaluates the position after a move of the side to move
  // (`next`, whose side to move has the legal moves `moves`), without the indices of any of them.
  template <class Each>
  [[gnu::always_inline]] void after_moves(const Indices& state, int empties, Each&& each) const {
    IndexBlocks<Level>::with_blocks(view_.lanes / kLanes, [&](auto blocks) {
      using Block = typename IndexBlocks<Level>::Block;
      Block exchanged[blocks];
      for (std::size_t block = 0; block < blocks; ++block) {
        Block own;
        std::memcpy(&own, state.own.data() + block * kLanes, sizeof own);
        std::memcpy(&exchanged[block], state.enemy.data() + block * kLanes, sizeof own);
        exchanged[block] += own + own;
      }
      each([&](int square, Mask turned, Board next, Mask moves) {
        Block index[blocks];
        IndexBlocks<Level>::ternary_after(table(), exchanged, square, turned, index);
        WeightSum<Level> sum(view_, table_of(empties - 1));
        for (std::size_t block = 0; block < blocks; ++block) sum.add(index[block], block);
        return with_extra(sum.total(), empties - 1, moves, Level::legal_moves(next.passed()));
      });
    });
  }

 private:
  ContributionTable table() const {
    return {view_.contributions, view_.square_contributions, view_.lanes / kLanes};
  }
  const std::int16_t* table_of(int empties) const {
    return view_.tables[static_cast<std::size_t>(empties)];
  }

  int with_extra(int total, int empties, Mask own_moves, Mask enemy_moves) const {
    const std::int16_t* extra = table_of(empties) + view_.entries;
    total += extra[empties & 1] +
             extra[2 + std::min(std::popcount(own_moves), kMobilityTerms - 1)] +
             extra[2 + kMobilityTerms + std::min(std::popcount(enemy_moves), kMobilityTerms - 1)];
    return std::clamp(total, -kSquares * kUnit, kSquares * kUnit);
  }

  EvaluationView view_;
};

// The same with nothing carried along: the indices are made where a value is asked for, which is
// cheaper than an update at every node when few nodes are evaluated.
template <class Level>
class PatternEvaluation {
 public:
  explicit PatternEvaluation(const Weights& weights) : evaluation_(weights) {}

  // Expected score in discs for the side to move, which has the legal moves `moves`; -64..64,
  // rounded.
  int value(Board board, Mask moves) const {
    Indices indices;
    evaluation_.start(board, indices);
    const int units = evaluation_.units(board, indices, moves);
    return (units + (units < 0 ? -kUnit / 2 : kUnit / 2)) / kUnit;
  }

 private:
  IncrementalPatternEvaluation<Level> evaluation_;
};

}  // namespace trilith::othello
