// Value and distance of a position in one byte: larger is better for the side to move.
//
//   127 - n    the side to move wins in n plies, 1 <= n <= 126
//   0          draw
//   n - 127    it loses in n plies, 1 <= n <= 126
//  -127        finished: the last move decided the game (lost in 0)
//   127        no child seen yet; never stored
//
// The mover picks the child that is worst for the opponent, so a parent's code is the least code of
// its children, turned and one ply older; that is one byte-wise minimum for each child and two or
// three operations at the end, whole vectors of positions at a time.
#pragma once

#include <cstdint>

namespace trilith::retrograde {

using Code = std::int8_t;

inline constexpr Code kFinished = -127;
inline constexpr Code kNoChild = 127;
inline constexpr Code kDraw = 0;

constexpr Code win_in(int plies) { return static_cast<Code>(127 - plies); }
constexpr Code loss_in(int plies) { return static_cast<Code>(plies - 127); }
constexpr bool is_win(Code code) { return code > 0; }
constexpr bool is_loss(Code code) { return code < 0; }
// 0 for a draw.
constexpr int plies(Code code) { return code > 0 ? 127 - code : code < 0 ? 127 + code : 0; }

// A child's code one ply earlier, for the same side and for the other one.
constexpr Code older(Code code) { return static_cast<Code>(code - (code > 0) + (code < 0)); }
constexpr Code turned(Code code) { return static_cast<Code>(-older(code)); }

static_assert(turned(kFinished) == win_in(1) && turned(win_in(4)) == loss_in(5) &&
              turned(loss_in(5)) == win_in(6) && turned(kDraw) == kDraw);

}  // namespace trilith::retrograde
