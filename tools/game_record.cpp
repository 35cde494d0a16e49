// Text of recorded games.
#include "tools/game_record.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "engines/error.hpp"
#include "tools/common.hpp"

namespace trilith::tools {
namespace {

// `,"name":[...]` with write(ply) for each ply that has the label, unless none has.
template <class Has, class Write>
void append_labels(fmt::memory_buffer& out, const RecordedGame& game, std::string_view name,
                   Has&& has, Write&& write) {
  bool any = false;
  for (const RecordedPly& ply : game.plies) any |= has(ply);
  if (!any) return;
  fmt::format_to(std::back_inserter(out), ",\"{}\":[", name);
  for (const RecordedPly& ply : game.plies) {
    if (&ply != game.plies.data()) out.push_back(',');
    if (has(ply)) {
      write(ply);
    } else {
      out.append(std::string_view("null"));
    }
  }
  out.push_back(']');
}

void append_game(fmt::memory_buffer& out, const RecordedGame& game) {
  const auto to = std::back_inserter(out);
  fmt::format_to(to, "{{\"game\":{},\"opening\":{},\"players\":[{}]", game.game, game.opening,
                 fmt::join(game.players, ","));
  if (!game.start.empty()) fmt::format_to(to, ",\"start\":\"{}\"", game.start);
  fmt::format_to(to, ",\"moves\":\"{}\",\"sources\":\"", game.moves);
  for (const RecordedPly& ply : game.plies) {
    out.push_back(kSourceLetters[static_cast<std::size_t>(ply.source)]);
  }
  out.push_back('"');
  // Nine digits give every float back.
  append_labels(
      out, game, "values", [](const RecordedPly& ply) { return !std::isnan(ply.value); },
      [&](const RecordedPly& ply) { fmt::format_to(to, "{:.9g}", ply.value); });
  append_labels(
      out, game, "exact", [](const RecordedPly& ply) { return ply.exact.has_value(); },
      [&](const RecordedPly& ply) { fmt::format_to(to, "{}", *ply.exact); });
  append_labels(
      out, game, "exact_plies", [](const RecordedPly& ply) { return ply.exact_plies.has_value(); },
      [&](const RecordedPly& ply) { fmt::format_to(to, "{}", *ply.exact_plies); });
  append_labels(
      out, game, "visits", [](const RecordedPly& ply) { return !ply.visits.empty(); },
      [&](const RecordedPly& ply) {
        char separator = '[';
        for (const auto& [move, visits] : ply.visits) {
          fmt::format_to(to, "{}{},{}", std::exchange(separator, ','), int{move}, visits);
        }
        out.push_back(']');
      });
  fmt::format_to(to, ",\"result\":[{}],\"finished\":{}}}", fmt::join(game.result, ","),
                 game.finished);
}

template <class Integer>
Integer integer_of(const Json& json, const char* name) {
  const auto value = json.get<std::int64_t>();
  if (value < std::numeric_limits<Integer>::min() || value > std::numeric_limits<Integer>::max()) {
    throw UserError(fmt::format("{}: {} is out of range", name, value));
  }
  return static_cast<Integer>(value);
}

RecordedGame parse_game(const Json& json, std::size_t seats) {
  RecordedGame game;
  game.game = json.at("game").get<std::uint64_t>();
  game.opening = json.at("opening").get<std::uint64_t>();
  game.players = json.at("players").get<std::vector<int>>();
  game.start = json.value("start", "");
  game.moves = json.at("moves").get<std::string>();
  game.finished = json.at("finished").get<bool>();
  game.result = json.at("result").get<std::vector<int>>();
  const auto& sources = json.at("sources").get_ref<const std::string&>();
  const std::size_t plies = sources.size();
  if (game.players.size() != seats || game.result.size() != seats || plies == 0 || plies > 0xffff) {
    throw UserError("a game of another shape");
  }
  const auto labels = [&](const char* name) -> const Json* {
    const auto found = json.find(name);
    if (found == json.end()) return nullptr;
    if (found->is_array() && found->size() == plies) return &*found;
    throw UserError(fmt::format("{} are not as many as the moves", name));
  };
  const Json* const values = labels("values");
  const Json* const exact = labels("exact");
  const Json* const exact_plies = labels("exact_plies");
  const Json* const visits = labels("visits");
  game.plies.resize(plies);
  for (std::size_t i = 0; i < plies; ++i) {
    RecordedPly& ply = game.plies[i];
    const std::size_t source = kSourceLetters.find(sources[i]);
    if (source == std::string_view::npos) throw UserError("sources hold an unknown letter");
    ply.source = static_cast<Source>(source);
    const auto given = [i](const Json* list) { return list != nullptr && !(*list)[i].is_null(); };
    if (given(values)) ply.value = static_cast<float>((*values)[i].get<double>());
    if (given(exact)) ply.exact = integer_of<std::int8_t>((*exact)[i], "exact");
    if (given(exact_plies)) {
      ply.exact_plies = integer_of<std::uint8_t>((*exact_plies)[i], "exact_plies");
    }
    if (!given(visits)) continue;
    const Json& list = (*visits)[i];
    for (std::size_t k = 0; k + 1 < list.size(); k += 2) {
      ply.visits.emplace_back(integer_of<std::uint8_t>(list[k], "visits"),
                              integer_of<std::uint32_t>(list[k + 1], "visits"));
    }
  }
  return game;
}

}  // namespace

std::string unit_text(const std::vector<RecordedGame>& games) {
  fmt::memory_buffer out;
  out.append(std::string_view("{\"games\":["));
  for (const RecordedGame& game : games) {
    if (&game != games.data()) out.push_back(',');
    append_game(out, game);
  }
  out.append(std::string_view("]}"));
  return {out.data(), out.size()};
}

std::vector<RecordedGame> parse_unit(std::string_view text, std::size_t seats) {
  std::vector<RecordedGame> games;
  const Json unit = Json::parse(text);
  for (const Json& game : unit.at("games")) games.push_back(parse_game(game, seats));
  return games;
}

}  // namespace trilith::tools
