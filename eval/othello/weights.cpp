// Evaluation by table look-up, and the weights file.
#include "eval/othello/weights.hpp"

#include <xxhash.h>
#include <zstd.h>

#include <algorithm>
#include <bit>
#include <cassert>

#include "engines/error.hpp"
#include "engines/othello/portable.hpp"

namespace trilith::othello {
namespace {

constexpr std::string_view kMagic = "TRLOTHW\n";
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kHeaderBytes = 28;
constexpr std::size_t kChecksumBytes = 8;
constexpr std::size_t kLongestText = 1 << 16;

void append(std::string& bytes, std::uint64_t value, int count) {
  for (int i = 0; i < count; ++i) bytes += static_cast<char>(value >> (8 * i) & 255);
}

std::uint64_t number(std::string_view bytes, std::size_t at, int count) {
  std::uint64_t value = 0;
  for (int i = count - 1; i >= 0; --i) {
    value = value << 8 | static_cast<unsigned char>(bytes[at + static_cast<std::size_t>(i)]);
  }
  return value;
}

std::uint64_t checksum(std::string_view bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

std::string compressed(const std::string& raw, int effort) {
  std::string packed(ZSTD_compressBound(raw.size()), '\0');
  const std::size_t size =
      ZSTD_compress(packed.data(), packed.size(), raw.data(), raw.size(), effort);
  assert(!ZSTD_isError(size));
  packed.resize(size);
  return packed;
}

int sum(const std::int16_t* table, const std::uint32_t* base, const Indices& indices,
        std::size_t count) {
  int total = 0;
  for (std::size_t lane = 0; lane < count; ++lane) {
    total += table[base[lane] + indices.own[lane] + 2u * indices.enemy[lane]];
  }
  return total;
}

}  // namespace

ExtraTerms extra_terms(int empties, int own_moves, int enemy_moves) {
  return {empties & 1, 2 + std::min(own_moves, kMobilityTerms - 1),
          2 + kMobilityTerms + std::min(enemy_moves, kMobilityTerms - 1)};
}

ExtraTerms extra_terms(Board board) {
  return extra_terms(board.empty_count(), std::popcount(Portable::legal_moves(board)),
                     std::popcount(Portable::legal_moves(board.passed())));
}

Weights::Weights(FeatureSet features, int phases)
    : features_(std::move(features)), phases_(phases) {
  assert(phases >= 1 && phases <= kMaxPhases);
  for (const Feature& feature : features_.features()) {
    base_.push_back(features_.patterns()[feature.pattern].first_entry);
  }
  base_.resize(features_.lanes(), features_.entries() + kExtraTerms);
  table_.assign(static_cast<std::size_t>(phases) * stride(), 0);
}

void Weights::set_phase(int phase, const std::vector<std::int16_t>& weights) {
  assert(phase >= 0 && phase < phases_ && weights.size() == weights_per_phase());
  auto entry = table_.begin() + static_cast<std::ptrdiff_t>(phase * stride());
  for (const Pattern& pattern : features_.patterns()) {
    for (const std::uint32_t number : pattern.class_of) {
      *entry++ = weights[pattern.first_class + number];
    }
  }
  std::copy(weights.end() - kExtraTerms, weights.end(), entry);
}

int Weights::evaluate(const Indices& indices, int empties, const ExtraTerms& terms) const {
  const int phase = phase_of(std::min(empties, 60));
  const std::int16_t* table = table_.data() + static_cast<std::size_t>(phase) * stride();
  const std::int16_t* extra = table + features_.entries();
  const int total = sum(table, base_.data(), indices, features_.size()) + extra[terms.parity] +
                    extra[terms.own] + extra[terms.enemy];
  return std::clamp(total, -kSquares * kUnit, kSquares * kUnit);
}

int Weights::evaluate(const Indices& indices, Board board) const {
  return evaluate(indices, board.empty_count(), extra_terms(board));
}

int Weights::evaluate(Board board) const {
  Indices indices;
  set_indices(features_, board, indices);
  return evaluate(indices, board);
}

int Weights::evaluate(Board board, int own_moves, int enemy_moves) const {
  Indices indices;
  set_indices(features_, board, indices);
  const int empties = board.empty_count();
  return evaluate(indices, empties, extra_terms(empties, own_moves, enemy_moves));
}

std::vector<std::int16_t> Weights::phase_weights(int phase) const {
  assert(phase >= 0 && phase < phases_);
  std::vector<std::int16_t> weights(weights_per_phase());
  const std::int16_t* entry = table_.data() + static_cast<std::size_t>(phase) * stride();
  for (const Pattern& pattern : features_.patterns()) {
    for (const std::uint32_t number : pattern.class_of) {
      weights[pattern.first_class + number] = *entry++;
    }
  }
  std::copy(entry, entry + kExtraTerms, weights.end() - kExtraTerms);
  return weights;
}

EvaluationView Weights::view() const {
  EvaluationView view;
  view.contributions = features_.contributions();
  view.square_contributions = features_.square_contributions();
  view.bases = base_.data();
  view.lanes = features_.lanes();
  view.entries = features_.entries();
  for (std::size_t empties = 0; empties < view.tables.size(); ++empties) {
    const int phase = phase_of(std::min(static_cast<int>(empties), 60));
    view.tables[empties] = table_.data() + static_cast<std::size_t>(phase) * stride();
  }
  return view;
}

std::string Weights::bytes(int effort) const {
  std::string low;
  std::string high;
  std::vector<std::int16_t> before(weights_per_phase(), 0);
  for (int phase = 0; phase < phases_; ++phase) {
    const std::vector<std::int16_t> weights = phase_weights(phase);
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const auto difference = static_cast<std::uint16_t>(weights[i] - before[i]);
      low += static_cast<char>(difference & 255);
      high += static_cast<char>(difference >> 8);
    }
    before = weights;
  }
  const std::string packed = compressed(low + high, effort);
  const std::string table = features_.text();
  std::string bytes(kMagic);
  append(bytes, kVersion, 4);
  append(bytes, static_cast<std::uint64_t>(phases_), 4);
  append(bytes, table.size(), 4);
  append(bytes, note_.size(), 4);
  append(bytes, packed.size(), 4);
  bytes += table + note_ + packed;
  append(bytes, checksum(bytes), 8);
  return bytes;
}

Weights Weights::parse(std::string_view bytes, const std::string& name) {
  const auto fault = [&name](const std::string& why) {
    return UserError("weights file '" + name + "': " + why);
  };
  if (bytes.size() < kHeaderBytes + kChecksumBytes || !bytes.starts_with(kMagic)) {
    throw fault("is no file of Othello weights (made by `trilith othello tune`)");
  }
  if (const std::uint64_t version = number(bytes, 8, 4); version != kVersion) {
    throw fault("version " + std::to_string(version) + ", this program reads version " +
                std::to_string(kVersion));
  }
  const std::string_view content = bytes.substr(0, bytes.size() - kChecksumBytes);
  if (checksum(content) != number(bytes, content.size(), 8)) {
    throw fault("the checksum is wrong: the file is damaged or cut");
  }
  const std::uint64_t phases = number(bytes, 12, 4);
  const std::uint64_t table = number(bytes, 16, 4);
  const std::uint64_t note = number(bytes, 20, 4);
  const std::uint64_t packed = number(bytes, 24, 4);
  if (phases < 1 || phases > kMaxPhases || table > kLongestText || note > kLongestText ||
      kHeaderBytes + table + note + packed != content.size()) {
    throw fault("the lengths in the header do not fit the file");
  }
  Weights weights(FeatureSet::parse(content.substr(kHeaderBytes, table)), static_cast<int>(phases));
  weights.set_note(std::string(content.substr(kHeaderBytes + table, note)));

  const std::size_t per_phase = weights.weights_per_phase();
  const std::size_t count = phases * per_phase;
  std::string raw(2 * count, '\0');
  const std::string_view frame = content.substr(kHeaderBytes + table + note);
  if (ZSTD_decompress(raw.data(), raw.size(), frame.data(), frame.size()) != raw.size()) {
    throw fault("the packed weights do not unpack to " + std::to_string(count) + " numbers");
  }
  std::vector<std::int16_t> values(per_phase, 0);
  for (std::size_t phase = 0; phase < phases; ++phase) {
    for (std::size_t i = 0; i < per_phase; ++i) {
      const std::size_t at = phase * per_phase + i;
      const unsigned difference = static_cast<unsigned char>(raw[at]) |
                                  static_cast<unsigned>(static_cast<unsigned char>(raw[count + at]))
                                      << 8;
      values[i] = static_cast<std::int16_t>(static_cast<std::uint16_t>(values[i]) + difference);
    }
    weights.set_phase(static_cast<int>(phase), values);
  }
  return weights;
}

}  // namespace trilith::othello
