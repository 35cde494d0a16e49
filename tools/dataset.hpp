// Reading of self-play datasets: the manifest, the shards, and what is counted in them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tools/common.hpp"
#include "tools/dataset_games.hpp"
#include "tools/npy.hpp"

namespace trilith::tools {

inline constexpr int kDatasetVersion = 1;

// The parts of a run's settings that its files depend on. They are read from the `run` of its
// journal, which is also the `settings` of its manifest.
struct RunShape {
  std::string game;
  std::string rules;
  std::size_t seats = 0;
  std::uint64_t units = 0;
  std::uint64_t games_per_unit = 1;
  std::uint64_t units_per_shard = 1;
  bool visits = false;
};
// Throws UserError when `run` is not that of self-play.
RunShape read_run_shape(const Json& run);

// Counts over a whole dataset.
struct DatasetCounts {
  std::uint64_t games = 0;
  std::uint64_t finished_games = 0;
  std::uint64_t distinct_games = 0;  // by start and moves
  std::uint64_t positions = 0;
  std::uint64_t distinct_positions = 0;
  std::uint64_t distinct_up_to_symmetry = 0;  // equals distinct_positions without symmetries

  Json json() const;
};

class Dataset {
 public:
  // Reads folder/manifest.json. Throws UserError when there is none or it is not one.
  explicit Dataset(const std::string& folder);
  // The same of a folder whose manifest is not written yet.
  Dataset(std::string folder, Json manifest);

  const std::string& folder() const { return folder_; }
  const Json& manifest() const { return manifest_; }
  const RunShape& shape() const { return shape_; }
  const DatasetGame& game() const { return *game_; }
  std::size_t shards() const { return stamps_.size(); }
  std::uint64_t bytes() const;

  using Visit = std::function<void(const StoredGame&)>;
  // Calls visit for every game by rising number. Throws CheckFailed when the files do not fit each
  // other, UserError when one cannot be read. The rows' content is not looked at.
  void for_each_game(const Visit& visit) const;

  // Throws CheckFailed for the first file whose size or checksum is not that of the manifest.
  void check_files() const;
  DatasetCounts count() const;

 private:
  void visit_shard(std::size_t shard, std::uint32_t& next_game, const Visit& visit) const;

  std::string folder_;
  Json manifest_;
  RunShape shape_;
  std::unique_ptr<const DatasetGame> game_;
  std::vector<std::vector<FileStamp>> stamps_;  // by shard, in the order of shard_kinds
};

// How many of the keys that for_each(take) hands to take(key) are different; `total` is about how
// many there are. Memory stays bounded: more keys mean more rounds through for_each.
template <class ForEach>
std::uint64_t count_distinct(std::uint64_t total, ForEach&& for_each);

// ---------------------------------------------------------------------------------------------

namespace detail {
inline constexpr int kKeyBits = 24;  // of keys that are sorted at once
std::uint64_t sorted_distinct(std::vector<std::uint64_t>& keys);
}  // namespace detail

template <class ForEach>
std::uint64_t count_distinct(std::uint64_t total, ForEach&& for_each) {
  const std::uint64_t rounds = (total >> detail::kKeyBits) + 1;
  std::uint64_t distinct = 0;
  for (std::uint64_t round = 0; round < rounds; ++round) {
    std::vector<std::uint64_t> keys;
    for_each([&](std::uint64_t key) {
      if (key % rounds == round) keys.push_back(key);
    });
    distinct += detail::sorted_distinct(keys);
  }
  return distinct;
}

}  // namespace trilith::tools
