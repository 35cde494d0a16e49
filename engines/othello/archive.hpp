// Files of games or positions in any of the formats, and the way from one to another.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engines/othello/game_record.hpp"
#include "engines/othello/obf.hpp"
#include "engines/othello/wthor.hpp"

namespace trilith::othello {

// moves: a game per line as a string of moves; lines that are empty or start with # or % are
// skipped.
enum class FileFormat { moves, obf, ggf, wthor };

// `moves`, `obf`, `ggf` or `wthor`; throws UserError.
FileFormat parse_format(std::string_view text);
std::string_view format_name(FileFormat format);

// The format that the end of a path says: .txt .moves, .obf, .ggf, .wtb; throws UserError.
FileFormat format_of_path(std::string_view path);

// What a file holds: games or, from OBF, positions.
struct Archive {
  std::vector<GameRecord> games;
  std::vector<ObfRecord> positions;
  WthorHeader header;  // of a WTHOR file; else zeros
};

// Reads a file's whole content; `name` stands in the messages. Throws UserError with file, record
// and reason; then nothing was read.
Archive parse_archive(std::string_view content, FileFormat format, const std::string& name);

// The evaluation in a note `/2.39/0.01`, for the mover, rounded to discs.
std::optional<int> noted_evaluation(const RecordedMove& move);

// The content of a file in `format`. Games become one OBF line per position with a disc to place,
// scored where the game holds an evaluation; OBF positions become GGF games without moves. Throws
// UserError with the record that the format cannot hold.
std::string archive_text(const Archive& archive, FileFormat format);

// Puts tags for place, year, players and result in games that came from WTHOR. The lists may be
// empty or too short: then a player is called `#` and his number.
void add_wthor_tags(Archive& archive, const std::vector<std::string>& players,
                    const std::vector<std::string>& tournaments);

}  // namespace trilith::othello
