// `trilith dataset info|verify|export`: looks into, checks and converts self-play datasets.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <fstream>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>

#include "engines/error.hpp"
#include "tools/commands.hpp"
#include "tools/common.hpp"
#include "tools/dataset.hpp"
#include "tools/progress.hpp"

namespace trilith::tools {
namespace {

constexpr const char* kSourceNames[] = {"opening", "forced", "random", "player"};

void info(const std::string& folder, const Common& common) {
  const Dataset dataset(folder);
  const Json& manifest = dataset.manifest();
  if (common.json) {
    Json json = {{"folder", folder}};
    json.update(manifest.at("settings"));
    json["counts"] = manifest.at("counts");
    json["shards"] = dataset.shards();
    json["bytes"] = dataset.bytes();
    print_json(json);
    return;
  }
  const auto list = [](const Json& object) {
    for (const auto& [name, value] : object.items()) {
      fmt::print("  {:<24} {}\n", name,
                 value.is_string() ? value.get<std::string>() : value.dump());
    }
  };
  fmt::print("settings\n");
  list(manifest.at("settings"));
  fmt::print("counts\n");
  list(manifest.at("counts"));
  fmt::print("{} shards, {:.1f} MB\n", dataset.shards(),
             static_cast<double>(dataset.bytes()) / 1e6);
  for (const auto& [kind, record] : manifest.at("records").items()) {
    fmt::print("{}-*.npy, {} bytes a row\n", kind, record.at("record_bytes").get<int>());
    for (const Json& column : record.at("columns")) {
      const auto count = column.at("count").get<int>();
      fmt::print("  {:<12} {}{:<5} {}\n", column.at("name").get<std::string>(),
                 column.at("type").get<std::string>(), count > 1 ? fmt::format("x{}", count) : "",
                 column.at("words").get<std::string>());
    }
  }
}

// Solves the labelled positions again, last ply first, and compares.
std::uint64_t check_exact(const StoredGame& stored, const DatasetGame::Solve& solve) {
  std::uint64_t solved = 0;
  for (std::size_t i = stored.rows.size(); i-- > 0;) {
    const PositionRow& row = stored.rows[i];
    if (row.exact == kNoExact) continue;
    const std::optional<ExactValue> value = solve(row, stored.deal);
    if (!value) continue;
    ++solved;
    const bool same_plies =
        row.exact_plies == kNoPlies || !value->plies || *value->plies == row.exact_plies;
    if (value->value != row.exact || !same_plies) {
      throw CheckFailed(fmt::format("game {} ply {}: the exact value is {}, not {}",
                                    stored.game->game, i, value->value, row.exact));
    }
  }
  return solved;
}

void verify(const std::string& folder, int most_empty, const Common& common) {
  const Dataset dataset(folder);
  Progress progress(common.quiet);
  progress.show("checksums");
  dataset.check_files();
  const auto games = dataset.manifest().at("counts").at("games").get<double>();
  const DatasetGame::Solve solve =
      most_empty > 0 ? dataset.game().solver(most_empty) : DatasetGame::Solve{};
  std::uint64_t done = 0;
  std::uint64_t solved = 0;
  dataset.for_each_game([&](const StoredGame& stored) {
    if (interrupted()) throw Interrupted{"interrupted; no fault was found so far"};
    dataset.game().check(stored);
    if (solve) solved += check_exact(stored, solve);
    progress.show("games", static_cast<double>(++done), games, "games");
  });
  progress.show("counting");
  const DatasetCounts counts = dataset.count();
  progress.clear();
  if (counts.games != dataset.shape().units * dataset.shape().games_per_unit) {
    throw CheckFailed(fmt::format("folder '{}': {} games instead of {}", folder, counts.games,
                                  dataset.shape().units * dataset.shape().games_per_unit));
  }
  if (counts.json() != dataset.manifest().at("counts")) {
    throw CheckFailed(fmt::format("folder '{}': the manifest's counts are wrong", folder));
  }
  if (common.json) {
    Json json = {{"folder", folder}, {"good", true}};
    json.update(counts.json());
    json["solved"] = solved;
    print_json(json);
  } else {
    fmt::print("{}: good; {} games and {} positions were played again, {} solved again\n", folder,
               counts.games, counts.positions, solved);
  }
}

// One row as CSV or as a JSON object.
class Exporter {
 public:
  Exporter(std::ostream& out, bool csv) : out_(out), csv_(csv) {
    if (csv_) {
      out_ << "game,ply,side,position,move,source,value,result,exact,exact_plies,visits\n";
    }
  }

