// Otrio's clock: exact verdicts on the next five plies from the colours' threats alone.
//
// Four colours in turn, V and G of one side, R and B of the other. Call the colour due c0 and the
// next ones c1, c2, c3; c2 is c0's partner. A threat is a slot with which its colour would win if
// it were due.
//   c0 has a threat                             win in 1
//   c1 has threats that one placement of c0 cannot end       loss in 2
//   c2 has threats that c1 will not be able to end           win in 3
//   c3 has threats that c0 and c2 cannot end between them    loss in 4
//   c0 makes such threats now                   win in 5
// The functions below are exact for these cases because within them only threats count that stand
// already (c0's new ones included): a colour that places comes back after four plies.
#pragma once

#include <bit>

#include "engines/otrio/board.hpp"
#include "engines/otrio/position.hpp"

namespace trilith::otrio {

template <Placement kPlacement>
struct Threats {
  // The placements out of `legal` that end every threat of `threats` (all of `legal` if there is
  // none): under `free` filling the slot, under `nested` also filling a smaller one of its cell.
  static constexpr SlotMask answers(SlotMask threats, SlotMask legal) {
    for (; threats != 0; threats &= threats - 1) {
      const SlotMask slot = threats & ~(threats - 1);
      legal &=
          kPlacement == Placement::nested ? slot | slot >> kCells | slot >> (2 * kCells) : slot;
    }
    return legal;
  }

  static constexpr SlotMask closed_by(int slot) { return otrio::closed_by(kPlacement, slot); }

  // Does c0 win with c2's next placement? c0 has no win; each of `moves` ends c1's threats, or c0
  // passes if it is empty. `two` are c2's threats, supply1 the slots of sizes that c1 has left.
  static constexpr bool wins_in_three(SlotMask open, SlotMask moves, SlotMask two,
                                      SlotMask supply1) {
    if (two == 0) return false;
    if (moves == 0) return answers(two, open & supply1) == 0;
    for (; moves != 0; moves &= moves - 1) {
      const SlotMask rest = open & ~closed_by(std::countr_zero(moves));
      if ((two & rest) != 0 && answers(two & rest, rest & supply1) == 0) return true;
    }
    return false;
  }

  // Does c0 lose within four plies? It has no win; legal are its placements, one, two and three the
  // threats of c1, c2 and c3; supply1 and supply2 the slots of sizes that c1 and c2 have left.
  static constexpr bool loses_in_four(SlotMask open, SlotMask legal, SlotMask one, SlotMask two,
                                      SlotMask three, SlotMask supply1, SlotMask supply2) {
    if (one != 0) {
      legal = answers(one, legal);
      if (legal == 0) return true;  // already in two
    } else if (legal == 0) {
      return stands(open, two, three, supply1, supply2);  // c0 passes
    }
    if (three == 0) return false;
    // Taking a threat is the likeliest rescue.
    for (SlotMask group : {legal & three, legal & ~three}) {
      for (; group != 0; group &= group - 1) {
        const SlotMask rest = open & ~closed_by(std::countr_zero(group));
        if (!stands(rest, two & rest, three & rest, supply1, supply2)) return false;
      }
    }
    return true;
  }

  // Does c0, which has no win, have a placement out of `moves` after which its own new threats win
  // in five? Its pieces are `own`; two and three are the threats of c2 and c3, the supplies as
  // above.
  static constexpr bool wins_in_five(SlotMask open, SlotMask own, SlotMask moves, SlotMask two,
                                     SlotMask three, SlotMask supply1, SlotMask supply2,
                                     SlotMask supply3) {
    for (; moves != 0; moves &= moves - 1) {
      const int slot = std::countr_zero(moves);
      const SlotMask rest = open & ~closed_by(slot);
      const SlotMask after = own | slot_bit(slot);
      // It has no threat yet, so a threat lies on a line through the slot.
      const SlotMask made = completions_through(slot, own) & rest & supplied(after);
      if (made != 0 &&
          loses_in_four(rest, rest & supply1, two & rest, three & rest, made, supply2, supply3)) {
        return true;
      }
    }
    return false;
  }

 private:
  // c0 has moved, c1 is due: can it end c2's threats `two` and still keep `three`, c3's, alive
  // against c2's answer? A placement of c1 never helps its partner otherwise: what it closes it
  // closes for both.
  static constexpr bool stands(SlotMask open, SlotMask two, SlotMask three, SlotMask supply1,
                               SlotMask supply2) {
    if (three == 0 || answers(three, open & supply2) != 0) return false;
    const SlotMask legal = open & supply1;
    if (legal == 0) return two == 0;
    SlotMask moves = answers(two, legal);
    SlotMask near = three;  // placements that may end some of `three`
    if constexpr (kPlacement == Placement::nested) {
      const SlotMask cells = (three | three >> kCells | three >> (2 * kCells)) & kLayer;
      near = cells | cells << kCells | cells << (2 * kCells);
    }
    if ((moves & ~near) != 0) return true;
    for (; moves != 0; moves &= moves - 1) {
      const SlotMask rest = open & ~closed_by(std::countr_zero(moves));
      const SlotMask left = three & rest;
      if (left != 0 && answers(left, rest & supply2) == 0) return true;
    }
    return false;
  }
};

}  // namespace trilith::otrio
