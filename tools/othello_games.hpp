// Othello games of files and of self-play datasets, for the commands that learn from them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engines/othello/game_record.hpp"
#include "eval/othello/samples.hpp"

namespace trilith::tools {

// A folder is taken for a dataset of self-play, anything else for a file of games.
bool is_folder(const std::string& path);

// The games of files and datasets, in their order. Throws UserError for a path that is neither, or
// is damaged, or holds no game.
std::vector<othello::GameRecord> read_othello_games(const std::vector<std::string>& paths);

// Adds the labelled positions of a dataset, every file and row of which is checked first; returns
// the checksum of its manifest, which holds those of its files. Throws UserError, also when the
// label is a search's and a player's values are no discs.
std::uint64_t add_dataset_samples(const std::string& folder, const othello::SampleOptions& options,
                                  othello::SampleSet& set);

}  // namespace trilith::tools
