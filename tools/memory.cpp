// Reads Linux's accounts of free memory.
#include "tools/memory.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

#include "engines/error.hpp"

namespace trilith::tools {
namespace {

constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

// A file that holds one number; kUnlimited when it does not ("max") or is not there.
std::uint64_t number_in(const char* path) {
  std::ifstream file(path);
  std::uint64_t value = 0;
  return file >> value ? value : kUnlimited;
}

std::uint64_t system_memory() {
  std::ifstream file("/proc/meminfo");
  std::string word;
  while (file >> word) {
    std::uint64_t kibibytes = 0;
    if (word == "MemAvailable:" && file >> kibibytes) return kibibytes * 1024;
  }
  return kUnlimited;
}

std::uint64_t group_memory() {
  const std::uint64_t limit = number_in("/sys/fs/cgroup/memory.max");
  const std::uint64_t used = number_in("/sys/fs/cgroup/memory.current");
  if (limit == kUnlimited || used == kUnlimited) return kUnlimited;
  return limit > used ? limit - used : 0;
}

}  // namespace

std::uint64_t available_memory() { return std::min(system_memory(), group_memory()); }

std::size_t checked_hash_bytes(std::uint64_t megabytes) {
  constexpr std::uint64_t kMebibyte = 1 << 20;
  const std::uint64_t available = available_memory();
  if (megabytes > available / kMebibyte) {
    throw UserError(fmt::format("--hash-mb {}: only {} MiB of memory are available", megabytes,
                                available / kMebibyte));
  }
  return static_cast<std::size_t>(megabytes * kMebibyte);
}

}  // namespace trilith::tools
