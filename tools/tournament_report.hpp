// The report of a run folder as one HTML page that opens without network.
#pragma once

#include <optional>
#include <string>

#include "tools/standings.hpp"
#include "tools/tournament_log.hpp"

namespace trilith::tools {

// Table, cross table, ratings with error bars, score over time, game lengths, openings, and the
// sequential test when there is one.
std::string report_html(const TournamentLog& log, const Standings& standings,
                        const std::optional<AnchorRating>& anchor,
                        const std::optional<SequentialOutcome>& test);

}  // namespace trilith::tools
