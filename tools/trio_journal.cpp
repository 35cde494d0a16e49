// Reading and writing the journal of `trio estimate`.
#include "tools/trio_journal.hpp"

#include <fmt/core.h>

#include <array>
#include <string_view>
#include <utility>

#include "engines/error.hpp"

namespace trilith::tools {
namespace {

Json chunk_json(const TrioChunk& chunk) {
  Json sums = Json::array();
  for (const montecarlo::Sums& s : chunk.sums) {
    sums.push_back({s.blocks, s.x, s.xx, s.c, s.cc, s.xc});
  }
  Json lengths = Json::array();
  for (const auto& counts : chunk.tally.lengths) {
    Json pairs = Json::array();
    for (std::size_t l = 0; l < counts.size(); ++l) {
      if (counts[l] != 0) pairs.push_back({l, counts[l]});
    }
    lengths.push_back(std::move(pairs));
  }
  return {{"sums", std::move(sums)}, {"lengths", std::move(lengths)}};
}

// Throws a JSON exception when the shape is wrong.
TrioChunk parse_chunk(std::string_view text, std::uint64_t id, std::size_t statistics,
                      std::uint64_t max_turns) {
  const Json json = Json::parse(text);
  TrioChunk chunk;
  chunk.id = id;
  const Json& sums = json.at("sums");
  if (sums.size() != statistics) throw UserError("not the statistics expected");
  for (const Json& s : sums) {
    const auto v = s.get<std::array<std::int64_t, 6>>();
    chunk.sums.push_back({v[0], v[1], v[2], v[3], v[4], v[5]});
  }
  for (const Json& pairs : json.at("lengths")) {
    auto& counts = chunk.tally.lengths.emplace_back();
    for (const Json& pair : pairs) {
      const auto [length, count] = pair.get<std::pair<std::uint64_t, std::uint64_t>>();
      if (length > max_turns) throw UserError("a game longer than the cap");
      if (counts.size() <= length) counts.resize(length + 1);
      counts[length] += count;
    }
  }
  return chunk;
}

}  // namespace

Json estimate_run(const trio::Experiment& experiment, std::uint64_t seed) {
  Json line_ups = Json::array();
  for (const trio::LineUp& line_up : experiment.line_ups()) {
    line_ups.push_back(trio::line_up_text(line_up));
  }
  return {
      {"command", "trio estimate"},          {"rules", trio::rules_text(experiment.rules())},
      {"seats", std::move(line_ups)},        {"seed", seed},
      {"max_turns", experiment.max_turns()}, {"blocks_per_chunk", experiment.blocks_per_chunk()}};
}

EstimateJournal::EstimateJournal(const std::string& path, const Json& run, std::size_t statistics,
                                 const std::function<void(const TrioChunk&)>& take)
    : journal_(path, run, [&](std::uint64_t unit, std::string_view result) {
        if (unit != next_) throw UserError(fmt::format("chunk {} instead of {}", unit, next_));
        take(parse_chunk(result, unit, statistics, run.at("max_turns").get<std::uint64_t>()));
        ++next_;
      }) {}

void EstimateJournal::add(const TrioChunk& chunk) {
  journal_.add(chunk.id, chunk_json(chunk).dump());
  next_ = chunk.id + 1;
}

}  // namespace trilith::tools
