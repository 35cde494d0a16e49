// A played game with its labels, and its text in the journals of self-play.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/dataset_rows.hpp"

namespace trilith::tools {

// One move of any of the games, whose moves all fit a byte.
struct RecordedPly {
  std::uint8_t move = 0;
  Source source = Source::player;
  float value = std::numeric_limits<float>::quiet_NaN();  // for the side to move
  std::optional<int> exact = {};                          // for the side to move
  std::optional<int> exact_plies = {};
  std::vector<std::pair<std::uint8_t, std::uint32_t>> visits = {};
};

struct RecordedGame {
  std::uint64_t game = 0;
  std::uint64_t opening = 0;
  std::vector<int> players;  // by seat: number in the line-up
  std::string start;         // Trio: the deal; else empty
  std::string moves;         // in text, blanks between them
  std::vector<RecordedPly> plies;
  bool finished = true;
  std::vector<int> result;  // by seat; zeros when it was not finished
};

// The result of a work unit: a JSON object on one line.
std::string unit_text(const std::vector<RecordedGame>& games);

// The games of such a text. Their shape is checked (one label per ply, `seats` players); whether
// the moves are legal and lead to the result is for DatasetGame::rows to find, which also sets the
// plies' moves. Throws UserError or a JSON exception.
std::vector<RecordedGame> parse_unit(std::string_view text, std::size_t seats);

}  // namespace trilith::tools
