// Reads and writes database files; the layout is told in the header.
#include "solvers/retrograde/container.hpp"

#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <bit>
#include <cstring>

#include "engines/error.hpp"

namespace trilith::retrograde {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr char kMagic[8] = {'T', 'R', 'I', 'L', 'R', 'E', 'T', 'R'};
constexpr char kComplete[8] = {'C', 'O', 'M', 'P', 'L', 'E', 'T', 'E'};
constexpr std::size_t kFrameHeader = 24;
constexpr std::size_t kFooter = 32;
constexpr std::size_t kMaxName = 4096;
// Fast, and within a tenth of what the highest levels reach on these bytes.
constexpr int kLevel = 1;

template <class T>
void put(std::vector<char>& bytes, T value) {
  const char* start = reinterpret_cast<const char*>(&value);
  bytes.insert(bytes.end(), start, start + sizeof value);
}

template <class T>
T get(std::span<const char> bytes, std::size_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

// Checksum of `data` that also covers `numbers`, which say where it belongs.
std::uint64_t checksum(std::span<const char> numbers, std::span<const char> data) {
  return XXH3_64bits_withSeed(data.data(), data.size(),
                              XXH3_64bits(numbers.data(), numbers.size()));
}

std::vector<char> header_of(const Plan& plan) {
  std::vector<char> bytes(kMagic, kMagic + sizeof kMagic);
  put(bytes, kContainerVersion);
  put(bytes, plan.block);
  put(bytes, static_cast<std::uint32_t>(plan.name.size()));
  bytes.insert(bytes.end(), plan.name.begin(), plan.name.end());
  put(bytes, std::uint64_t{XXH3_64bits(bytes.data(), bytes.size())});
  return bytes;
}

CheckFailed damaged(const File& file, const std::string& what) {
  return CheckFailed("file '" + file.path() + "': " + what);
}

// Reads the header into the plan; returns its length.
std::uint64_t read_header(const File& file, std::uint64_t size, Plan& plan) {
  constexpr std::size_t kFixed = 20;
  if (size < kFixed + 8) throw damaged(file, "too short for a retrograde database");
  std::vector<char> bytes(kFixed);
  file.read(0, bytes);
  if (std::memcmp(bytes.data(), kMagic, sizeof kMagic) != 0) {
    throw damaged(file, "not a retrograde database: it does not start with TRILRETR");
  }
  const auto version = get<std::uint32_t>(bytes, 8);
  if (version != kContainerVersion) {
    throw damaged(file, "version " + std::to_string(version) + "; this program reads version " +
                            std::to_string(kContainerVersion));
  }
  plan.block = get<std::uint32_t>(bytes, 12);
  const auto length = get<std::uint32_t>(bytes, 16);
  if (plan.block == 0 || plan.block > kMaxBlock || length > kMaxName ||
      size < kFixed + length + 8) {
    throw damaged(file, "damaged header");
  }
  bytes.resize(kFixed + length + 8);
  file.read(0, bytes);
  if (XXH3_64bits(bytes.data(), kFixed + length) != get<std::uint64_t>(bytes, kFixed + length)) {
    throw damaged(file, "damaged header: the checksum does not hold");
  }
  plan.name.assign(bytes.data() + kFixed, length);
  return bytes.size();
}

}  // namespace

BlockCodec::BlockCodec() : compressor_(ZSTD_createCCtx()), decompressor_(ZSTD_createDCtx()) {
  ZSTD_CCtx_setParameter(compressor_.get(), ZSTD_c_compressionLevel, kLevel);
}

std::span<const char> BlockCodec::encode(std::uint32_t tier, std::uint32_t block,
                                         std::span<const Code> codes) {
  buffer_.resize(kFrameHeader + ZSTD_compressBound(codes.size()));
  const std::size_t payload =
      ZSTD_compress2(compressor_.get(), buffer_.data() + kFrameHeader,
                     buffer_.size() - kFrameHeader, codes.data(), codes.size());
  if (ZSTD_isError(payload)) throw std::bad_alloc();
  const std::uint32_t numbers[4] = {tier, block, static_cast<std::uint32_t>(codes.size()),
                                    static_cast<std::uint32_t>(payload)};
  std::memcpy(buffer_.data(), numbers, sizeof numbers);
  const std::uint64_t sum =
      checksum({buffer_.data(), sizeof numbers}, {buffer_.data() + kFrameHeader, payload});
  std::memcpy(buffer_.data() + sizeof numbers, &sum, sizeof sum);
  return {buffer_.data(), kFrameHeader + payload};
}

bool BlockCodec::decode(std::span<const char> frame, std::uint32_t tier, std::uint32_t block,
                        std::span<Code> out) {
  if (frame.size() < kFrameHeader) return false;
  const std::span<const char> payload = frame.subspan(kFrameHeader);
  if (get<std::uint32_t>(frame, 0) != tier || get<std::uint32_t>(frame, 4) != block ||
      get<std::uint32_t>(frame, 8) != out.size() ||
      get<std::uint32_t>(frame, 12) != payload.size() ||
      get<std::uint64_t>(frame, 16) != checksum(frame.first(16), payload)) {
    return false;
  }
  return ZSTD_decompressDCtx(decompressor_.get(), out.data(), out.size(), payload.data(),
                             payload.size()) == out.size();
}

FrameTable::FrameTable(const Plan& of) : plan(of) {
  first_.push_back(0);
  for (std::size_t i = 0; i < plan.tiers.size(); ++i) {
    first_.push_back(first_.back() + plan.blocks(i));
  }
}

void FrameTable::read(const File& file, std::size_t i, std::uint32_t number, BlockCodec& codec,
                      std::vector<char>& frame, std::span<Code> out) const {
  const std::size_t at = first_[i] + number;
  frame.resize(offsets[at + 1] - offsets[at]);
  file.read(offsets[at], frame);
  if (!codec.decode(frame, plan.tiers[i].tier, number, out)) {
    throw damaged(file, "tier " + std::to_string(plan.tiers[i].tier) + ", block " +
                            std::to_string(number) + " at byte " + std::to_string(offsets[at]) +
                            " is damaged");
  }
}

ContainerReader::ContainerReader(const std::string& path)
    : file_(File::open(path)), bytes_(file_.size()), frames_(Plan{}) {
  Plan plan;
  const std::uint64_t start = read_header(file_, bytes_, plan);
  if (bytes_ < start + kFooter) throw damaged(file_, "not complete: it ends without a footer");
  std::vector<char> footer(kFooter);
  file_.read(bytes_ - kFooter, footer);
  const auto index_at = get<std::uint64_t>(footer, 0);
  const auto index_size = get<std::uint64_t>(footer, 8);
  if (std::memcmp(footer.data() + 24, kComplete, sizeof kComplete) != 0) {
    throw damaged(file_, "not complete: it does not end with COMPLETE");
  }
  if (index_at < start || index_at > bytes_ - kFooter ||
      index_size != bytes_ - kFooter - index_at || index_size < 4) {
    throw damaged(file_, "damaged footer");
  }
  std::vector<char> index(index_size);
  file_.read(index_at, index);
  if (checksum(std::span(footer).first(16), index) != get<std::uint64_t>(footer, 16)) {
    throw damaged(file_, "damaged index: the checksum does not hold");
  }
  const auto tiers = get<std::uint32_t>(index, 0);
  if (tiers > (index_size - 4) / 12) throw damaged(file_, "damaged index");
  std::uint64_t blocks = 0;
  const std::uint64_t most = (index_size - 4 - 12 * std::uint64_t{tiers}) / 8;
  for (std::size_t i = 0; i < tiers; ++i) {
    const auto tier = get<std::uint32_t>(index, 4 + 12 * i);
    const auto positions = get<std::uint64_t>(index, 8 + 12 * i);
    if (positions > most * plan.block) throw damaged(file_, "damaged index");
    plan.tiers.push_back({tier, positions});
    blocks += plan.blocks(i);
  }
  if (index_size != 4 + 12 * std::uint64_t{tiers} + 8 * blocks)
    throw damaged(file_, "damaged index");
  frames_ = FrameTable(plan);
  std::uint64_t end = start;  // frames stand one after the other
  for (std::uint64_t i = 0; i < blocks; ++i) {
    const auto offset = get<std::uint64_t>(index, 4 + 12 * std::size_t{tiers} + 8 * i);
    if (i == 0 ? offset != start : offset < end) throw damaged(file_, "damaged index");
    end = offset + kFrameHeader;
    if (end > index_at) throw damaged(file_, "damaged index");
    frames_.offsets.push_back(offset);
  }
  frames_.offsets.push_back(index_at);
}

ContainerWriter::ContainerWriter(const std::string& path, const Plan& plan)
    : path_(path), frames_(plan) {
  if (::access(path.c_str(), F_OK) == 0) {
    throw UserError("file '" + path + "': exists already; remove it or choose another name");
  }
  file_ = File::open_for_writing(path + ".tmp");
  const std::vector<char> header = header_of(plan);
  const std::uint64_t size = file_.size();
  std::vector<char> found(std::min<std::uint64_t>(size, header.size()));
  file_.read(0, found);
  if (found.size() == header.size() && found != header) {
    throw UserError("file '" + file_.path() +
                    "': is of another run (other rules or block size); remove it to start anew");
  }
  frames_.offsets.reserve(frames_.frames() + 1);  // readers in other threads: it must not move
  frames_.offsets.push_back(header.size());
  if (found.size() < header.size()) {
    file_.truncate(0);
    file_.write(0, header);
  } else {
    resume(size);
  }
}

// Takes over whole, sound frames in the order of the plan and cuts off the rest.
void ContainerWriter::resume(std::uint64_t size) {
  BlockCodec codec;
  std::vector<char> frame;
  std::vector<Code> codes;
  while (frames() < frames_.frames()) {
    const std::uint64_t at = bytes();
    if (size - at < kFrameHeader) break;
    frame.resize(kFrameHeader);
    file_.read(at, frame);
    const auto payload = get<std::uint32_t>(frame, 12);
    if (size - at - kFrameHeader < payload) break;
    frame.resize(kFrameHeader + payload);
    file_.read(at, frame);
    const std::size_t i = next_tier();
    const std::uint32_t block = next_block();
    codes.resize(plan().positions(i, block));
    if (!codec.decode(frame, plan().tiers[i].tier, block, codes)) break;
    frames_.offsets.push_back(at + frame.size());
  }
  file_.truncate(bytes());
}

std::size_t ContainerWriter::next_tier() const {
  std::size_t i = 0;
  while (i < plan().tiers.size() && frames_.first_frame(i + 1) <= frames()) ++i;
  return i;
}

std::uint32_t ContainerWriter::next_block() const {
  return static_cast<std::uint32_t>(frames() - frames_.first_frame(next_tier()));
}

void ContainerWriter::append(std::span<const char> frame) {
  file_.write(bytes(), frame);
  frames_.offsets.push_back(bytes() + frame.size());
}

void ContainerWriter::read_raw(std::size_t i, std::uint32_t number,
                               std::vector<char>& frame) const {
  const std::size_t at = frames_.first_frame(i) + number;
  frame.resize(frames_.offsets[at + 1] - frames_.offsets[at]);
  file_.read(frames_.offsets[at], frame);
}

void ContainerWriter::finish() {
  std::vector<char> index;
  put(index, static_cast<std::uint32_t>(plan().tiers.size()));
  for (const TierSize& tier : plan().tiers) {
    put(index, tier.tier);
    put(index, tier.positions);
  }
  for (std::size_t i = 0; i < frames(); ++i) put(index, frames_.offsets[i]);
  std::vector<char> footer;
  put(footer, bytes());
  put(footer, std::uint64_t{index.size()});
  put(footer, checksum(footer, index));
  footer.insert(footer.end(), kComplete, kComplete + sizeof kComplete);
  file_.write(bytes(), index);
  file_.write(bytes() + index.size(), footer);
  file_.flush();
  file_.rename(path_);
}

}  // namespace trilith::retrograde
