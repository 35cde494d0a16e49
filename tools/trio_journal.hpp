// The journal of `trio estimate`: a header line, then one JSON line of integers per finished chunk.
#pragma once

#include <cstdio>
#include <functional>
#include <string>

#include "solvers/montecarlo/chunks.hpp"
#include "solvers/trio/experiment.hpp"
#include "tools/common.hpp"

namespace trilith::tools {

using TrioChunk = montecarlo::Chunk<trio::Experiment::Tally>;

// What must be equal for two runs to be parts of one.
Json estimate_header(const trio::Experiment& experiment, std::uint64_t seed);

// Appends to `path`; what it held before is handed to take(chunk) in order. A torn last line is
// dropped. Throws UserError when the file is of another run, damaged or cannot be written.
class EstimateJournal {
 public:
  EstimateJournal(const std::string& path, const Json& header, std::size_t statistics,
                  const std::function<void(const TrioChunk&)>& take);
  ~EstimateJournal();
  EstimateJournal(const EstimateJournal&) = delete;
  EstimateJournal& operator=(const EstimateJournal&) = delete;

  void add(const TrioChunk& chunk);
  // The first chunk that is not in the file.
  std::uint64_t next() const { return next_; }

 private:
  void write(const std::string& line);

  std::string path_;
  std::FILE* file_ = nullptr;
  std::uint64_t next_ = 0;
};

}  // namespace trilith::tools
