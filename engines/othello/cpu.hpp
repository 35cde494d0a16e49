// Code paths for different processors: which there are, which this machine can run, their names.
#pragma once

#include <span>
#include <string_view>

namespace trilith::othello {

// portable  plain 64-bit arithmetic, runs on every machine the program was built for
// avx2      x86-64-v3: 256-bit vectors, BMI2
// avx512    x86-64-v4: AVX-512 F, BW, CD, DQ, VL
enum class CpuPath { portable, avx2, avx512 };

// The paths that this machine can run, slowest first; never empty.
std::span<const CpuPath> cpu_paths();

// The fastest of them.
CpuPath best_cpu_path();

std::string_view cpu_path_name(CpuPath path);

// From a name; throws UserError when it is unknown or this machine cannot run it.
CpuPath parse_cpu_path(std::string_view name);

}  // namespace trilith::othello
