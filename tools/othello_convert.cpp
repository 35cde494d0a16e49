// `trilith othello convert`: games and positions from one file format to another.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "engines/error.hpp"
#include "engines/othello/archive.hpp"
#include "tools/common.hpp"
#include "tools/othello.hpp"

namespace trilith::tools {
namespace {

using othello::FileFormat;

struct Options {
  std::string input;
  std::string output;
  std::string from;
  std::string to;
  std::string players;
  std::string tournaments;
};

FileFormat format(const std::string& name, const std::string& path) {
  return name.empty() ? othello::format_of_path(path) : othello::parse_format(name);
}

std::vector<std::string> names(const std::string& path, int bytes) {
  if (path.empty()) return {};
  return othello::parse_wthor_names(read_file(path), bytes, path);
}

// A new WTHOR file says the day on which it was made.
void date_today(othello::WthorHeader& header) {
  const std::chrono::year_month_day today{
      std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now())};
  const int year = static_cast<int>(today.year());
  header.century = static_cast<std::uint8_t>(year / 100);
  header.year_in_century = static_cast<std::uint8_t>(year % 100);
  header.month = static_cast<std::uint8_t>(static_cast<unsigned>(today.month()));
  header.day = static_cast<std::uint8_t>(static_cast<unsigned>(today.day()));
}

std::string converted(const othello::Archive& archive, FileFormat from, FileFormat to,
                      const Options& options) {
  try {
    std::string text = archive_text(archive, to);
    if (to == FileFormat::wthor && from != to) {
      othello::WthorFile file = othello::parse_wthor(text, options.output);
      date_today(file.header);
      text = wthor_bytes(file);
    }
    return text;
  } catch (const UserError& error) {
    throw UserError(fmt::format("file '{}': {}", options.input, error.what()));
  }
}

void convert(const Options& options, const Common& common) {
  const FileFormat from = format(options.from, options.input);
  const FileFormat to = format(options.to, options.output);
  othello::Archive archive = parse_archive(read_file(options.input), from, options.input);
  if (from == FileFormat::wthor) {
    add_wthor_tags(archive, names(options.players, othello::kPlayerNameBytes),
                   names(options.tournaments, othello::kTournamentNameBytes));
  }
  write_file(options.output, converted(archive, from, to, options));

  const othello::ArchiveCounts counts = count_games(archive.games);
  if (common.json) {
    print_json({{"input", options.input},
                {"from", othello::format_name(from)},
                {"output", options.output},
                {"to", othello::format_name(to)},
                {"games", counts.games},
                {"unfinished", counts.unfinished},
                {"differing_results", counts.differing},
                {"positions", archive.positions.size()}});
  } else if (!common.quiet) {
    fmt::print(stderr,
               "{}: {} games ({} unfinished, {} whose recorded result differs from the board), "
               "{} positions -> {}\n",
               options.input, counts.games, counts.unfinished, counts.differing,
               archive.positions.size(), options.output);
  }
}

}  // namespace

void add_othello_convert(CLI::App& othello) {
  CLI::App* command = othello.add_subcommand(
      "convert", "Converts games and positions: move strings, OBF, GGF, WTHOR");
  const auto common = add_common(*command);
  const auto options = std::make_shared<Options>();
  const std::string formats = "moves, obf, ggf or wthor (default: by the end of the name)";
  command->add_option("input", options->input, "File to read")->required();
  command->add_option("output", options->output, "File to write")->required();
  command->add_option("--from", options->from, "Format of the input: " + formats);
  command->add_option("--to", options->to, "Format of the output: " + formats);
  command->add_option("--players", options->players, "WTHOR .jou file with the players' names");
  command->add_option("--tournaments", options->tournaments,
                      "WTHOR .trn file with the tournaments' names");
  command->callback([common, options] { convert(*options, *common); });
}

}  // namespace trilith::tools
