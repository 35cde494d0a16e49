// Othello's moves and flips with AVX-512: rotates, leading-zero counts and three-way logic.
//
// Only for translation units compiled with -march=x86-64-v4; nothing here may run before
// `cpu_paths()` has said that the machine can.
#pragma once

#if !defined(__AVX512VL__) || !defined(__AVX512CD__)
#error "avx512.hpp needs -march=x86-64-v4"
#endif

#include <immintrin.h>

#include "engines/othello/board.hpp"
#include "engines/othello/rays.hpp"

namespace trilith::othello {

struct Avx512 {
  // As Portable::legal_moves with all eight directions in one register. Rotates may stand for
  // shifts because a disc that is flanked on a line has neighbours on it: `inner` keeps, per
  // direction, only the squares from which a step does not leave the board.
  static inline Mask legal_moves(Board board) {
    const __m512i step = _mm512_setr_epi64(1, 8, 7, 9, 64 - 1, 64 - 8, 64 - 7, 64 - 9);
    const __m512i step2 = _mm512_setr_epi64(2, 16, 14, 18, 64 - 2, 64 - 16, 64 - 14, 64 - 18);
    constexpr long long kColumns = 0x7e7e7e7e7e7e7e7e;
    constexpr long long kRows = 0x00ffffffffffff00;
    const __m512i inner = _mm512_setr_epi64(kColumns, kRows, kColumns & kRows, kColumns & kRows,
                                            kColumns, kRows, kColumns & kRows, kColumns & kRows);
    const __m512i opponent =
        _mm512_and_si512(_mm512_set1_epi64(static_cast<long long>(board.opponent)), inner);

    __m512i run = _mm512_and_si512(
        opponent, _mm512_rolv_epi64(_mm512_set1_epi64(static_cast<long long>(board.own)), step));
    run = grow(run, opponent, _mm512_rolv_epi64(run, step));
    const __m512i pairs = _mm512_and_si512(opponent, _mm512_rolv_epi64(opponent, step));
    run = grow(run, pairs, _mm512_rolv_epi64(run, step2));
    run = grow(run, pairs, _mm512_rolv_epi64(run, step2));
    run = _mm512_rolv_epi64(run, step);
    return any_lane(
               _mm256_or_si256(_mm512_castsi512_si256(run), _mm512_extracti64x4_epi64(run, 1))) &
           board.empties();
  }

  // As Portable::flips, four lines at a time.
  static inline Mask flips(Board board, int square) {
    return any_lane(line_flips(spread(board.own), spread(board.opponent), square));
  }

  // For searches that stay in vector registers from move to move: a board as two masks, each in all
  // four lanes, and the flips of the four lines in a lane each. join() spreads their union.
  using Lanes = __m256i;
  static inline Lanes spread(Mask mask) { return _mm256_set1_epi64x(static_cast<long long>(mask)); }
  static inline Mask mask(Lanes spread) {
    return static_cast<Mask>(_mm_cvtsi128_si64(_mm256_castsi256_si128(spread)));
  }
  static inline bool none(Lanes lanes) { return _mm256_testz_si256(lanes, lanes) != 0; }
  static inline Lanes join(Lanes lanes) {
    const Lanes halves = _mm256_or_si256(lanes, _mm256_permute2x128_si256(lanes, lanes, 1));
    return _mm256_or_si256(halves, _mm256_shuffle_epi32(halves, 0x4e));
  }
  static inline Lanes line_flips(Lanes own, Lanes opponent, int square) {
    const __m256i zero = _mm256_setzero_si256();

    const __m256i up = load(kRays.up[square].data());
    const __m256i others_up = _mm256_andnot_si256(opponent, up);
    const __m256i nearest_up = _mm256_and_si256(others_up, _mm256_sub_epi64(zero, others_up));
    const __m256i run = _mm256_and_si256(up, _mm256_add_epi64(nearest_up, _mm256_set1_epi64x(-1)));
    const __m256i not_own = _mm256_cmpeq_epi64(_mm256_and_si256(nearest_up, own), zero);

    const __m256i down = load(kRays.down[square].data());
    const __m256i others_down = _mm256_andnot_si256(opponent, down);
    const __m256i nearest_down = _mm256_srlv_epi64(
        _mm256_set1_epi64x(static_cast<long long>(bit(63))), _mm256_lzcnt_epi64(others_down));
    const __m256i last = _mm256_and_si256(nearest_down, own);
    const __m256i above = _mm256_sub_epi64(zero, _mm256_add_epi64(last, last));

    constexpr int kFirstOrRestAnd = 0xf8;  // a | (b & c)
    return _mm256_ternarylogic_epi64(_mm256_andnot_si256(not_own, run), above, down,
                                     kFirstOrRestAnd);
  }

 private:
  static inline __m256i load(const Mask* masks) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(masks));
  }

  static inline __m512i grow(__m512i run, __m512i through, __m512i shifted) {
    constexpr int kFirstOrRestAnd = 0xf8;  // a | (b & c)
    return _mm512_ternarylogic_epi64(run, through, shifted, kFirstOrRestAnd);
  }

  static inline Mask any_lane(__m256i v) {
    const __m128i half = _mm_or_si128(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
    return static_cast<Mask>(_mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))));
  }
};

}  // namespace trilith::othello
