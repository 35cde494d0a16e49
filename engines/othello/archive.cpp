// Conversion between the formats of recorded games and positions.
#include "engines/othello/archive.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "engines/error.hpp"
#include "engines/othello/ggf.hpp"
#include "engines/othello/notation.hpp"

namespace trilith::othello {
namespace {

constexpr std::array<std::string_view, 4> kNames = {"moves", "obf", "ggf", "wthor"};

bool is_standard_start(const Position& p) { return p.board == kStart && p.seat == kBlack; }

UserError record_fault(std::size_t index, const std::string& why) {
  return UserError("record " + std::to_string(index + 1) + ": " + why);
}

std::vector<GameRecord> parse_move_lines(std::string_view text, const std::string& name) {
  std::vector<GameRecord> games;
  int number = 0;
  while (!text.empty()) {
    ++number;
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string_view::npos || line[first] == '#' || line[first] == '%') continue;
    GameRecord game;
    try {
      for (const Move move : parse_game(game.start, line)) game.moves.push_back({move, ""});
    } catch (const UserError& error) {
      throw UserError("file '" + name + "': record " + std::to_string(games.size() + 1) +
                      " (line " + std::to_string(number) + "): " + error.what());
    }
    games.push_back(std::move(game));
  }
  return games;
}

void append_positions(std::string& text, const GameRecord& game) {
  Position p = game.start;
  for (const RecordedMove& recorded : game.moves) {
    if (recorded.move != kPass) {
      ObfRecord record{p, {}, std::nullopt};
      if (const std::optional<int> score = noted_evaluation(recorded)) {
        record.moves.push_back({recorded.move, *score});
      }
      text += obf_text(record) + '\n';
    }
    play(p, recorded.move);
  }
  if (placements(p) != 0) text += obf_text({p, {}, std::nullopt}) + '\n';
}

// The year in a DT tag such as 2003.12.15, or 0.
std::uint16_t year_of(const GameRecord& game) {
  const std::string date = tag_value(game, "DT").value_or("");
  std::uint16_t year = 0;
  const auto [end, error] = std::from_chars(date.data(), date.data() + date.size(), year);
  return error == std::errc() && end == date.data() + 4 ? year : std::uint16_t{0};
}

// `#123` is player or tournament 123, as add_wthor_tags() writes it.
std::uint16_t number_of(const GameRecord& game, const std::string& tag) {
  const std::string value = tag_value(game, tag).value_or("");
  std::uint16_t number = 0;
  if (value.size() < 2 || value[0] != '#') return 0;
  const auto [end, error] = std::from_chars(value.data() + 1, value.data() + value.size(), number);
  return error == std::errc() && end == value.data() + value.size() ? number : std::uint16_t{0};
}

std::string wthor_text(const Archive& archive) {
  WthorFile file{archive.header, archive.games};
  if (file.header == WthorHeader{} && !file.games.empty()) {
    file.header.year = year_of(file.games[0]);
    for (const GameRecord& game : file.games) {
      if (year_of(game) != file.header.year) file.header.year = 0;
    }
  }
  for (GameRecord& game : file.games) {
    if (game.wthor) continue;
    const int score = recorded_score(game).value_or(board_score(game));
    const auto discs = static_cast<std::uint8_t>((kSquares + score) / 2);
    game.wthor = {number_of(game, "PC"), number_of(game, "PB"), number_of(game, "PW"), discs,
                  discs};
  }
  return wthor_bytes(file);
}

std::string move_lines(const Archive& archive) {
  std::string text;
  for (std::size_t i = 0; i < archive.games.size(); ++i) {
    const GameRecord& game = archive.games[i];
    if (!is_standard_start(game.start)) {
      throw record_fault(i, "the game starts from another position; only ggf can say so");
    }
    if (game.moves.empty()) throw record_fault(i, "a game without moves has no move string");
    std::vector<Move> moves;
    for (const RecordedMove& recorded : game.moves) moves.push_back(recorded.move);
    text += game_text(moves) + '\n';
  }
  return text;
}

}  // namespace

