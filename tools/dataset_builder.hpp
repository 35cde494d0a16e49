// Makes a dataset from the finished units of a self-play run.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "tools/dataset.hpp"
#include "tools/shard_writer.hpp"

namespace trilith::tools {

class DatasetBuilder {
 public:
  // `run` is that of the journal; throws UserError when it is not one of self-play.
  DatasetBuilder(std::string folder, const Json& run);

  const RunShape& shape() const { return shape_; }

  // Units by rising number from 0; a shard is written as soon as its units are there. Throws what
  // parse_unit and DatasetGame::rows throw.
  void add(std::uint64_t unit, std::string_view result);

  // After the last unit: counts, writes the manifest and returns the dataset.
  Dataset finish();

 private:
  std::string folder_;
  Json run_;
  RunShape shape_;
  std::unique_ptr<const DatasetGame> game_;
  ShardWriter writer_;
};

}  // namespace trilith::tools
