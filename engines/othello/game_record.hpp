// A recorded game, whatever file it comes from: its start, every move, and what stands beside them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engines/othello/position.hpp"

namespace trilith::othello {

// note: what GGF says after the move, `/evaluation/seconds` with both parts optional, or nothing.
struct RecordedMove {
  Move move = kPass;
  std::string note;
  bool operator==(const RecordedMove&) const = default;
};

// A GGF tag, such as PB and the name of the player with the black discs.
struct Tag {
  std::string name;
  std::string value;
  bool operator==(const Tag&) const = default;
};

// What a WTHOR record holds besides the moves. The disc counts are Black's, 0..64: as played, empty
// squares given to the winner, and with perfect play from the file's depth on.
struct WthorFields {
  std::uint16_t tournament = 0;
  std::uint16_t black = 0;
  std::uint16_t white = 0;
  std::uint8_t black_discs = 0;
  std::uint8_t theoretical = 0;
  bool operator==(const WthorFields&) const = default;
};

// moves   every move from `start`, forced passes included
// tags    in the file's order, without GM, BO and the moves
struct GameRecord {
  Position start;
  std::vector<RecordedMove> moves;
  std::vector<Tag> tags;
  std::optional<WthorFields> wthor;
  bool operator==(const GameRecord&) const = default;
};

// The value of the first tag of that name, or nothing.
std::optional<std::string> tag_value(const GameRecord& game, const std::string& name);

// The position after all moves.
Position final_position(const GameRecord& game);

// Black's final score as the file says it, or nothing when it does not.
std::optional<int> recorded_score(const GameRecord& game);

// Black's score on the board after the last move; empty squares count for the winner.
int board_score(const GameRecord& game);

// Plays `text` from p and appends it to `moves`; a forced pass that the file leaves out is put in
// first, one that it adds after the end of the game is dropped. `seat` is the colour that the file
// names, if it does. Throws UserError.
void append_move(Position& p, std::vector<RecordedMove>& moves, const std::string& text,
                 const std::string& note, std::optional<Seat> seat);

// Counts over an archive, for a report.
struct ArchiveCounts {
  int games = 0;
  int unfinished = 0;  // the last position is no end
  int differing = 0;   // finished, and the recorded score is not the one on the board
};
ArchiveCounts count_games(const std::vector<GameRecord>& games);

}  // namespace trilith::othello
