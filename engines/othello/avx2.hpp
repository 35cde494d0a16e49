// Othello's moves and flips with 256-bit vectors, one lane for each line through a square.
//
// Only for translation units compiled with -march=x86-64-v3 or better; nothing here may run before
// `cpu_paths()` has said that the machine can.
#pragma once

#ifndef __AVX2__
#error "avx2.hpp needs -march=x86-64-v3"
#endif

#include <immintrin.h>

#include <bit>

#include "engines/othello/board.hpp"
#include "engines/othello/rays.hpp"

namespace trilith::othello {

struct Avx2 {
  // As Portable::legal_moves; the lanes take the steps 1, 8, 7 and 9, left and right shifts the two
  // ends of a line.
  static inline Mask legal_moves(Board board) {
    const __m256i step = _mm256_setr_epi64x(1, 8, 7, 9);
    const __m256i step2 = _mm256_add_epi64(step, step);
    const __m256i inner =
        _mm256_setr_epi64x(0x7e7e7e7e7e7e7e7e, -1, 0x7e7e7e7e7e7e7e7e, 0x7e7e7e7e7e7e7e7e);
    const __m256i own = broadcast(board.own);
    const __m256i opponent = _mm256_and_si256(broadcast(board.opponent), inner);

    __m256i left = _mm256_and_si256(opponent, _mm256_sllv_epi64(own, step));
    __m256i right = _mm256_and_si256(opponent, _mm256_srlv_epi64(own, step));
    left = grow(left, opponent, _mm256_sllv_epi64(left, step));
    right = grow(right, opponent, _mm256_srlv_epi64(right, step));
    const __m256i pairs_left = _mm256_and_si256(opponent, _mm256_sllv_epi64(opponent, step));
    const __m256i pairs_right = _mm256_srlv_epi64(pairs_left, step);
    left = grow(left, pairs_left, _mm256_sllv_epi64(left, step2));
    right = grow(right, pairs_right, _mm256_srlv_epi64(right, step2));
    left = grow(left, pairs_left, _mm256_sllv_epi64(left, step2));
    right = grow(right, pairs_right, _mm256_srlv_epi64(right, step2));
    return any_lane(
               _mm256_or_si256(_mm256_sllv_epi64(left, step), _mm256_srlv_epi64(right, step))) &
           board.empties();
  }

  // As Portable::flips. Upwards the nearest square that is no opponent disc is the lowest bit.
  // Downwards it is the highest; with the rows in reverse order (a byte swap) it is the lowest
  // again, for all lines but the row itself, which is done beside the vectors.
  static inline Mask flips(Board board, int square) {
    const __m256i up = outflanked_upwards(board.own, board.opponent, square);
    const Mask swapped_own = __builtin_bswap64(board.own);
    const Mask swapped_opponent = __builtin_bswap64(board.opponent);
    const int mirrored = square ^ 56;
    __m256i down = outflanked_upwards(swapped_own, swapped_opponent, mirrored);
    down = _mm256_shuffle_epi8(
        down, _mm256_setr_epi8(-1, -1, -1, -1, -1, -1, -1, -1, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6,
                               5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8));
    const Mask left = kRays.down[square][0];
    const Mask nearest = bit(63) >> std::countl_zero((left & ~board.opponent) | 1);
    const Mask last = nearest & left & board.own;
    return any_lane(_mm256_or_si256(up, down)) | ((0 - (last << 1)) & left);
  }

  // As in avx512.hpp; here a mask stays a mask.
  using Lanes = Mask;
  static inline Lanes spread(Mask mask) { return mask; }
  static inline Mask mask(Lanes spread) { return spread; }
  static inline bool none(Lanes lanes) { return lanes == 0; }
  static inline Lanes join(Lanes lanes) { return lanes; }
  static inline Lanes line_flips(Lanes own, Lanes opponent, int square) {
    return flips({own, opponent}, square);
  }

 private:
  static inline __m256i broadcast(Mask mask) {
    return _mm256_set1_epi64x(static_cast<long long>(mask));
  }

  static inline __m256i grow(__m256i run, __m256i through, __m256i shifted) {
    return _mm256_or_si256(run, _mm256_and_si256(through, shifted));
  }

  static inline Mask any_lane(__m256i v) {
    const __m128i half = _mm_or_si128(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
    return static_cast<Mask>(_mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))));
  }

  static inline __m256i outflanked_upwards(Mask own, Mask opponent, int square) {
    const __m256i ray =
        _mm256_load_si256(reinterpret_cast<const __m256i*>(kRays.up[square].data()));
    const __m256i zero = _mm256_setzero_si256();
    const __m256i others = _mm256_andnot_si256(broadcast(opponent), ray);
    const __m256i nearest = _mm256_and_si256(others, _mm256_sub_epi64(zero, others));
    const __m256i run = _mm256_and_si256(ray, _mm256_add_epi64(nearest, _mm256_set1_epi64x(-1)));
    const __m256i not_own = _mm256_cmpeq_epi64(_mm256_and_si256(nearest, broadcast(own)), zero);
    return _mm256_andnot_si256(not_own, run);
  }
};

}  // namespace trilith::othello
