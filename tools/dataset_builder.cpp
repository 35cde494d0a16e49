// Shards and the manifest of a run.
#include "tools/dataset_builder.hpp"

#include <fmt/core.h>

#include <utility>

#include "engines/error.hpp"

namespace trilith::tools {
namespace {

Json schema_json(const RecordType& type) {
  Json columns = Json::array();
  std::size_t offset = 0;
  for (const Column& column : type.columns) {
    columns.push_back({{"name", column.name},
                       {"type", column.type},
                       {"count", column.count},
                       {"offset", offset},
                       {"words", column.words}});
    offset += column.count * scalar_size(column.type);
  }
  return {{"record_bytes", type.size()}, {"columns", std::move(columns)}};
}

}  // namespace

DatasetBuilder::DatasetBuilder(std::string folder, const Json& run)
    : folder_(std::move(folder)),
      run_(run),
      shape_(read_run_shape(run)),
      game_(make_dataset_game(shape_.game, shape_.rules)),
      writer_(*game_, folder_, shape_.visits) {}

void DatasetBuilder::add(std::uint64_t unit, std::string_view result) {
  std::vector<RecordedGame> games = parse_unit(result, shape_.seats);
  if (games.size() != shape_.games_per_unit) throw UserError("not the number of games of a unit");
  for (std::size_t g = 0; g < games.size(); ++g) {
    if (games[g].game != unit * shape_.games_per_unit + g)
      throw UserError("a game of another unit");
    writer_.add(games[g]);
  }
  if ((unit + 1) % shape_.units_per_shard == 0) writer_.flush();
}

Dataset DatasetBuilder::finish() {
  writer_.flush();
  const std::vector<std::string> kinds = shard_kinds(*game_, shape_.visits);
  Json records = Json::object();
  for (const std::string& kind : kinds) records[kind] = schema_json(shard_record(*game_, kind));
  Json shards = Json::array();
  for (const std::vector<FileStamp>& stamps : writer_.stamps()) {
    Json shard = Json::object();
    for (std::size_t k = 0; k < kinds.size(); ++k) {
      shard[kinds[k]] = {{"name", stamps[k].name},
                         {"rows", stamps[k].rows},
                         {"bytes", stamps[k].bytes},
                         {"xxh3", stamps[k].xxh3}};
    }
    shards.push_back(std::move(shard));
  }
  Json manifest = {{"format", "trilith dataset"},
                   {"format_version", kDatasetVersion},
                   {"settings", run_},
                   {"counts", nullptr},
                   {"records", std::move(records)},
                   {"shards", std::move(shards)}};
  manifest["counts"] = Dataset(folder_, manifest).count().json();
  write_file(folder_ + "/manifest.json", manifest.dump(2) + '\n');
  return Dataset(folder_);
}

}  // namespace trilith::tools
