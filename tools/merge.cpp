// `trilith merge`: puts the parts of a run together that were made with --range.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "engines/error.hpp"
#include "tools/commands.hpp"
#include "tools/common.hpp"
#include "tools/dataset_builder.hpp"
#include "tools/journal.hpp"
#include "tools/progress.hpp"
#include "tools/run_folder.hpp"
#include "tools/unit_run.hpp"

namespace trilith::tools {
namespace {

// Where a unit's result lies.
struct Piece {
  std::uint64_t unit = 0;
  std::size_t part = 0;
  std::size_t line = 0;
};

// The units that no part has, like `3, 40:50`.
std::string missing_units(const std::vector<Piece>& pieces, std::uint64_t units) {
  std::string text;
  std::uint64_t next = 0;
  const auto gap = [&](std::uint64_t end) {
    if (next < end) text += fmt::format("{}{}:{}", text.empty() ? "" : ", ", next, end);
  };
  for (const Piece& piece : pieces) {
    gap(piece.unit);
    next = piece.unit + 1;
  }
  gap(units);
  return text;
}

void merge(const std::string& out, const std::vector<std::string>& folders, const Common& common) {
  std::vector<JournalReader> parts;
  std::vector<Piece> pieces;
  for (const std::string& folder : folders) {
    const std::string path = folder + "/" + kJournalName;
    const JournalReader& part = parts.emplace_back(path);
    if (part.run() != parts[0].run()) {
      throw UserError(
          fmt::format("folders '{}' and '{}' are parts of different runs", folders[0], folder));
    }
    for (std::size_t line = 0; line < part.size(); ++line) {
      pieces.push_back({part.unit(line), parts.size() - 1, line});
    }
  }
  const Json& run = parts[0].run();

  // The same unit twice is no harm when it is the same result.
  std::stable_sort(pieces.begin(), pieces.end(),
                   [](const Piece& a, const Piece& b) { return a.unit < b.unit; });
  const auto result = [&](const Piece& piece) { return parts[piece.part].result(piece.line); };
  const auto twice = [&](const Piece& a, const Piece& b) {
    if (a.unit != b.unit) return false;
    if (result(a) == result(b)) return true;
    throw UserError(fmt::format("folders '{}' and '{}' have different results of unit {}",
                                folders[a.part], folders[b.part], a.unit));
  };
  pieces.erase(std::unique(pieces.begin(), pieces.end(), twice), pieces.end());
  // Tournaments may always go on: theirs are whole when there is no gap.
  std::uint64_t units = pieces.empty() ? 0 : pieces.back().unit + 1;
  if (run.contains("units") && run["units"].is_number_unsigned()) units = run["units"];
  if (const std::string missing = missing_units(pieces, units); !missing.empty()) {
    throw UserError(fmt::format("the parts are not the whole run: units {} are missing", missing));
  }
  if (!pieces.empty() && pieces.back().unit >= units) {
    throw UserError(fmt::format("folder '{}': unit {} is not below {}", folders[pieces.back().part],
                                pieces.back().unit, units));
  }

  create_folder(out);
  if (!std::filesystem::is_empty(out)) {
    throw UserError(fmt::format("folder '{}' is not empty; give a new one", out));
  }
  Progress progress(common.quiet);
  std::unique_ptr<DatasetBuilder> builder;
  if (run.value("command", "") == "selfplay") builder = std::make_unique<DatasetBuilder>(out, run);
  Journal journal(out + "/" + kJournalName, run, nullptr);
  for (const Piece& piece : pieces) {
    if (interrupted()) throw Interrupted{"interrupted; remove the folder and run it again"};
    const std::string text = result(piece);
    journal.add(piece.unit, text);
    if (builder) builder->add(piece.unit, text);
    progress.show("units", static_cast<double>(piece.unit + 1), static_cast<double>(units),
                  "units");
  }
  if (builder) builder->finish();
  progress.clear();
  if (common.json) {
    print_json({{"out", out}, {"parts", folders.size()}, {"units", units}});
  } else {
    fmt::print("{}: {} units from {} parts\n", out, units, folders.size());
  }
}

}  // namespace

void add_merge(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("merge", "Puts the parts of a run together that --range made");
  const auto common = add_common(*command);
  const auto out = std::make_shared<std::string>();
  const auto folders = std::make_shared<std::vector<std::string>>();
  command->add_option("--out", *out, "New folder for the whole run")->required();
  command->add_option("parts", *folders, "Folders of the parts")->required();
  command->callback([=] { merge(*out, *folders, *common); });
}

}  // namespace trilith::tools
