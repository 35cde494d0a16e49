// Replay of recorded games and the comparison with their recorded results.
#include "engines/othello/game_record.hpp"

#include <charconv>
#include <cmath>

#include "engines/error.hpp"
#include "engines/othello/notation.hpp"

namespace trilith::othello {

std::optional<std::string> tag_value(const GameRecord& game, const std::string& name) {
  for (const Tag& tag : game.tags) {
    if (tag.name == name) return tag.value;
  }
  return std::nullopt;
}

Position final_position(const GameRecord& game) {
  Position p = game.start;
  for (const RecordedMove& recorded : game.moves) play(p, recorded.move);
  return p;
}

std::optional<int> recorded_score(const GameRecord& game) {
  if (game.wthor) return 2 * game.wthor->black_discs - kSquares;
  const std::optional<std::string> result = tag_value(game, "RE");
  if (!result) return std::nullopt;
  // +12.000 or -64.000:t; from_chars knows no plus sign and no locale.
  const char* begin = result->c_str();
  if (*begin == '+') ++begin;
  double value = 0;
  const auto [end, error] = std::from_chars(begin, result->c_str() + result->size(), value);
  if (error != std::errc() || end == begin || !(std::abs(value) <= kSquares)) return std::nullopt;
  return static_cast<int>(std::lround(value));
}

int board_score(const GameRecord& game) {
  const Position p = final_position(game);
  const int score = final_score(p.board);
  return p.seat == kBlack ? score : -score;
}

void append_move(Position& p, std::vector<RecordedMove>& moves, const std::string& text,
                 const std::string& note, std::optional<Seat> seat) {
  const Move square = parse_square(text);
  if (square == kPass && is_over(p)) return;
  if (must_pass(p) && (square != kPass || (seat && *seat != p.seat))) {
    moves.push_back({kPass, ""});
    play(p, kPass);
  }
  if (seat && *seat != p.seat && !is_over(p)) {
    const std::string due = p.seat == kBlack ? "Black" : "White";
    throw UserError("move '" + text + "': " + due + " is to move, the file gives it to the other");
  }
  const Move move = parse_move(p, text);
  moves.push_back({move, note});
  play(p, move);
}

ArchiveCounts count_games(const std::vector<GameRecord>& games) {
  ArchiveCounts counts;
  for (const GameRecord& game : games) {
    ++counts.games;
    if (!is_over(final_position(game))) {
      ++counts.unfinished;
    } else if (const std::optional<int> recorded = recorded_score(game);
               recorded && *recorded != board_score(game)) {
      ++counts.differing;
    }
  }
  return counts;
}

}  // namespace trilith::othello
