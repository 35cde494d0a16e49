// What `trio estimate` prints: a table, JSON, CSV and a picture.
#pragma once

#include <string>

#include "solvers/trio/estimate.hpp"
#include "tools/common.hpp"

namespace trilith::tools {

std::string estimate_table(const trio::Experiment& experiment, const trio::Estimates& estimates,
                           double level, std::uint64_t seed);
Json estimate_json(const trio::Experiment& experiment, const trio::Estimates& estimates,
                   double level, std::uint64_t seed);
// A line per statistic with its raw integer sums, then one per length of games.
std::string estimate_csv(const trio::Experiment& experiment, const trio::Estimates& estimates);
// Win shares with their intervals, and the distribution of lengths: a self-contained SVG document.
std::string estimate_svg(const trio::Experiment& experiment, const trio::Estimates& estimates);

}  // namespace trilith::tools
