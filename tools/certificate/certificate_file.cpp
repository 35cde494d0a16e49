// Reading and writing certificates; a file is hostile until every length and the checksum fit.
#include "tools/certificate/certificate_file.hpp"

#include <xxhash.h>
#include <zstd.h>

#include <cassert>

#include "engines/error.hpp"

namespace trilith::certificate {
namespace {

constexpr std::string_view kMagic = "TRLPROO1";
constexpr std::size_t kRulesBytes = 24;
constexpr std::size_t kCheckedBytes = 8 + kRulesBytes + 8 + 2 * 16 + 8;
constexpr std::size_t kHeaderBytes = kCheckedBytes + 8;
constexpr int kMostPlies = 108;
constexpr int kEffort = 12;  // of zstd

void append(std::string& bytes, std::uint64_t value, int count) {
  for (int i = 0; i < count; ++i) bytes += static_cast<char>(value >> (8 * i) & 255);
}

std::uint64_t number(std::string_view bytes, std::size_t at, std::size_t count) {
  std::uint64_t value = 0;
  for (std::size_t i = count; i-- > 0;) {
    value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  }
  return value;
}

std::uint64_t checksum(std::string_view header, std::string_view payload) {
  return XXH3_64bits_withSeed(payload.data(), payload.size(),
                              XXH3_64bits(header.data(), header.size()));
}

}  // namespace

std::array<Claim, 2> claims_of(Verdict verdict, int plies) {
  if (verdict == Verdict::draw) {
    return {Claim{Kind::survive, 0, kForever}, Claim{Kind::survive, 1, kForever}};
  }
  const int winner = verdict == Verdict::first ? 0 : 1;
  return {Claim{Kind::win, winner, plies}, Claim{Kind::survive, 1 - winner, plies - 1}};
}

std::string claim_text(const Claim& claim) {
  const std::string player = claim.prover == 0 ? "the first player " : "the second player ";
  if (claim.kind == Kind::survive && claim.plies == kForever) return player + "never loses";
  return player + (claim.kind == Kind::win ? "wins within " : "does not lose within ") +
         std::to_string(claim.plies) + " plies";
}

CertificateFile parse_certificate(std::string_view bytes, const std::string& name) {
  const auto damaged = [&](std::size_t at, const std::string& why) {
    return CheckFailed("certificate '" + name + "', byte " + std::to_string(at) + ": " + why);
  };
  if (!bytes.starts_with(kMagic)) throw damaged(0, "not a certificate of this version");
  if (bytes.size() < kHeaderBytes) throw damaged(bytes.size(), "the header is cut short");
  const std::string_view payload = bytes.substr(kHeaderBytes);
  const std::uint64_t packed = number(bytes, kCheckedBytes - 8, 8);
  if (packed != payload.size()) {
    throw damaged(kCheckedBytes - 8, "promises " + std::to_string(packed) + " bytes of answers, " +
                                         std::to_string(payload.size()) + " are there");
  }
  if (checksum(bytes.substr(0, kCheckedBytes), payload) != number(bytes, kCheckedBytes, 8)) {
    throw damaged(kCheckedBytes, "the checksum does not fit; the file was changed");
  }

  CertificateFile file;
  Header& header = file.header;
  const std::string_view rules = bytes.substr(8, kRulesBytes);
  header.rules = rules.substr(0, rules.find('\0'));
  if (!parse_rule_set(header.rules)) throw damaged(8, "not a rule set for pairs");
  const std::uint64_t verdict = number(bytes, 8 + kRulesBytes, 1);
  header.plies = static_cast<int>(number(bytes, 8 + kRulesBytes + 1, 1));
  header.verdict = static_cast<Verdict>(verdict);
  const bool fits = verdict == 0
                        ? header.plies == 0
                        : verdict <= 2 && header.plies <= kMostPlies &&
                              header.plies % 2 == (verdict == 1 ? 1 : 0) && header.plies > 0;
  if (!fits || number(bytes, 8 + kRulesBytes + 2, 6) != 0) {
    throw damaged(8 + kRulesBytes, "no value that a game can have");
  }
  std::uint64_t answers = 0;
  for (std::size_t i = 0; i < 2; ++i) {
    const std::size_t at = 16 + kRulesBytes + 16 * i;
    header.counts[i] = {number(bytes, at, 8), number(bytes, at + 8, 8)};
    if (header.counts[i].answers > header.counts[i].positions ||
        header.counts[i].positions > kMostPositions) {
      throw damaged(at, "counts that no certificate has");
    }
    answers += header.counts[i].answers;
  }
  if (ZSTD_getFrameContentSize(payload.data(), payload.size()) != answers) {
    throw damaged(kHeaderBytes, "the answers are not as many as promised");
  }
  file.answers.resize(answers);
  if (ZSTD_decompress(file.answers.data(), answers, payload.data(), payload.size()) != answers) {
    throw damaged(kHeaderBytes, "the answers cannot be unpacked");
  }
  return file;
}

std::string certificate_bytes(const CertificateFile& file) {
  std::string packed(ZSTD_compressBound(file.answers.size()), '\0');
  const std::size_t size = ZSTD_compress(packed.data(), packed.size(), file.answers.data(),
                                         file.answers.size(), kEffort);
  assert(!ZSTD_isError(size));
  packed.resize(size);

  std::string bytes{kMagic};
  std::string rules = file.header.rules;
  rules.resize(kRulesBytes, '\0');
  bytes += rules;
  append(bytes, static_cast<std::uint64_t>(file.header.verdict), 1);
  append(bytes, static_cast<std::uint64_t>(file.header.plies), 1);
  append(bytes, 0, 6);
  for (const Header::Counts& counts : file.header.counts) {
    append(bytes, counts.positions, 8);
    append(bytes, counts.answers, 8);
  }
  append(bytes, packed.size(), 8);
  append(bytes, checksum(bytes, packed), 8);
  return bytes + packed;
}

}  // namespace trilith::certificate
