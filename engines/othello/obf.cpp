// Reading and writing of OBF lines.
#include "engines/othello/obf.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "engines/error.hpp"
#include "engines/othello/notation.hpp"

namespace trilith::othello {
namespace {

constexpr int kFillerScore = -127;

std::string_view trimmed(std::string_view text) {
  const auto is_blank = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string printable(std::string_view text) {
  std::string result;
  for (const char c : text.substr(0, 80)) {
    result += std::isprint(static_cast<unsigned char>(c)) ? c : '?';
  }
  return result;
}

int parse_score(std::string_view text) {
  std::string_view digits = trimmed(text);
  if (digits.size() > 1 && digits[0] == '+' && digits[1] != '-') digits.remove_prefix(1);
  int score = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), score);
  if (error != std::errc() || end != digits.data() + digits.size()) {
    throw UserError("'" + printable(text) + "' is not a score like +12");
  }
  return score;
}

int checked(int score) {
  if (score < -kSquares || score > kSquares) {
    throw UserError("score " + std::to_string(score) + " is not -64..64");
  }
  return score;
}

// A field between two semicolons: `G8:+18` or `+18`.
void parse_field(std::string_view field, ObfRecord& record) {
  const std::size_t colon = field.find(':');
  if (colon == std::string_view::npos) {
    if (record.score) throw UserError("'" + printable(field) + "' is a second bare score");
    record.score = checked(parse_score(field));
    return;
  }
  const std::string_view name = trimmed(field.substr(0, colon));
  const int score = parse_score(field.substr(colon + 1));
  if (name == "--" && score == kFillerScore && placements(record.position) != 0) return;
  const Move move = parse_move(record.position, name);
  for (const ScoredMove& scored : record.moves) {
    if (scored.move == move) throw UserError("move '" + move_text(move) + "' stands twice");
  }
  record.moves.push_back({move, checked(score)});
}

std::string score_text(int score) { return (score < 0 ? "" : "+") + std::to_string(score); }

}  // namespace

bool is_obf_comment(std::string_view line) {
  const std::string_view text = trimmed(line);
  return text.empty() || text.front() == '%';
}

ObfRecord parse_obf_line(std::string_view line) {
  ObfRecord record;
  std::size_t start = std::min(line.find(';'), line.size());
  record.position = parse_position({}, trimmed(line.substr(0, start)));
  while (start < line.size()) {
    const std::size_t end = std::min(line.find(';', start + 1), line.size());
    const std::string_view field = trimmed(line.substr(start + 1, end - start - 1));
    if (!field.empty()) parse_field(field, record);
    start = end;
  }
  return record;
}

std::vector<ObfRecord> parse_obf(std::string_view text, const std::string& name) {
  std::vector<ObfRecord> records;
  int number = 0;
  while (!text.empty()) {
    ++number;
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (is_obf_comment(line)) continue;
    try {
      records.push_back(parse_obf_line(line));
    } catch (const UserError& error) {
      throw UserError("file '" + name + "': record " + std::to_string(records.size() + 1) +
                      " (line " + std::to_string(number) + "): " + error.what());
    }
  }
  return records;
}

std::string obf_text(const ObfRecord& record) {
  std::string text = position_text(record.position) + ';';
  if (record.score) text += ' ' + score_text(*record.score) + ';';
  for (const ScoredMove& scored : record.moves) {
    std::string name = move_text(scored.move);
    name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
    text += ' ' + name + ':' + score_text(scored.score) + ';';
  }
  return text;
}

}  // namespace trilith::othello
