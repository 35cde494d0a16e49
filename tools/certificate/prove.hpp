// Makes certificates: the walk of the checker with the solver's moves for answers.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "engines/otrio/rules.hpp"
#include "tools/certificate/certificate_file.hpp"

namespace trilith::certificate {

// Called now and then with what is being done; for progress.
using Report = std::function<void(const std::string& step, const WalkCounts& counts)>;

// Solves the start of `rules` (for pairs; throws UserError otherwise) and proves its value. One
// thread, so that the same rules and table size give the same bytes. Nothing when `interrupt` was
// set.
std::optional<CertificateFile> prove(const otrio::Rules& rules, std::size_t table_bytes,
                                     const std::atomic<bool>& interrupt, const Report& report);

}  // namespace trilith::certificate
