// Checks a certificate with the plain rules: every reply to every answer.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

#include "tools/certificate/certificate_file.hpp"

namespace trilith::certificate {

struct Verified {
  std::array<WalkCounts, 2> claims;
};

// Called now and then with the number of answers used up; returns false to give up.
using GoOn = std::function<bool(std::uint64_t used)>;

// Throws CheckFailed that calls the file `name` and says at which answer of which claim the proof
// breaks and why. When `go_on` says no, the result means nothing.
Verified verify(const CertificateFile& file, const std::string& name, const GoOn& go_on = {});

}  // namespace trilith::certificate
