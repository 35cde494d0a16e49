// What `trio estimate` keeps in its journal: one line of integers per finished chunk.
#pragma once

#include <functional>
#include <string>

#include "solvers/montecarlo/chunks.hpp"
#include "solvers/trio/experiment.hpp"
#include "tools/common.hpp"
#include "tools/journal.hpp"

namespace trilith::tools {

using TrioChunk = montecarlo::Chunk<trio::Experiment::Tally>;

// What must be equal for two runs to be parts of one.
Json estimate_run(const trio::Experiment& experiment, std::uint64_t seed);

// A journal (see Journal) whose units are chunks, rising from 0 without gaps.
class EstimateJournal {
 public:
  // What the file held before is handed to take(chunk) in order. Throws UserError.
  EstimateJournal(const std::string& path, const Json& run, std::size_t statistics,
                  const std::function<void(const TrioChunk&)>& take);

  void add(const TrioChunk& chunk);
  // The first chunk that is not in the file.
  std::uint64_t next() const { return next_; }

 private:
  std::uint64_t next_ = 0;
  Journal journal_;
};

}  // namespace trilith::tools
