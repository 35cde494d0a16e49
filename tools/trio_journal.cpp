// Reading and writing the journal of `trio estimate`.
#include "tools/trio_journal.hpp"

#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

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
  return {{"chunk", chunk.id}, {"sums", std::move(sums)}, {"lengths", std::move(lengths)}};
}

// Throws a JSON exception when the shape is wrong.
TrioChunk parse_chunk(const std::string& line, std::uint64_t id, std::size_t statistics,
                      std::uint64_t max_turns) {
  const Json json = Json::parse(line);
  TrioChunk chunk;
  chunk.id = json.at("chunk").get<std::uint64_t>();
  const Json& sums = json.at("sums");
  if (chunk.id != id || sums.size() != statistics) throw UserError("not the chunk expected");
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

Json estimate_header(const trio::Experiment& experiment, std::uint64_t seed) {
  Json line_ups = Json::array();
  for (const trio::LineUp& line_up : experiment.line_ups()) {
    line_ups.push_back(trio::line_up_text(line_up));
  }
  return {
      {"journal", "trilith trio estimate 1"}, {"rules", trio::rules_text(experiment.rules())},
      {"seats", std::move(line_ups)},         {"seed", seed},
      {"max_turns", experiment.max_turns()},  {"blocks_per_chunk", experiment.blocks_per_chunk()}};
}

EstimateJournal::EstimateJournal(const std::string& path, const Json& header,
                                 std::size_t statistics,
                                 const std::function<void(const TrioChunk&)>& take)
    : path_(path) {
  off_t keep = 0;  // bytes of whole lines
  struct stat info = {};
  if (stat(path.c_str(), &info) == 0 && info.st_size > 0) {
    std::ifstream in(path, std::ios::binary);
    if (!S_ISREG(info.st_mode) || !in) {
      throw UserError(fmt::format("journal '{}': cannot be read", path));
    }
    std::string line;
    for (std::size_t number = 1; std::getline(in, line) && !in.eof(); ++number) {
      try {
        if (number > 1) {
          take(parse_chunk(line, next_, statistics, header.at("max_turns").get<std::uint64_t>()));
          ++next_;
        } else if (Json::parse(line) != header) {
          throw UserError("is of another run: it says " + line);
        }
      } catch (const std::exception& error) {
        throw UserError(fmt::format("journal '{}' line {}: {}", path, number, error.what()));
      }
      keep += static_cast<off_t>(line.size()) + 1;
    }
  }
  file_ = std::fopen(path.c_str(), "ab");
  if (file_ == nullptr || ftruncate(fileno(file_), keep) != 0) {
    throw UserError(fmt::format("journal '{}': cannot be written: {}", path, std::strerror(errno)));
  }
  if (keep == 0) write(header.dump());
}

EstimateJournal::~EstimateJournal() {
  if (file_ != nullptr) std::fclose(file_);
}

void EstimateJournal::add(const TrioChunk& chunk) {
  write(chunk_json(chunk).dump());
  next_ = chunk.id + 1;
}

void EstimateJournal::write(const std::string& line) {
  if (std::fputs((line + '\n').c_str(), file_) < 0 || std::fflush(file_) != 0) {
    throw UserError(
        fmt::format("journal '{}': cannot be written: {}", path_, std::strerror(errno)));
  }
}

}  // namespace trilith::tools
