// Asks the processor what it can.
#include "engines/othello/cpu.hpp"

#include <array>
#include <string>

#include "engines/error.hpp"

namespace trilith::othello {
namespace {

constexpr std::array kAllPaths = {CpuPath::portable, CpuPath::avx2, CpuPath::avx512};

std::size_t count_paths() {
#ifdef TRILITH_OTHELLO_X86_PATHS
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("x86-64-v3")) return 1;
  return __builtin_cpu_supports("x86-64-v4") ? 3 : 2;
#else
  return 1;
#endif
}

}  // namespace

std::span<const CpuPath> cpu_paths() {
  static const std::size_t count = count_paths();
  return std::span(kAllPaths).first(count);
}

CpuPath best_cpu_path() { return cpu_paths().back(); }

std::string_view cpu_path_name(CpuPath path) {
  constexpr std::array<std::string_view, 3> kNames = {"portable", "avx2", "avx512"};
  return kNames[static_cast<std::size_t>(path)];
}

CpuPath parse_cpu_path(std::string_view name) {
  for (const CpuPath path : cpu_paths()) {
    if (cpu_path_name(path) == name) return path;
  }
  for (const CpuPath path : kAllPaths) {
    if (cpu_path_name(path) == name) {
      throw UserError("cpu path '" + std::string(name) +
                      "': this machine cannot run it; the best " + "it can is " +
                      std::string(cpu_path_name(best_cpu_path())));
    }
  }
  throw UserError("cpu path '" + std::string(name) + "' is not one of portable, avx2, avx512");
}

}  // namespace trilith::othello
