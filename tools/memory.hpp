// How much memory a new table may take.
#pragma once

#include <cstddef>
#include <cstdint>

namespace trilith::tools {

// Bytes that this process can still get: what the system has available, or less where a control
// group limits it. Unknown (no such files) counts as unlimited.
std::uint64_t available_memory();

// `megabytes` (MiB) in bytes; throws UserError when that much is not available.
std::size_t checked_hash_bytes(std::uint64_t megabytes);

}  // namespace trilith::tools