std::optional<int> noted_evaluation(const RecordedMove& move) {
  if (move.note.size() < 2) return std::nullopt;
  const char* begin = move.note.c_str() + 1;
  if (*begin == '+') ++begin;
  double value = 0;
  const auto [end, error] = std::from_chars(begin, move.note.c_str() + move.note.size(), value);
  if (error != std::errc() || end == begin || !(std::abs(value) <= kSquares)) return std::nullopt;
  return static_cast<int>(std::lround(value));
}

FileFormat parse_format(std::string_view text) {
  const auto* found = std::find(kNames.begin(), kNames.end(), text);
  if (found == kNames.end()) {
    throw UserError("format '" + std::string(text) + "' is not moves, obf, ggf or wthor");
  }
  return static_cast<FileFormat>(found - kNames.begin());
}

std::string_view format_name(FileFormat format) { return kNames[static_cast<std::size_t>(format)]; }

FileFormat format_of_path(std::string_view path) {
  std::string end(path.substr(std::min(path.rfind('.'), path.size())));
  for (char& c : end) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  if (end == ".txt" || end == ".moves") return FileFormat::moves;
  if (end == ".obf") return FileFormat::obf;
  if (end == ".ggf") return FileFormat::ggf;
  if (end == ".wtb") return FileFormat::wthor;
  throw UserError("file '" + std::string(path) +
                  "': its name does not end in .txt, .moves, .obf, .ggf or .wtb; say the format "
                  "with --from or --to");
}

Archive parse_archive(std::string_view content, FileFormat format, const std::string& name) {
  Archive archive;
  switch (format) {
    case FileFormat::moves:
      archive.games = parse_move_lines(content, name);
      break;
    case FileFormat::obf:
      archive.positions = parse_obf(content, name);
      break;
    case FileFormat::ggf:
      archive.games = parse_ggf(content, name);
      break;
    case FileFormat::wthor: {
      WthorFile file = parse_wthor(content, name);
      archive.games = std::move(file.games);
      archive.header = file.header;
      break;
    }
  }
  return archive;
}

std::string archive_text(const Archive& archive, FileFormat format) {
  std::string text;
  if (format == FileFormat::obf) {
    for (const ObfRecord& record : archive.positions) text += obf_text(record) + '\n';
    for (const GameRecord& game : archive.games) append_positions(text, game);
    return text;
  }
  if (format == FileFormat::ggf) {
    for (const ObfRecord& record : archive.positions) {
      text += "1 " + ggf_text({record.position, {}, {{"TY", "8"}}, std::nullopt}) + '\n';
    }
    for (const GameRecord& game : archive.games) text += "1 " + ggf_text(game) + '\n';
    return text;
  }
  if (!archive.positions.empty()) {
    throw record_fault(0, "a position without a game; " + std::string(format_name(format)) +
                              " holds games, ggf and obf hold positions too");
  }
  return format == FileFormat::wthor ? wthor_text(archive) : move_lines(archive);
}

void add_wthor_tags(Archive& archive, const std::vector<std::string>& players,
                    const std::vector<std::string>& tournaments) {
  const auto name = [](const std::vector<std::string>& names, std::uint16_t number) {
    return number < names.size() ? names[number] : "#" + std::to_string(number);
  };
  for (GameRecord& game : archive.games) {
    if (!game.wthor) continue;
    const int score = *recorded_score(game);
    game.tags = {{"PC", name(tournaments, game.wthor->tournament)},
                 {"DT", std::to_string(archive.header.year)},
                 {"PB", name(players, game.wthor->black)},
                 {"PW", name(players, game.wthor->white)},
                 {"TY", "8"},
                 {"RE", (score < 0 ? "" : "+") + std::to_string(score) + ".000"}};
  }
}

}  // namespace trilith::othello
