// The file of a certificate: what is claimed, and the answers that prove it.
//
// Numbers little-endian, version 1:
//
//   magic      8 bytes  "TRLPROO1"; the last character is the version
//   rules     24 bytes  like `nested,Sb2,pairs`, filled up with zeros
//   value      1        0 draw, 1 the first player wins, 2 the second player wins
//   plies      1        up to and including the winning placement; 0 for a draw
//   zero       6
//   counts    2 x 16    for each of the two claims (see claims_of): positions, answers
//   packed     8        bytes of the payload
//   checksum   8        XXH3 of all bytes before it and of the payload
//   payload             one zstd frame: a byte per answer, the slot, in the order in which walk.hpp
//                       asks for them, those of the first claim first
//
// Nothing follows. Version 1 is the first.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "tools/certificate/walk.hpp"

namespace trilith::certificate {

enum class Verdict : std::uint8_t { draw = 0, first = 1, second = 2 };

struct Header {
  std::string rules;
  Verdict verdict = Verdict::draw;
  int plies = 0;
  struct Counts {
    std::uint64_t positions = 0;
    std::uint64_t answers = 0;
  };
  std::array<Counts, 2> counts;
};

inline constexpr std::uint64_t kMostPositions = std::uint64_t{1} << 26;  // of a claim

// The two claims that make the verdict. A draw: neither player loses. A win in n plies: the winner
// wins within n, and the loser survives n - 1, so there is no shorter win.
std::array<Claim, 2> claims_of(Verdict verdict, int plies);
std::string claim_text(const Claim& claim);

struct CertificateFile {
  Header header;
  std::string answers;
};

// Throws CheckFailed that calls the file `name` when anything about its form is wrong.
CertificateFile parse_certificate(std::string_view bytes, const std::string& name);
std::string certificate_bytes(const CertificateFile& file);

}  // namespace trilith::certificate
