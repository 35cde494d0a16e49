// The trained evaluation in the form that Othello's searchers take, compiled once per code path.
#pragma once

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include <algorithm>
#include <bit>

#include "engines/othello/board.hpp"
#include "eval/othello/index_blocks.hpp"
#include "eval/othello/weights.hpp"

namespace trilith::othello {

// The sum of the features' weights in the table of a phase.
template <class Level>
inline int sum_weights(const EvaluationView& view, const std::int16_t* table,
                       const Indices& indices) {
#if defined(__AVX512F__)
  __m512i sum = _mm512_setzero_si512();
  for (std::size_t lane = 0; lane < view.lanes; lane += 16) {
    const auto* own = reinterpret_cast<const __m256i*>(indices.own.data() + lane);
    const auto* enemy = reinterpret_cast<const __m256i*>(indices.enemy.data() + lane);
    const __m256i enemies = _mm256_load_si256(enemy);
    const __m256i index =
        _mm256_add_epi16(_mm256_load_si256(own), _mm256_add_epi16(enemies, enemies));
    const __m512i place =
        _mm512_add_epi32(_mm512_cvtepu16_epi32(index), _mm512_loadu_si512(view.bases + lane));
    const __m512i weight = _mm512_i32gather_epi32(place, table, 2);
    sum = _mm512_add_epi32(sum, _mm512_srai_epi32(_mm512_slli_epi32(weight, 16), 16));
  }
  return _mm512_reduce_add_epi32(sum);
#elif defined(__AVX2__)
  __m256i sum = _mm256_setzero_si256();
  for (std::size_t lane = 0; lane < view.lanes; lane += 8) {
    const auto* own = reinterpret_cast<const __m128i*>(indices.own.data() + lane);
    const auto* enemy = reinterpret_cast<const __m128i*>(indices.enemy.data() + lane);
    const __m128i enemies = _mm_load_si128(enemy);
    const __m128i index = _mm_add_epi16(_mm_load_si128(own), _mm_add_epi16(enemies, enemies));
    const __m256i place =
        _mm256_add_epi32(_mm256_cvtepu16_epi32(index),
                         _mm256_loadu_si256(reinterpret_cast<const __m256i*>(view.bases + lane)));
    const __m256i weight = _mm256_i32gather_epi32(reinterpret_cast<const int*>(table), place, 2);
    sum = _mm256_add_epi32(sum, _mm256_srai_epi32(_mm256_slli_epi32(weight, 16), 16));
  }
  __m128i half = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
  half = _mm_add_epi32(half, _mm_unpackhi_epi64(half, half));
  return _mm_cvtsi128_si32(half) + _mm_extract_epi32(half, 1);
#else
  int total = 0;
  for (std::size_t lane = 0; lane < view.lanes; ++lane) {
    total += table[view.bases[lane] + indices.own[lane] + 2u * indices.enemy[lane]];
  }
  return total;
#endif
}

// Level is the code path that counts moves and looks weights up. This one carries the features'
// indices along from move to move.
template <class Level>
class IncrementalPatternEvaluation {
 public:
  using State = Indices;

  // `weights` must outlive the evaluation.
  explicit IncrementalPatternEvaluation(const Weights& weights) : view_(weights.view()) {}

  void start(Board board, State& state) const { IndexBlocks<Level>::set(table(), board, state); }
  void after(const State& state, int square, Mask turned, State& next) const {
    IndexBlocks<Level>::play(table(), state, square, turned, next);
  }

  // Expected score for the side to move, which has the legal moves `moves`, in 1/kUnit discs.
  int units(Board board, const State& state, Mask moves) const {
    const int empties = board.empty_count();
    const std::int16_t* weights = view_.tables[static_cast<std::size_t>(empties)];
    const std::int16_t* extra = weights + view_.entries;
    const int own_moves = std::popcount(moves);
    const int enemy_moves = std::popcount(Level::legal_moves(board.passed()));
    const int total = sum_weights<Level>(view_, weights, state) + extra[empties & 1] +
                      extra[2 + std::min(own_moves, kMobilityTerms - 1)] +
                      extra[2 + kMobilityTerms + std::min(enemy_moves, kMobilityTerms - 1)];
    return std::clamp(total, -kSquares * kUnit, kSquares * kUnit);
  }

 private:
  ContributionTable table() const { return {view_.contributions, view_.lanes / kLanes}; }

  EvaluationView view_;
};

// The same with nothing carried along: the indices are made where a value is asked for, which is
// cheaper than an update at every node when few nodes are evaluated.
template <class Level>
class PatternEvaluation {
 public:
  struct State {};

  explicit PatternEvaluation(const Weights& weights) : evaluation_(weights) {}

  State start(Board) const { return {}; }
  State after(State, Board, int, Mask) const { return {}; }
  State passed(State) const { return {}; }

  // Expected score in discs for the side to move, which has the legal moves `moves`; -64..64,
  // rounded.
  int value(Board board, State, Mask moves) const {
    Indices indices;
    evaluation_.start(board, indices);
    const int units = evaluation_.units(board, indices, moves);
    return (units + (units < 0 ? -kUnit / 2 : kUnit / 2)) / kUnit;
  }

 private:
  IncrementalPatternEvaluation<Level> evaluation_;
};

}  // namespace trilith::othello
