// Reading of datasets.
#include "tools/dataset.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "engines/error.hpp"
#include "engines/hashing.hpp"
#include "tools/shard_writer.hpp"

namespace trilith::tools {
namespace {

FileStamp read_stamp(const Json& json) {
  return {json.at("name").get<std::string>(), json.at("rows").get<std::uint64_t>(),
          json.at("bytes").get<std::uint64_t>(), json.at("xxh3").get<std::string>()};
}

Json read_manifest(const std::string& folder) {
  const std::string path = folder + "/manifest.json";
  Json manifest = Json::parse(read_file(path), nullptr, false);
  if (!manifest.is_object() || !manifest.contains("format") ||
      manifest["format"] != "trilith dataset") {
    throw UserError(fmt::format("file '{}': is not the manifest of a dataset", path));
  }
  if (!manifest.contains("format_version") || manifest["format_version"] != kDatasetVersion) {
    throw UserError(fmt::format("file '{}': its format_version is {}; this program reads {}", path,
                                manifest.value("format_version", Json()).dump(), kDatasetVersion));
  }
  for (const char* const key : {"settings", "counts", "records"}) {
    if (!manifest.contains(key) || !manifest[key].is_object()) {
      throw UserError(fmt::format("file '{}': '{}' is not an object", path, key));
    }
  }
  if (!manifest.contains("shards") || !manifest["shards"].is_array()) {
    throw UserError(fmt::format("file '{}': 'shards' is not a list", path));
  }
  return manifest;
}

}  // namespace

RunShape read_run_shape(const Json& run) {
  try {
    if (run.at("command") != "selfplay") throw UserError("the run is not one of self-play");
    const RunShape shape{run.at("game").get<std::string>(),
                         run.at("rules").get<std::string>(),
                         run.at("players").size(),
                         run.at("units").get<std::uint64_t>(),
                         run.at("games_per_unit").get<std::uint64_t>(),
                         run.at("units_per_shard").get<std::uint64_t>(),
                         run.at("visits").get<bool>()};
    if (shape.games_per_unit == 0 || shape.games_per_unit > kMostSeats ||
        shape.units_per_shard == 0 || shape.units > 0xffffffff / shape.games_per_unit) {
      throw UserError("the numbers of games, units and shards do not fit each other");
    }
    return shape;
  } catch (const Json::exception& error) {
    throw UserError(fmt::format("the run's settings are damaged: {}", json_fault(error)));
  }
}

Json DatasetCounts::json() const {
  return {{"games", games},
          {"finished_games", finished_games},
          {"distinct_games", distinct_games},
          {"repeated_games", games - distinct_games},
          {"positions", positions},
          {"distinct_positions", distinct_positions},
          {"distinct_up_to_symmetry", distinct_up_to_symmetry},
          {"repeated_positions", positions - distinct_positions}};
}

Dataset::Dataset(const std::string& folder) : Dataset(folder, read_manifest(folder)) {}

Dataset::Dataset(std::string folder, Json manifest)
    : folder_(std::move(folder)), manifest_(std::move(manifest)) {
  try {
    shape_ = read_run_shape(manifest_.at("settings"));
    game_ = make_dataset_game(shape_.game, shape_.rules);
    if (static_cast<std::size_t>(game_->seats()) != shape_.seats) {
      throw UserError("the players are not one per seat");
    }
    const std::vector<std::string> kinds = shard_kinds(*game_, shape_.visits);
    for (const Json& shard : manifest_.at("shards")) {
      std::vector<FileStamp>& stamps = stamps_.emplace_back();
      for (const std::string& kind : kinds) {
        stamps.push_back(read_stamp(shard.at(kind)));
        if (stamps.back().name != shard_file(kind, stamps_.size() - 1)) {
          throw UserError(fmt::format("shards hold the name '{}'", stamps.back().name));
        }
      }
    }
  } catch (const Json::exception& error) {
    throw UserError(fmt::format("file '{}/manifest.json': {}", folder_, json_fault(error)));
  } catch (const UserError& error) {
    throw UserError(fmt::format("file '{}/manifest.json': {}", folder_, error.what()));
  }
}

std::uint64_t Dataset::bytes() const {
  std::uint64_t total = 0;
  for (const auto& stamps : stamps_) {
    for (const FileStamp& stamp : stamps) total += stamp.bytes;
  }
  return total;
}

void Dataset::check_files() const {
  const std::vector<std::string> kinds = shard_kinds(*game_, shape_.visits);
  for (const auto& stamps : stamps_) {
    for (std::size_t k = 0; k < kinds.size(); ++k) {
      const std::string path = folder_ + "/" + stamps[k].name;
      const NpyFile file(path, shard_record(*game_, kinds[k]));
      if (file.rows() != stamps[k].rows || file.bytes() != stamps[k].bytes ||
          file.xxh3() != stamps[k].xxh3) {
        throw CheckFailed(
            fmt::format("file '{}': is not the file that the manifest describes", path));
      }
    }
  }
}

void Dataset::for_each_game(const Visit& visit) const {
  std::uint32_t next_game = 0;
  for (std::size_t shard = 0; shard < shards(); ++shard) visit_shard(shard, next_game, visit);
}

void Dataset::visit_shard(std::size_t shard, std::uint32_t& next_game, const Visit& visit) const {
  const std::vector<std::string> kinds = shard_kinds(*game_, shape_.visits);
  std::vector<NpyFile> files;
  for (const std::string& kind : kinds) {
    files.emplace_back(folder_ + "/" + shard_file(kind, shard), shard_record(*game_, kind));
  }
  const auto file = [&](std::string_view kind) -> const NpyFile* {
    const auto found = std::find(kinds.begin(), kinds.end(), kind);
    return found == kinds.end() ? nullptr : &files[static_cast<std::size_t>(found - kinds.begin())];
  };
  const auto damaged = [&](std::string_view kind, const std::string& why) {
    throw CheckFailed(fmt::format("file '{}/{}': {}", folder_, shard_file(kind, shard), why));
  };

  const auto games = file("games")->as<GameRow>();
  const auto rows = file("positions")->as<PositionRow>();
  std::span<const DealRow> deals;
  std::span<const std::uint64_t> offsets;
  std::span<const VisitRow> visits;
  if (const NpyFile* deal_file = file("deals")) {
    deals = deal_file->as<DealRow>();
    if (deals.size() != games.size()) damaged("deals", "there is not one deal per game");
  }
  if (const NpyFile* offset_file = file("visit-offsets")) {
    offsets = offset_file->as<std::uint64_t>();
    visits = file("visits")->as<VisitRow>();
    if (offsets.size() != rows.size() + 1 || offsets.front() != 0 ||
        offsets.back() != visits.size() || !std::is_sorted(offsets.begin(), offsets.end())) {
      damaged("visit-offsets", "the offsets do not fit the positions and the visits");
    }
  }
  std::size_t next_row = 0;
  for (std::size_t g = 0; g < games.size(); ++g) {
    const GameRow& game = games[g];
    if (game.game != next_game++) damaged("games", "the games' numbers have gaps");
    if (game.first_row != next_row || game.plies > rows.size() - next_row) {
      damaged("games", fmt::format("game {}: its rows are not after those before it", game.game));
    }
    StoredGame stored{&game, rows.subspan(next_row, game.plies)};
    if (!deals.empty()) stored.deal = &deals[g];
    if (!offsets.empty()) {
      stored.offsets = offsets.subspan(next_row, game.plies + std::size_t{1});
      stored.visits = visits;
    }
    visit(stored);
    next_row += game.plies;
  }
  if (next_row != rows.size()) damaged("positions", "has rows that belong to no game");
}

DatasetCounts Dataset::count() const {
  DatasetCounts counts;
  for_each_game([&](const StoredGame& stored) {
    ++counts.games;
    counts.finished_games += stored.game->finished;
    counts.positions += stored.rows.size();
  });
  counts.distinct_games = count_distinct(counts.games, [&](const auto& take) {
    for_each_game([&](const StoredGame& stored) {
      std::uint64_t key = 0;
      if (stored.deal != nullptr) {
        for (const std::uint8_t card : *stored.deal) key = mix64(key ^ card);
      }
      for (const PositionRow& row : stored.rows) key = mix64(key ^ row.move);
      take(key);
    });
  });
  const auto distinct_positions = [&](bool form) {
    return count_distinct(counts.positions, [&](const auto& take) {
      for_each_game([&](const StoredGame& stored) {
        for (const PositionRow& row : stored.rows) take(game_->key(row, stored.deal, form));
      });
    });
  };
  counts.distinct_positions = distinct_positions(false);
  counts.distinct_up_to_symmetry =
      game_->has_symmetries() ? distinct_positions(true) : counts.distinct_positions;
  return counts;
}

std::uint64_t detail::sorted_distinct(std::vector<std::uint64_t>& keys) {
  std::sort(keys.begin(), keys.end());
  return static_cast<std::uint64_t>(std::unique(keys.begin(), keys.end()) - keys.begin());
}

}  // namespace trilith::tools
