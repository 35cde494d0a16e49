// Openings of a game for matches: a user's list, the shipped one, or all of a length.
#pragma once

#include <fmt/core.h>
#include <xxhash.h>

#include <algorithm>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "engines/error.hpp"
#include "engines/game.hpp"
#include "engines/openings.hpp"
#include "solvers/othello/openings.hpp"
#include "tools/common.hpp"
#include "tools/game_rules.hpp"
#include "tools/tournament_log.hpp"

namespace trilith::tools {

struct OpeningOptions {
  bool balanced = false;     // the shipped ones (standard Othello)
  std::string file;          // moves, an opening a line
  std::optional<int> plies;  // all of this length, one for each position up to symmetry
};

template <Game G>
struct Openings {
  std::string text;                                 // what they are, in words
  std::vector<std::vector<typename G::Move>> list;  // empty: every round is a new deal
};

inline constexpr int kDefaultOthelloPlies = 6;
inline constexpr int kDefaultOtrioPlies = 2;

// Throws UserError for a line that is no opening and for a list without any.
template <Game G>
Openings<G> read_openings(const typename G::Position& start, const std::string& path) {
  Openings<G> openings;
  const std::string content = read_file(path);
  std::size_t number = 0;
  for (const std::string& line : read_lines(path)) {
    ++number;
    if (line.empty() || line[0] == '#') continue;
    try {
      std::vector<typename G::Move> moves;
      typename G::Position p = start;
      if constexpr (std::is_same_v<G, othello::Othello>) {
        moves = othello::parse_game(start, line);
        for (const auto move : moves) G::play(p, move);
      } else {
        for (const std::string& word : words_of(line)) {
          if (G::is_terminal(p)) break;
          moves.push_back(G::parse_move(p, word));
          G::play(p, moves.back());
        }
      }
      if (G::is_terminal(p)) throw UserError("the opening ends the game");
      openings.list.push_back(std::move(moves));
    } catch (const UserError& error) {
      throw UserError(fmt::format("file '{}' line {}: {}", path, number, error.what()));
    }
  }
  if (openings.list.empty()) throw UserError(fmt::format("file '{}': holds no opening", path));
  openings.text = fmt::format("{} of a list with XXH3 {:016x}", openings.list.size(),
                              XXH3_64bits(content.data(), content.size()));
  return openings;
}

template <Game G>
Openings<G> make_openings(const OpeningOptions& options, const RulesOf<G>& rules) {
  if constexpr (Chance<G>) {
    if (options.balanced || !options.file.empty() || options.plies) {
      throw UserError("openings: every round of Trio is a new deal");
    }
    return {"a new deal for every round", {}};
  } else {
    constexpr std::size_t kMost = 2'000'000;
    constexpr bool kOthello = std::is_same_v<G, othello::Othello>;
    if (options.balanced) {
      if constexpr (kOthello) {
        if (rules.setup.variant == othello::Variant::standard) {
          return {std::string(othello::kBalancedOpenings), othello::balanced_openings()};
        }
      }
      throw UserError("openings: balanced ones are for standard Othello; give a number of plies");
    }
    if (!options.file.empty()) return read_openings<G>(rules.start(), options.file);
    const int plies = options.plies.value_or(kOthello ? kDefaultOthelloPlies : kDefaultOtrioPlies);
    Openings<G> openings{"", distinct_openings<G>(rules.start(), plies, kMost)};
    openings.text = fmt::format("all {} of {} plies up to symmetry", openings.list.size(), plies);
    return openings;
  }
}

}  // namespace trilith::tools
