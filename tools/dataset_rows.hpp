// The records of self-play datasets: how they lie in memory and in the files.
//
// A dataset is a folder of shards; shard s holds games by rising number in
//
//   games-0000s.npy          one GameRow a game
//   positions-0000s.npy      one PositionRow a ply, the first of a game at GameRow::first_row
//   deals-0000s.npy          Trio: the cards of each game's deal
//   visits-0000s.npy         where players count visits: (move, visits) of all rows one after the
//   visit-offsets-0000s.npy  other, those of row r at [offsets[r], offsets[r + 1])
//
// and manifest.json, which says all that is needed to read them. A file that exists is complete.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <vector>

#include "tools/npy.hpp"

namespace trilith::tools {

// Why a move was played.
enum class Source : std::uint8_t {
  opening,  // a move of the opening
  forced,   // the only legal one; nobody was asked
  random,   // drawn from all legal moves by --random-moves
  player,   // by the player of the seat
};
inline constexpr std::string_view kSourceLetters = "ofrp";  // in journals

inline constexpr std::int8_t kNoExact = -128;
inline constexpr std::uint8_t kNoPlies = 255;
inline constexpr std::size_t kMostSeats = 6;

struct GameRow {
  std::uint64_t opening;
  std::uint32_t game;
  std::uint32_t first_row;
  std::uint16_t plies;
  std::uint8_t finished;
  std::uint8_t seats;
  std::uint8_t players[kMostSeats];
  std::int8_t result[kMostSeats];
};
static_assert(sizeof(GameRow) == 32 && std::has_unique_object_representations_v<GameRow>);
static_assert(offsetof(GameRow, first_row) == 12 && offsetof(GameRow, players) == 20);

inline constexpr std::size_t kCellBytes = 16;

struct PositionRow {
  alignas(8) std::array<std::byte, kCellBytes> cells;  // the board, see dataset_games.hpp
  std::uint32_t game;
  float value;
  std::uint16_t ply;
  std::uint8_t side;
  std::uint8_t move;
  std::int8_t result;
  std::int8_t exact;
  std::uint8_t exact_plies;
  std::uint8_t source;
};
static_assert(sizeof(PositionRow) == 32 && std::is_trivially_copyable_v<PositionRow>);
static_assert(offsetof(PositionRow, game) == 16 && offsetof(PositionRow, source) == 31);

// The numbers of the deal's cards: hands first, by seat in rising order, then the centre's slots; 0
// after the last card.
using DealRow = std::array<std::uint8_t, 36>;

struct [[gnu::packed]] VisitRow {
  std::uint8_t move;
  std::uint32_t visits;
};
static_assert(sizeof(VisitRow) == 5 && offsetof(VisitRow, visits) == 1);

const RecordType& game_record();
const RecordType& deal_record();
const RecordType& visit_record();
const RecordType& visit_offset_record();
// The columns of a position: those of the cells, then those that all games share.
RecordType position_record(const std::vector<Column>& cells);

}  // namespace trilith::tools
