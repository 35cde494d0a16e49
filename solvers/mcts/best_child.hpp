// The child with the largest mean + scale * width: the loop in which a descent spends its time.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "solvers/mcts/shared.hpp"

#ifdef __SSE4_1__
#include <smmintrin.h>
#endif

namespace trilith::mcts {

// What selection reads of a child; eight bytes, so that another thread sees both halves at once.
struct alignas(8) Heat {
  float mean;   // result for the seat that chooses this node, -1..1
  float width;  // grows with what is still unknown of it
};
static_assert(sizeof(Heat) == 8);

// A child with this mean is never selected while there is another.
inline constexpr float kShutOut = -std::numeric_limits<float>::infinity();

template <bool kShared>
Heat load_heat(const Heat& heat) {
  if constexpr (kShared) {
    return std::atomic_ref<Heat>(const_cast<Heat&>(heat)).load(std::memory_order_relaxed);
  } else {
    return heat;
  }
}

// Index in 0..count-1 of the best score, the first of equal ones. Plain version.
template <bool kShared>
std::size_t best_child_scalar(const Heat* heat, std::size_t count, float scale,
                              std::size_t from = 0, std::size_t best = 0,
                              float best_score = kShutOut) {
  for (std::size_t i = from; i < count; ++i) {
    const Heat h = load_heat<kShared>(heat[i]);
    const float score = h.mean + scale * h.width;
    if (score > best_score) {
      best_score = score;
      best = i;
    }
  }
  return best;
}

#ifdef __SSE4_1__

namespace detail {

// Four children: their means and their widths.
template <bool kShared>
inline void load_four(const Heat* heat, __m128& means, __m128& widths) {
  __m128 first;
  __m128 second;
  if constexpr (kShared) {
    const auto pair = [&](int i) {
      const auto bits = [&](const Heat& h) {
        return static_cast<long long>(std::bit_cast<std::uint64_t>(load_heat<true>(h)));
      };
      return _mm_castsi128_ps(_mm_set_epi64x(bits(heat[i + 1]), bits(heat[i])));
    };
    first = pair(0);
    second = pair(2);
  } else {
    first = _mm_loadu_ps(&heat[0].mean);
    second = _mm_loadu_ps(&heat[2].mean);
  }
  means = _mm_shuffle_ps(first, second, _MM_SHUFFLE(2, 0, 2, 0));
  widths = _mm_shuffle_ps(first, second, _MM_SHUFFLE(3, 1, 3, 1));
}

}  // namespace detail

// The same, four children at a time without a branch: each lane keeps its first best.
template <bool kShared>
std::size_t best_child(const Heat* heat, std::size_t count, float scale) {
  if (count < 4) return best_child_scalar<kShared>(heat, count, scale);
  const __m128 scales = _mm_set1_ps(scale);
  __m128 best_scores = _mm_set1_ps(kShutOut);
  __m128i best_indices = _mm_setzero_si128();
  __m128i indices = _mm_setr_epi32(0, 1, 2, 3);
  std::size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    __m128 means;
    __m128 widths;
    detail::load_four<kShared>(heat + i, means, widths);
    const __m128 scores = _mm_add_ps(means, _mm_mul_ps(scales, widths));
    const __m128 better = _mm_cmpgt_ps(scores, best_scores);
    best_scores = _mm_blendv_ps(best_scores, scores, better);
    best_indices = _mm_castps_si128(
        _mm_blendv_ps(_mm_castsi128_ps(best_indices), _mm_castsi128_ps(indices), better));
    indices = _mm_add_epi32(indices, _mm_set1_epi32(4));
  }
  alignas(16) float lane_scores[4];
  alignas(16) std::uint32_t lane_indices[4];
  _mm_store_ps(lane_scores, best_scores);
  _mm_store_si128(reinterpret_cast<__m128i*>(lane_indices), best_indices);
  __m128 top = _mm_max_ps(best_scores, _mm_movehl_ps(best_scores, best_scores));
  top = _mm_max_ss(top, _mm_shuffle_ps(top, top, 1));
  const float best_score = _mm_cvtss_f32(top);
  std::size_t best = count;
  for (int lane = 0; lane < 4; ++lane) {
    const std::size_t index = lane_scores[lane] == best_score ? lane_indices[lane] : count;
    best = index < best ? index : best;
  }
  return best_child_scalar<kShared>(heat, count, scale, i, best, best_score);
}

#else

template <bool kShared>
std::size_t best_child(const Heat* heat, std::size_t count, float scale) {
  return best_child_scalar<kShared>(heat, count, scale);
}

#endif

}  // namespace trilith::mcts
