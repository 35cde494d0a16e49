// Reading of games from files and datasets alike.
#include "tools/othello_games.hpp"

#include <fmt/core.h>
#include <xxhash.h>

#include <bit>
#include <cmath>
#include <filesystem>
#include <optional>

#include "engines/error.hpp"
#include "engines/othello/archive.hpp"
#include "tools/common.hpp"
#include "tools/dataset.hpp"
#include "tools/dataset_cells.hpp"

namespace trilith::tools {
namespace {

using othello::GameRecord;
using othello::KnownScores;
using othello::Label;

// A dataset whose game is Othello.
class OthelloDataset {
 public:
  explicit OthelloDataset(const std::string& folder) : dataset_(folder) {
    if (dataset_.shape().game != "othello") {
      throw UserError(fmt::format("dataset '{}': holds games of {}; wanted is othello", folder,
                                  dataset_.shape().game));
    }
  }

  // Calls visit(StoredGame) for every game after all that can be checked of it was.
  template <class Visit>
  void for_each_game(Visit&& visit) const {
    try {
      dataset_.check_files();
      dataset_.for_each_game([&](const StoredGame& stored) {
        dataset_.game().check(stored);
        if (interrupted()) throw Interrupted{"interrupted while the games were read"};
        visit(stored);
      });
    } catch (const CheckFailed& error) {
      throw UserError(fmt::format("dataset '{}': {}", dataset_.folder(), error.what()));
    }
  }

  othello::Position start() const {
    const auto variant = dataset_.shape().rules == "reversi" ? othello::Variant::reversi
                                                             : othello::Variant::standard;
    return othello::initial_position({variant, othello::Scoring::wof});
  }

  // Throws UserError unless every value that stands in a row is a number of discs.
  void require_discs(const StoredGame& stored, const PositionRow& row) const {
    const Json& players = dataset_.manifest().at("settings").at("players");
    const std::size_t player = stored.game->players[row.side];
    const auto fail = [&](const std::string& why) {
      throw UserError(fmt::format("dataset '{}': game {} ply {}: {}", dataset_.folder(), row.game,
                                  row.ply, why));
    };
    const bool is_known =
        players.is_array() && player < players.size() && players[player].is_object();
    const Json value = is_known ? players[player].value("value_unit", Json()) : Json();
    const std::string unit = value.is_string() ? value.get<std::string>() : value.dump();
    if (unit != "discs") {
      fail(fmt::format("the player's values are '{}', not discs; take another --label", unit));
    }
    if (!(std::abs(row.value) <= othello::kSquares)) {
      fail(fmt::format("the value {} is not -64..64 discs", row.value));
    }
  }

 private:
  Dataset dataset_;
};

KnownScores known_scores(const OthelloDataset& dataset, const StoredGame& stored,
                         const PositionRow& row, Label label) {
  KnownScores known;
  if (stored.game->finished == 1) known.result = row.result;
  if (row.exact != kNoExact) known.exact = row.exact;
  const bool wants_value = label == Label::search || (label == Label::best && !known.exact);
  if (wants_value && !std::isnan(row.value)) {
    dataset.require_discs(stored, row);
    known.search = static_cast<int>(std::lround(row.value));
  }
  return known;
}

void add_dataset_games(const std::string& folder, std::vector<GameRecord>& games) {
  const OthelloDataset dataset(folder);
  dataset.for_each_game([&](const StoredGame& stored) {
    GameRecord& game = games.emplace_back();
    game.start = dataset.start();
    for (const PositionRow& row : stored.rows) game.moves.push_back({row.move, ""});
  });
}

}  // namespace

bool is_folder(const std::string& path) { return std::filesystem::is_directory(path); }

std::vector<GameRecord> read_othello_games(const std::vector<std::string>& paths) {
  std::vector<GameRecord> games;
  for (const std::string& path : paths) {
    const std::size_t before = games.size();
    if (is_folder(path)) {
      add_dataset_games(path, games);
    } else {
      othello::Archive archive =
          parse_archive(read_file(path), othello::format_of_path(path), path);
      games.insert(games.end(), std::make_move_iterator(archive.games.begin()),
                   std::make_move_iterator(archive.games.end()));
    }
    if (games.size() == before) throw UserError(fmt::format("file '{}': no games in it", path));
  }
  return games;
}

std::uint64_t add_dataset_samples(const std::string& folder, const othello::SampleOptions& options,
                                  othello::SampleSet& set) {
  const OthelloDataset dataset(folder);
  const bool ends_matter = options.label == Label::result || options.label == Label::theory;
  dataset.for_each_game([&](const StoredGame& stored) {
    if (ends_matter && stored.game->finished == 0) {
      ++set.skipped;
      return;
    }
    for (const PositionRow& row : stored.rows) {
      const auto cells = std::bit_cast<OthelloCells>(row.cells);
      const othello::Board board{cells.own, cells.opponent};
      const int empties = board.empty_count();
      if (row.move == othello::kPass || empties > options.most_empties ||
          empties < options.least_empties) {
        continue;
      }
      const std::optional<int> score =
          labelled_score(known_scores(dataset, stored, row, options.label), options.label);
      if (score) set.samples.push_back({board, *score, set.games});
    }
    ++set.games;
  });
  const std::string manifest = read_file(folder + "/manifest.json");
  return XXH3_64bits(manifest.data(), manifest.size());
}

}  // namespace trilith::tools