  void add(const DatasetGame& game, const StoredGame& stored) {
    for (std::size_t i = 0; i < stored.rows.size(); ++i) {
      const PositionRow& row = stored.rows[i];
      const std::string position = game.position_text(row, stored.deal);
      const auto visits = stored.visits_of(i);
      if (csv_) {
        // Positions may hold commas (Trio's do), never quotes.
        out_ << fmt::format("{},{},{},\"{}\",{},{},", row.game, row.ply, row.side, position,
                            game.move_text(row.move), kSourceNames[row.source]);
        if (!std::isnan(row.value)) out_ << fmt::format("{:.9g}", row.value);
        out_ << fmt::format(",{},", row.result);
        if (row.exact != kNoExact) out_ << int{row.exact};
        out_ << ',';
        if (row.exact_plies != kNoPlies) out_ << int{row.exact_plies};
        out_ << ',';
        for (const VisitRow& visit : visits) {
          out_ << fmt::format("{}{}:{}", &visit == visits.data() ? "" : " ",
                              game.move_text(visit.move), std::uint32_t{visit.visits});
        }
        out_ << '\n';
        continue;
      }
      Json json = {{"game", row.game},
                   {"ply", row.ply},
                   {"side", row.side},
                   {"position", position},
                   {"move", game.move_text(row.move)},
                   {"source", kSourceNames[row.source]},
                   {"value", std::isnan(row.value) ? Json() : Json(row.value)},
                   {"result", row.result},
                   {"exact", row.exact == kNoExact ? Json() : Json(row.exact)},
                   {"exact_plies", row.exact_plies == kNoPlies ? Json() : Json(row.exact_plies)}};
      if (!visits.empty()) {
        Json& counts = json["visits"] = Json::object();
        for (const VisitRow& visit : visits) {
          counts[game.move_text(visit.move)] = std::uint32_t{visit.visits};
        }
      }
      out_ << json.dump() << '\n';
    }
  }

 private:
  std::ostream& out_;
  bool csv_;
};

struct ExportOptions {
  std::string folder;
  std::string format = "jsonl";
  std::string out;
};

void export_rows(const ExportOptions& options, const Common& common) {
  const Dataset dataset(options.folder);
  std::optional<WholeFile> file;
  if (!options.out.empty()) file.emplace(options.out);
  std::ostream& out = file ? file->stream() : std::cout;
  Exporter exporter(out, options.format == "csv");
  Progress progress(common.quiet);
  const auto games = dataset.manifest().at("counts").at("games").get<double>();
  std::uint64_t done = 0;
  dataset.for_each_game([&](const StoredGame& stored) {
    if (interrupted()) throw Interrupted{"interrupted"};
    dataset.game().check(stored);  // text is made from sound rows only
    exporter.add(dataset.game(), stored);
    progress.show("games", static_cast<double>(++done), games, "games");
  });
  progress.clear();
  if (file) file->commit();
}

// What a manifest lacks or has of another type is the file's fault.
template <class F>
void with_manifest(const std::string& folder, F&& f) {
  try {
    f();
  } catch (const Json::exception& error) {
    throw UserError(fmt::format("file '{}/manifest.json': {}", folder, json_fault(error)));
  }
}

std::shared_ptr<std::string> add_folder(CLI::App& command) {
  auto folder = std::make_shared<std::string>();
  command.add_option("folder", *folder, "Folder of the dataset")->required();
  return folder;
}

}  // namespace

void add_dataset(CLI::App& app) {
  CLI::App* dataset = app.add_subcommand("dataset", "Looks into, checks and converts datasets");
  dataset->require_subcommand(1);

  CLI::App* info_command = dataset->add_subcommand("info", "Settings, counts and columns");
  const auto info_common = add_common(*info_command);
  const auto info_folder = add_folder(*info_command);
  info_command->callback(
      [=] { with_manifest(*info_folder, [&] { info(*info_folder, *info_common); }); });

  CLI::App* verify_command = dataset->add_subcommand(
      "verify", "Checks the files, plays every game again and compares every column");
  const auto verify_common = add_common(*verify_command);
  const auto verify_folder = add_folder(*verify_command);
  const auto most_empty = std::make_shared<int>(0);
  verify_command
      ->add_option("--exact", *most_empty,
                   "Also solve labelled positions with at most so many empty squares or slots")
      ->check(CLI::Range(0, 64));
  verify_command->callback([=] {
    read_file(*verify_folder + "/manifest.json");  // without one the folder is no dataset
    try {
      with_manifest(*verify_folder, [&] { verify(*verify_folder, *most_empty, *verify_common); });
    } catch (const UserError& error) {
      throw CheckFailed(error.what());
    }
  });

  CLI::App* export_command = dataset->add_subcommand("export", "Prints the rows as text");
  const auto export_common = add_common(*export_command);
  const auto options = std::make_shared<ExportOptions>();
  export_command->add_option("folder", options->folder, "Folder of the dataset")->required();
  export_command->add_option("--format", options->format, "csv or jsonl")
      ->check(CLI::IsMember({"csv", "jsonl"}))
      ->capture_default_str();
  export_command->add_option("--out", options->out, "Write to this file instead of stdout");
  export_command->callback([=] {
    reading(
        [&] { with_manifest(options->folder, [&] { export_rows(*options, *export_common); }); });
  });
}

}  // namespace trilith::tools
