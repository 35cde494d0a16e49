// A game under its rules as datasets see it: rows from moves and back.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tools/dataset_rows.hpp"
#include "tools/exact_values.hpp"
#include "tools/game_record.hpp"

namespace trilith::tools {

// One game of a shard.
struct StoredGame {
  const GameRow* game = nullptr;
  std::span<const PositionRow> rows;
  const DealRow* deal = nullptr;                // null in games without deals
  std::span<const std::uint64_t> offsets = {};  // one more than rows; empty without visits
  std::span<const VisitRow> visits = {};        // of the shard

  std::span<const VisitRow> visits_of(std::size_t row) const {
    if (offsets.empty()) return {};
    return visits.subspan(offsets[row], offsets[row + 1] - offsets[row]);
  }
};

class DatasetGame {
 public:
  using Solve = std::function<std::optional<ExactValue>(const PositionRow&, const DealRow*)>;

  virtual ~DatasetGame() = default;
  virtual std::string rules_text() const = 0;
  virtual int seats() const = 0;
  virtual bool has_deals() const = 0;
  virtual bool has_symmetries() const = 0;
  // Of the cells.
  virtual std::vector<Column> columns() const = 0;

  // The rows of a game; sets the moves of its plies from their text. Throws UserError when the
  // moves are not legal or the result is not theirs.
  virtual std::vector<PositionRow> rows(RecordedGame& game) const = 0;
  // The cards of a start's text.
  virtual DealRow deal(const std::string& start) const = 0;

  // Plays the stored moves again and throws CheckFailed at the first column that they contradict.
  virtual void check(const StoredGame& stored) const = 0;
  // Equal for equal positions; with `form`, for symmetric ones too.
  virtual std::uint64_t key(const PositionRow& row, const DealRow* deal, bool form) const = 0;
  virtual std::string position_text(const PositionRow& row, const DealRow* deal) const = 0;
  virtual std::string move_text(std::uint8_t move) const = 0;
  // Solves positions with at most `most_empty` empty squares or slots; empty where the game has no
  // exact values. The function is for one thread.
  virtual Solve solver(int most_empty) const = 0;
};

// Throws UserError for rules that are none, or whose positions do not fit a row (Trio with swaps).
std::unique_ptr<const DatasetGame> make_dataset_game(const std::string& game,
                                                     const std::string& rules);

}  // namespace trilith::tools
