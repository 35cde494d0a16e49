// Writing of shards.
#include "tools/shard_writer.hpp"

#include <fmt/core.h>

namespace trilith::tools {

std::vector<std::string> shard_kinds(const DatasetGame& game, bool visits) {
  std::vector<std::string> kinds = {"games", "positions"};
  if (game.has_deals()) kinds.emplace_back("deals");
  if (visits) {
    kinds.emplace_back("visits");
    kinds.emplace_back("visit-offsets");
  }
  return kinds;
}

RecordType shard_record(const DatasetGame& game, std::string_view kind) {
  if (kind == "games") return game_record();
  if (kind == "positions") return position_record(game.columns());
  if (kind == "deals") return deal_record();
  return kind == "visits" ? visit_record() : visit_offset_record();
}

std::string shard_file(std::string_view kind, std::size_t shard) {
  return fmt::format("{}-{:05}.npy", kind, shard);
}

void ShardWriter::add(RecordedGame& game) {
  const std::vector<PositionRow> rows = game_.rows(game);
  GameRow row{};
  row.opening = game.opening;
  row.game = static_cast<std::uint32_t>(game.game);
  row.first_row = static_cast<std::uint32_t>(positions_.size());
  row.plies = static_cast<std::uint16_t>(rows.size());
  row.finished = game.finished;
  row.seats = static_cast<std::uint8_t>(game.players.size());
  for (std::size_t seat = 0; seat < game.players.size(); ++seat) {
    row.players[seat] = static_cast<std::uint8_t>(game.players[seat]);
    row.result[seat] = static_cast<std::int8_t>(game.result[seat]);
  }
  games_.push_back(row);
  positions_.insert(positions_.end(), rows.begin(), rows.end());
  if (game_.has_deals()) {
    const DealRow deal = game_.deal(game.start);
    deals_.insert(deals_.end(), deal.begin(), deal.end());
  }
  if (!visits_) return;
  for (const RecordedPly& ply : game.plies) {
    visit_offsets_.push_back(visit_rows_.size());
    for (const auto& [move, visits] : ply.visits) visit_rows_.push_back({move, visits});
  }
}

void ShardWriter::flush() {
  if (games_.empty()) return;
  const std::size_t shard = stamps_.size();
  std::vector<FileStamp>& stamps = stamps_.emplace_back();
  if (visits_) visit_offsets_.push_back(visit_rows_.size());
  for (const std::string& kind : shard_kinds(game_, visits_)) {
    const auto write = [&](const auto& rows) {
      stamps.push_back(
          write_npy(folder_, shard_file(kind, shard), shard_record(game_, kind), rows));
    };
    if (kind == "games") write(games_);
    if (kind == "positions") write(positions_);
    if (kind == "deals") write(deals_);
    if (kind == "visits") write(visit_rows_);
    if (kind == "visit-offsets") write(visit_offsets_);
  }
  games_.clear();
  positions_.clear();
  deals_.clear();
  visit_rows_.clear();
  visit_offsets_.clear();
}

}  // namespace trilith::tools
