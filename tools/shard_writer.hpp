// Gathers rows and writes them as the shards of a dataset.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/dataset_games.hpp"
#include "tools/dataset_rows.hpp"
#include "tools/game_record.hpp"
#include "tools/npy.hpp"

namespace trilith::tools {

// The kinds of files that a dataset's shards have.
std::vector<std::string> shard_kinds(const DatasetGame& game, bool visits);
// The records of a kind.
RecordType shard_record(const DatasetGame& game, std::string_view kind);
// `positions-00003.npy`
std::string shard_file(std::string_view kind, std::size_t shard);

class ShardWriter {
 public:
  // `game` must outlive the writer.
  ShardWriter(const DatasetGame& game, std::string folder, bool visits)
      : game_(game), folder_(std::move(folder)), visits_(visits) {}

  // Games come by rising number. Throws UserError for one that its moves contradict.
  void add(RecordedGame& game);

  // Writes what was added since the last time as the next shard.
  void flush();

  // By shard, in the order of shard_kinds.
  const std::vector<std::vector<FileStamp>>& stamps() const { return stamps_; }

 private:
  const DatasetGame& game_;
  std::string folder_;
  bool visits_;
  std::vector<GameRow> games_;
  std::vector<PositionRow> positions_;
  std::vector<std::uint8_t> deals_;
  std::vector<VisitRow> visit_rows_;
  std::vector<std::uint64_t> visit_offsets_;
  std::vector<std::vector<FileStamp>> stamps_;
};

}  // namespace trilith::tools
