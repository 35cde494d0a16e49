// Sets of players, and the file that names them.
#include "tools/entrants.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "engines/error.hpp"

namespace trilith::tools {
namespace {

void add_multisets(std::size_t players, std::size_t seats, std::vector<std::size_t>& chosen,
                   std::vector<std::vector<std::size_t>>& result) {
  if (chosen.size() == seats) {
    for (std::size_t player = 0; player < players; ++player) {
      if (std::find(chosen.begin(), chosen.end(), player) == chosen.end()) return;
    }
    result.push_back(chosen);
    return;
  }
  for (std::size_t next = chosen.empty() ? 0 : chosen.back(); next < players; ++next) {
    chosen.push_back(next);
    add_multisets(players, seats, chosen, result);
    chosen.pop_back();
  }
}

}  // namespace

std::vector<std::vector<std::size_t>> line_ups(std::size_t players, std::size_t seats,
                                               bool gauntlet) {
  std::vector<std::vector<std::size_t>> result;
  std::vector<std::size_t> chosen;
  if (players < seats) {
    add_multisets(players, seats, chosen, result);
    return result;
  }
  chosen.resize(seats);
  std::iota(chosen.begin(), chosen.end(), std::size_t{0});
  // Sets in lexical order; those with player 0 come first.
  while (!gauntlet || chosen[0] == 0) {
    result.push_back(chosen);
    std::size_t place = seats;
    while (place > 0 && chosen[place - 1] == players - seats + place - 1) --place;
    if (place == 0) break;
    ++chosen[place - 1];
    for (std::size_t i = place; i < seats; ++i) chosen[i] = chosen[i - 1] + 1;
  }
  return result;
}

std::vector<Entrant> read_entrants(const std::string& path) {
  constexpr std::size_t kLongestName = 60;
  constexpr std::size_t kMostEntrants = 1000;
  std::vector<Entrant> entrants;
  std::map<std::string, std::size_t> unnamed;  // how often the text stood alone
  std::size_t number = 0;
  for (std::string line : read_lines(path)) {
    ++number;
    const auto fail = [&](const std::string& why) {
      throw UserError(fmt::format("file '{}' line {}: {}", path, number, why));
    };
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin == std::string::npos || line[begin] == '#') continue;
    line = line.substr(begin, line.find_last_not_of(" \t") + 1 - begin);
    if (std::any_of(line.begin(), line.end(),
                    [](char c) { return static_cast<unsigned char>(c) < 32 && c != '\t'; })) {
      fail("has control characters");
    }
    const std::size_t end = line.find_first_of(" \t");
    Entrant entrant{line, line};
    const std::string word = line.substr(0, end);
    const std::size_t mark = word.find(':');
    if (end == std::string::npos || (mark != std::string::npos && mark + 1 < word.size())) {
      const std::size_t times = ++unnamed[line];
      if (times > 1) entrant.name += fmt::format("#{}", times);
    } else {
      entrant.name = mark == std::string::npos ? word : word.substr(0, mark);
      entrant.spec = line.substr(line.find_first_not_of(" \t", end));
      if (entrant.name.size() > kLongestName) fail("a name of more than 60 characters");
    }
    if (Json(entrant.name + entrant.spec).dump(-1, ' ', false, Json::error_handler_t::ignore) !=
        Json(entrant.name + entrant.spec).dump(-1, ' ', false, Json::error_handler_t::replace)) {
      fail("is no UTF-8 text");
    }
    for (const Entrant& other : entrants) {
      if (other.name == entrant.name) fail(fmt::format("the name '{}' is taken", entrant.name));
    }
    entrants.push_back(std::move(entrant));
    if (entrants.size() > kMostEntrants) fail("more than 1000 players");
  }
  if (entrants.size() < 2) {
    throw UserError(
        fmt::format("file '{}': {} player(s); a tournament needs at least two, one a "
                    "line, as NAME PLAYER or PLAYER",
                    path, entrants.size()));
  }
  return entrants;
}

}  // namespace trilith::tools
