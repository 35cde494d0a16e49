// Reading and writing the table of early positions, and the tables that the program brings along.
#include <xxhash.h>
#include <zstd.h>

#include <cassert>
#include <cstring>

#include "engines/error.hpp"
#include "solvers/otrio/early_table.hpp"

namespace trilith::otrio {
namespace {

constexpr std::string_view kMagic = "TRLEARL1";
constexpr std::size_t kRulesBytes = 24;
constexpr std::size_t kCheckedBytes = 8 + kRulesBytes + 4 * 4;  // of the header
constexpr std::size_t kHeaderBytes = kCheckedBytes + 8;
constexpr std::size_t kEntryBytes = 8 + 8 + 4 + 1 + 1;
constexpr std::uint32_t kMostEntries = 1 << 28;
constexpr int kLongestLine = 64;
constexpr int kEffort = 19;  // of zstd

void append(std::string& bytes, std::uint64_t value, int count) {
  for (int i = 0; i < count; ++i) bytes += static_cast<char>(value >> (8 * i) & 255);
}

// Takes numbers off the front of checked bytes.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  std::size_t left() const { return rest_.size(); }
  std::string_view take(std::size_t count) {
    assert(count <= rest_.size());
    const std::string_view front = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return front;
  }
  template <class T>
  T number() {
    std::uint64_t value = 0;
    const std::string_view digits = take(sizeof(T));
    for (std::size_t i = sizeof(T); i-- > 0;) {
      value = value << 8 | static_cast<unsigned char>(digits[i]);
    }
    return static_cast<T>(value);
  }

 private:
  std::string_view rest_;
};

std::uint64_t checksum(std::string_view header, std::string_view packed) {
  return XXH3_64bits_withSeed(packed.data(), packed.size(),
                              XXH3_64bits(header.data(), header.size()));
}

}  // namespace

std::string EarlyTable::bytes() const {
  std::string raw;
  for (const Entry& entry : entries_) {
    append(raw, entry.first, 8);
    append(raw, entry.second, 8);
    append(raw, entry.best, 4);
    append(raw, static_cast<std::uint8_t>(entry.score), 1);
    append(raw, entry.pv_size, 1);
    for (int i = 0; i < entry.pv_size; ++i) {
      append(raw, pvs_[entry.pv_begin + static_cast<std::uint32_t>(i)], 1);
    }
  }
  std::string packed(ZSTD_compressBound(raw.size()), '\0');
  const std::size_t size =
      ZSTD_compress(packed.data(), packed.size(), raw.data(), raw.size(), kEffort);
  assert(!ZSTD_isError(size));
  packed.resize(size);

  std::string file{kMagic};
  std::string text = rules_text(rules_);
  text.resize(kRulesBytes, '\0');
  file += text;
  append(file, static_cast<std::uint64_t>(plies_), 4);
  append(file, entries_.size(), 4);
  append(file, raw.size(), 4);
  append(file, packed.size(), 4);
  append(file, checksum(file, packed), 8);
  return file + packed;
}

std::vector<EarlyTable> EarlyTable::parse(std::string_view bytes, const std::string& name) {
  const auto fail = [&](const std::string& why) -> UserError {
    return UserError("file '" + name + "': " + why);
  };
  std::vector<EarlyTable> tables;
  Reader reader(bytes);
  while (tables.empty() || reader.left() > 0) {
    const std::string_view header =
        bytes.substr(bytes.size() - reader.left()).substr(0, kCheckedBytes);
    if (reader.left() < kHeaderBytes || reader.take(kMagic.size()) != kMagic) {
      throw fail("no table of early Otrio positions");
    }
    const std::string_view text = reader.take(kRulesBytes);
    const auto plies = reader.number<std::uint32_t>();
    const auto count = reader.number<std::uint32_t>();
    const auto raw_size = reader.number<std::uint32_t>();
    const auto packed_size = reader.number<std::uint32_t>();
    const auto check = reader.number<std::uint64_t>();
    if (reader.left() < packed_size) throw fail("is cut short");
    const std::string_view packed = reader.take(packed_size);
    if (checksum(header, packed) != check) throw fail("is damaged: the checksum is wrong");
    if (plies > kMostPlies || count > kMostEntries || raw_size < count * kEntryBytes ||
        raw_size > count * (kEntryBytes + kLongestLine)) {
      throw fail("is damaged: the sizes do not fit");
    }
    std::string raw(raw_size, '\0');
    if (ZSTD_decompress(raw.data(), raw.size(), packed.data(), packed.size()) != raw.size()) {
      throw fail("is damaged: the payload cannot be unpacked");
    }
    const Rules rules = parse_rules(text.substr(0, text.find('\0')));
    tables.push_back(EarlyTable(rules, static_cast<int>(plies)));
    tables.back().decode(raw, count, name);
  }
  return tables;
}

void EarlyTable::decode(std::string_view payload, std::uint32_t count, const std::string& name) {
  const auto damaged = [&] { return UserError("file '" + name + "': is damaged: a wrong entry"); };
  constexpr std::uint64_t kTwoMasks = (std::uint64_t{1} << (2 * kSlots)) - 1;
  Reader reader(payload);
  entries_.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (reader.left() < kEntryBytes) throw damaged();
    Entry entry;
    entry.first = reader.number<std::uint64_t>();
    entry.second = reader.number<std::uint64_t>();
    entry.best = reader.number<std::uint32_t>();
    entry.score = reader.number<std::int8_t>();
    entry.pv_size = reader.number<std::uint8_t>();
    entry.pv_begin = static_cast<std::uint32_t>(pvs_.size());
    const bool rising =
        entries_.empty() || std::pair(entries_.back().first, entries_.back().second) <
                                std::pair(entry.first, entry.second);
    if (!rising || entry.first >> (2 * kSlots) > 3 || (entry.second & ~kTwoMasks) != 0 ||
        entry.best == 0 || (entry.best & ~kAllSlots) != 0 || entry.pv_size > kLongestLine ||
        reader.left() < entry.pv_size) {
      throw damaged();
    }
    for (const char move : reader.take(entry.pv_size)) {
      if (static_cast<unsigned char>(move) > kPass) throw damaged();
      pvs_.push_back(static_cast<Move>(move));
    }
    entries_.push_back(entry);
  }
  if (reader.left() != 0) throw damaged();
}

}  // namespace trilith::otrio
