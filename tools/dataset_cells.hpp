// How each game's positions lie in the records of a dataset, and back.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "engines/othello/game.hpp"
#include "engines/otrio/game.hpp"
#include "engines/trio/game.hpp"
#include "tools/npy.hpp"

namespace trilith::tools {

struct OthelloCells {
  std::uint64_t own;
  std::uint64_t opponent;
};

struct OtrioCells {
  std::uint32_t pieces[4];
};

// Bits and nibbles run from the low end of the first byte. The deal's cards are numbered hands
// first, seat by seat in rising order, then the centre's slots.
struct TrioCells {
  std::uint8_t taken_by[6];
  std::uint8_t known[5];
  std::uint8_t up[5];
};

// Cells, columns(), side(p), pack(start, p) and unpack(start, cells, side): the running position p
// of a game from `start`, which stands for what all positions of a game share.
template <class G>
struct Records;

template <>
struct Records<othello::Othello> {
  using Cells = OthelloCells;
  using Position = othello::Position;

  static std::vector<Column> columns() {
    return {{"own", "<u8", 1, "discs of the side to move, bit 8 * row + column from a1"},
            {"opponent", "<u8", 1, "discs of the other side"}};
  }
  static std::uint8_t side(const Position& p) { return p.seat; }
  static Cells pack(const Position& /*start*/, const Position& p) {
    return {p.board.own, p.board.opponent};
  }
  static Position unpack(const Position& start, const Cells& cells, std::uint8_t side) {
    Position p{{cells.own, cells.opponent},
               side == 0 ? othello::kBlack : othello::kWhite,
               0,
               start.scoring};
    const int discs = std::popcount(p.board.discs());
    if (start.placing > 0 && discs < 4) p.placing = static_cast<std::uint8_t>(4 - discs);
    return p;
  }
};

template <otrio::Placement kPlacement, otrio::Players kPlayers>
struct Records<otrio::Otrio<kPlacement, kPlayers>> {
  using Cells = OtrioCells;
  using Position = otrio::Position;

  static std::vector<Column> columns() {
    return {{"pieces", "<u4", 4, "by colour (V, R, G, B) its pieces, bit 9 * size + cell from a1"}};
  }
  static std::uint8_t side(const Position& p) { return p.due; }
  static Cells pack(const Position& /*start*/, const Position& p) {
    return {{p.pieces[0], p.pieces[1], p.pieces[2], p.pieces[3]}};
  }
  static Position unpack(const Position& start, const Cells& cells, std::uint8_t side) {
    Position p = start;
    p.due = side & 3;
    for (int colour = 0; colour < 4; ++colour) {
      p.pieces[colour] = cells.pieces[colour];
      for (otrio::SlotMask rest = p.pieces[colour] & otrio::kAllSlots; rest != 0;
           rest &= rest - 1) {
        p.closed |= otrio::closed_by(kPlacement, std::countr_zero(rest));
      }
    }
    return p;
  }
};

template <>
struct Records<trio::Trio> {
  using Cells = TrioCells;
  using Position = trio::Position;

  static std::vector<Column> columns();
  static std::uint8_t side(const Position& p) {
    return static_cast<std::uint8_t>(trio::side_to_move(p));
  }
  // Rules without swaps: cards stay where they were dealt.
  static Cells pack(const Position& start, const Position& p);
  static Position unpack(const Position& start, const Cells& cells, std::uint8_t side);
};

}  // namespace trilith::tools
