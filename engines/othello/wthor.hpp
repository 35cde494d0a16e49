// WTHOR, the game base of the French federation: `.wtb` games, `.jou` players, `.trn` tournaments.
//
// All numbers are little-endian. A 16-byte header starts each file:
//    0 u8  century, 1 u8 year in the century, 2 u8 month, 3 u8 day: when the file was made
//    4 u32 N1, number of games
//    8 u16 N2, number of names; today's name files have it in N1, so it is taken from the file size
//   10 u16 year in which the games were played
//   12 u8  board size, 0 means 8     13 u8 type: 0 games, 1 solitaires
//   14 u8  depth: empty squares at which the theoretical score was computed     15 u8 0
// A game is 68 bytes:
//    0 u16 tournament   2 u16 black player   4 u16 white player
//    6 u8  Black's discs at the end   7 u8 the same with perfect play
//    8 60 x u8 moves, 10 * row + column, both 1..8 (f5 is 56), then 0; passes are not stored
// A player's name has 20 bytes, a tournament's 26, Latin-1, ending in 0.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engines/othello/game_record.hpp"

namespace trilith::othello {

struct WthorHeader {
  std::uint8_t century = 0;
  std::uint8_t year_in_century = 0;
  std::uint8_t month = 0;
  std::uint8_t day = 0;
  std::uint16_t year = 0;
  std::uint8_t board_size = 8;
  std::uint8_t depth = 0;
  bool operator==(const WthorHeader&) const = default;
};

struct WthorFile {
  WthorHeader header;
  std::vector<GameRecord> games;  // `wthor` is set in each
};

// Reads a whole .wtb file; forced passes are put in, unfinished games are kept. `name` stands in
// the messages. Throws UserError with file, record and reason; then nothing was read.
WthorFile parse_wthor(std::string_view bytes, const std::string& name);

// The file for these games. Games without WthorFields get player and tournament numbers 0 and
// their result as both disc counts. Throws UserError for a game that WTHOR cannot hold (another
// start).
std::string wthor_bytes(const WthorFile& file);

inline constexpr int kPlayerNameBytes = 20;
inline constexpr int kTournamentNameBytes = 26;

// The names of a .jou (20 bytes each) or .trn (26 bytes each) file, in UTF-8; a byte that is no
// Latin-1 letter becomes `?`. Throws UserError.
std::vector<std::string> parse_wthor_names(std::string_view bytes, int name_bytes,
                                           const std::string& name);

}  // namespace trilith::othello
