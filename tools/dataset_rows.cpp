// The columns of datasets in words.
#include "tools/dataset_rows.hpp"

namespace trilith::tools {

const RecordType& game_record() {
  static const RecordType type{{
      {"opening", "<u8", 1, "number of the opening (or deal) in the list that the settings name"},
      {"game", "<u4", 1, "number of the game in the run, from 0 without gaps"},
      {"first_row", "<u4", 1, "row of its first position in the shard's positions"},
      {"plies", "<u2", 1, "moves played, which is its number of rows"},
      {"finished", "|u1", 1, "1, or 0 when it came to the cap on plies; then its results are 0"},
      {"seats", "|u1", 1, "players at the board"},
      {"players", "|u1", kMostSeats, "by seat, the player's number in the settings"},
      {"result", "|i1", kMostSeats,
       "by seat: Othello discs (empty squares to the winner) of the seat minus the other's; Otrio "
       "and Trio 1 won, 0 drawn, -1 lost"},
  }};
  return type;
}

const RecordType& deal_record() {
  static const RecordType type{
      {{"cards", "|u1", std::tuple_size_v<DealRow>,
        "the numbers of the deal's cards: hands first, by seat in rising order, then the centre's "
        "slots; 0 after the last card"}}};
  return type;
}

const RecordType& visit_record() {
  static const RecordType type{{
      {"move", "|u1", 1, "a move, numbered as in positions"},
      {"visits", "<u4", 1, "how often the search tried it"},
  }};
  return type;
}

const RecordType& visit_offset_record() {
  static const RecordType type{
      {{"", "<u8", 1,
        "entry r: the first row of visits of position row r; one entry more than rows"}}};
  return type;
}

RecordType position_record(const std::vector<Column>& cells) {
  RecordType type{cells};
  const std::vector<Column> shared = {
      {"game", "<u4", 1, "number of the game in the run"},
      {"value", "<f4", 1,
       "what the player's search expected for the side to move, in the player's value_unit; NaN "
       "when it did not search"},
      {"ply", "<u2", 1, "moves played before, from 0; a pass counts"},
      {"side", "|u1", 1,
       "whose move it is: Othello 0 Black, 1 White; Otrio the colour, 0 to 3 for V, R, G, B (seat "
       "0 has V and G under pairs); Trio the seat"},
      {"move", "|u1", 1,
       "the move played: Othello 8 * row + column from a1, 64 a pass; Otrio 9 * size + cell from "
       "a1, 27 a pass; Trio 0 to 35 a slot of the centre, 36 + 2 s and 37 + 2 s the lowest and the "
       "highest card of seat s"},
      {"result", "|i1", 1, "the game's result for the side to move, as in games"},
      {"exact", "|i1", 1,
       "the result for the side to move under best play of all, -128 where it is not proven"},
      {"exact_plies", "|u1", 1,
       "Otrio: plies to the end when the winner hurries and the loser delays, 0 in draws; 255 "
       "where it is not known"},
      {"source", "|u1", 1,
       "why the move was played: 0 opening, 1 the only legal move, 2 at random, 3 by the player"},
  };
  type.columns.insert(type.columns.end(), shared.begin(), shared.end());
  return type;
}

}  // namespace trilith::tools
