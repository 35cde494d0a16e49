// OBF, the position lists of Edax: `board64 side; MOVE:score; MOVE:score; ...`.
//
// Scores are for the side to move. A line may have no move, or the bare score ` +12;` of the
// position. Lines that start with % and empty lines are comments. A filler `--:-127` where a pass
// is not legal is skipped.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engines/othello/position.hpp"

namespace trilith::othello {

struct ScoredMove {
  Move move = kPass;
  int score = 0;
  bool operator==(const ScoredMove&) const = default;
};

struct ObfRecord {
  Position position;
  std::vector<ScoredMove> moves;
  std::optional<int> score;
  bool operator==(const ObfRecord&) const = default;
};

bool is_obf_comment(std::string_view line);

// One line that is no comment. Throws UserError.
ObfRecord parse_obf_line(std::string_view line);

// All records of a text; throws UserError with file, record, line and reason.
std::vector<ObfRecord> parse_obf(std::string_view text, const std::string& name);

// The record as a line without its end.
std::string obf_text(const ObfRecord& record);

}  // namespace trilith::othello
