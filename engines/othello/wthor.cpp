// Reading and writing of WTHOR files.
#include "engines/othello/wthor.hpp"

#include "engines/error.hpp"
#include "engines/othello/notation.hpp"

namespace trilith::othello {
namespace {

constexpr std::size_t kHeaderBytes = 16;
constexpr std::size_t kGameBytes = 68;
constexpr std::size_t kMovesOffset = 8;
constexpr std::size_t kMovesPerGame = 60;
static_assert(kMovesOffset + kMovesPerGame == kGameBytes);

// Reads a little-endian number of `count` bytes; the caller has checked the length.
std::uint32_t number(std::string_view bytes, std::size_t at, int count = 1) {
  std::uint32_t value = 0;
  for (int i = count - 1; i >= 0; --i) {
    value = value << 8 | static_cast<unsigned char>(bytes[at + static_cast<std::size_t>(i)]);
  }
  return value;
}

std::uint8_t byte(std::string_view bytes, std::size_t at) {
  return static_cast<std::uint8_t>(number(bytes, at));
}

std::uint16_t word(std::string_view bytes, std::size_t at) {
  return static_cast<std::uint16_t>(number(bytes, at, 2));
}

void append(std::string& bytes, std::uint32_t value, int count = 1) {
  for (int i = 0; i < count; ++i) bytes += static_cast<char>(value >> (8 * i) & 255);
}

UserError fault(const std::string& name, const std::string& why) {
  return UserError("file '" + name + "': " + why);
}

GameRecord parse_game_record(std::string_view bytes) {
  GameRecord game;
  game.wthor = {word(bytes, 0), word(bytes, 2), word(bytes, 4), byte(bytes, 6), byte(bytes, 7)};
  if (game.wthor->black_discs > kSquares || game.wthor->theoretical > kSquares) {
    throw UserError("disc counts " + std::to_string(game.wthor->black_discs) + " and " +
                    std::to_string(game.wthor->theoretical) + " are not both 0..64");
  }
  game.moves.reserve(kMovesPerGame + 2);
  Position p = game.start;
  bool ended = false;
  for (std::size_t i = 0; i < kMovesPerGame; ++i) {
    const std::uint32_t code = number(bytes, kMovesOffset + i);
    if (code == 0) {
      ended = true;
      continue;
    }
    const std::string where = "move " + std::to_string(i + 1);
    if (ended) throw UserError(where + " stands after the end of the moves");
    const std::uint32_t row = code / 10;
    const std::uint32_t column = code % 10;
    if (row < 1 || row > 8 || column < 1 || column > 8) {
      throw UserError(where + ": byte " + std::to_string(code) + " is no square (11..88)");
    }
    const auto square = static_cast<Move>(8 * (row - 1) + column - 1);
    if (must_pass(p)) {
      game.moves.push_back({kPass, ""});
      play(p, kPass);
    }
    if ((placements(p) & bit(square)) == 0) {
      try {
        parse_move(p, move_text(square));
      } catch (const UserError& error) {
        throw UserError(where + ": " + error.what());
      }
    }
    game.moves.push_back({square, ""});
    play(p, square);
  }
  return game;
}

void append_game(std::string& bytes, const GameRecord& game) {
  if (!(game.start.board == kStart && game.start.seat == kBlack)) {
    throw UserError("the game starts from another position, which WTHOR cannot say");
  }
  WthorFields fields;
  if (game.wthor) {
    fields = *game.wthor;
  } else {
    const int score = recorded_score(game).value_or(board_score(game));
    fields.black_discs = fields.theoretical = static_cast<std::uint8_t>((kSquares + score) / 2);
  }
  append(bytes, fields.tournament, 2);
  append(bytes, fields.black, 2);
  append(bytes, fields.white, 2);
  append(bytes, fields.black_discs);
  append(bytes, fields.theoretical);
  std::size_t written = 0;
  for (const RecordedMove& recorded : game.moves) {
    if (recorded.move == kPass) continue;
    append(bytes, 10u * (recorded.move / 8 + 1u) + recorded.move % 8 + 1u);
    ++written;
  }
  bytes.append(kMovesPerGame - written, '\0');
}

}  // namespace

WthorFile parse_wthor(std::string_view bytes, const std::string& name) {
  if (bytes.size() < kHeaderBytes) {
    throw fault(name, std::to_string(bytes.size()) + " bytes are too few for a WTHOR header (16)");
  }
  WthorFile file;
  file.header = {byte(bytes, 0),  byte(bytes, 1),  byte(bytes, 2), byte(bytes, 3),
                 word(bytes, 10), byte(bytes, 12), byte(bytes, 14)};
  if (file.header.board_size != 0 && file.header.board_size != 8) {
    throw fault(name, "header: board size " + std::to_string(file.header.board_size) +
                          " is not 8 (or 0, which means 8)");
  }
  if (const std::uint32_t type = number(bytes, 13); type != 0) {
    throw fault(name, "header: type " + std::to_string(type) +
                          " is not 0 (games); solitaires are not read");
  }
  const std::uint64_t games = number(bytes, 4, 4);
  if (bytes.size() != kHeaderBytes + kGameBytes * games) {
    throw fault(name, "header: " + std::to_string(games) + " games need " +
                          std::to_string(kHeaderBytes + kGameBytes * games) +
                          " bytes, the file has " + std::to_string(bytes.size()));
  }
  file.games.reserve(games);
  for (std::size_t i = 0; i < games; ++i) {
    try {
      file.games.push_back(
          parse_game_record(bytes.substr(kHeaderBytes + kGameBytes * i, kGameBytes)));
    } catch (const UserError& error) {
      throw fault(name, "record " + std::to_string(i + 1) + ": " + error.what());
    }
  }
  return file;
}

std::string wthor_bytes(const WthorFile& file) {
  const WthorHeader& header = file.header;
  std::string bytes;
  bytes.reserve(kHeaderBytes + kGameBytes * file.games.size());
  append(bytes, header.century);
  append(bytes, header.year_in_century);
  append(bytes, header.month);
  append(bytes, header.day);
  append(bytes, static_cast<std::uint32_t>(file.games.size()), 4);
  append(bytes, 0, 2);
  append(bytes, header.year, 2);
  append(bytes, header.board_size);
  append(bytes, 0);
  append(bytes, header.depth);
  append(bytes, 0);
  for (std::size_t i = 0; i < file.games.size(); ++i) {
    try {
      append_game(bytes, file.games[i]);
    } catch (const UserError& error) {
      throw UserError("record " + std::to_string(i + 1) + ": " + error.what());
    }
  }
  return bytes;
}

std::vector<std::string> parse_wthor_names(std::string_view bytes, int name_bytes,
                                           const std::string& name) {
  const auto length = static_cast<std::size_t>(name_bytes);
  if (bytes.size() < kHeaderBytes || (bytes.size() - kHeaderBytes) % length != 0) {
    throw fault(name, std::to_string(bytes.size()) +
                          " bytes are not a 16-byte header and names of " + std::to_string(length) +
                          " bytes");
  }
  std::vector<std::string> names;
  for (std::size_t at = kHeaderBytes; at < bytes.size(); at += length) {
    std::string text;
    for (const char c : bytes.substr(at, length)) {
      const auto latin = static_cast<unsigned char>(c);
      if (latin == 0) break;
      const bool control = latin < 0x20 || (latin >= 0x7f && latin < 0xa0);
      if (control) {
        text += '?';
      } else if (latin < 0x80) {
        text += c;
      } else {
        text += static_cast<char>(0xc0 | latin >> 6);
        text += static_cast<char>(0x80 | (latin & 0x3f));
      }
    }
    names.push_back(std::move(text));
  }
  return names;
}

}  // namespace trilith::othello
