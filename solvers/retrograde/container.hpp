// The file of a solution database: blocks of ranked positions, tier by tier, and an index.
//
// Layout, version 1, all numbers little-endian:
//
//   header   "TRILRETR", u32 version, u32 positions of a full block, u32 length of the name,
//            the name (what was solved: game and rules), u64 XXH3 of all that
//   frames   one for each block: u32 tier, u32 block, u32 positions, u32 bytes of payload,
//            u64 XXH3 of the payload (seeded with the XXH3 of those four numbers), payload
//            (zstd; decoded one byte for each position, see code.hpp)
//   index    u32 tiers, then for each tier in the order of its frames: u32 tier, u64 positions;
//            then the u64 offset of every frame in order
//   footer   u64 offset of the index, u64 its bytes, u64 XXH3 of the index (seeded with the XXH3 of
//            those two numbers), "COMPLETE"
//
// A tier of n positions has ceil(n / full) blocks, all full but the last. Tiers stand in the order
// in which they were solved, so child tiers come first. Files are written as NAME.tmp and renamed
// when the footer is there; frames are self-contained, so a run that was killed goes on after the
// last whole frame.
//
// Versions: 1 (first).
#pragma once

#include <zstd.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "solvers/retrograde/code.hpp"
#include "solvers/retrograde/file.hpp"

namespace trilith::retrograde {

inline constexpr std::uint32_t kContainerVersion = 1;
inline constexpr std::uint32_t kDefaultBlock = 1 << 18;
inline constexpr std::uint32_t kMaxBlock = 1 << 24;

struct TierSize {
  std::uint32_t tier;
  std::uint64_t positions;
  bool operator==(const TierSize&) const = default;
};

// What a file holds, known before the first block is computed.
struct Plan {
  std::string name;
  std::uint32_t block = kDefaultBlock;  // positions of a full block
  std::vector<TierSize> tiers;          // in the order of solving

  std::uint32_t blocks(std::size_t i) const {
    return static_cast<std::uint32_t>((tiers[i].positions + block - 1) / block);
  }
  std::uint32_t positions(std::size_t i, std::uint32_t number) const {
    const std::uint64_t left = tiers[i].positions - std::uint64_t{number} * block;
    return static_cast<std::uint32_t>(left < block ? left : block);
  }
};

// Compresses and decompresses blocks; one for each thread.
class BlockCodec {
 public:
  BlockCodec();
  // The frame of a block, header and payload; valid until the next call.
  std::span<const char> encode(std::uint32_t tier, std::uint32_t block,
                               std::span<const Code> codes);
  // Reads a frame of exactly `out.size()` positions; false when anything in it is not as it should
  // be.
  bool decode(std::span<const char> frame, std::uint32_t tier, std::uint32_t block,
              std::span<Code> out);

 private:
  struct Free {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  };
  std::unique_ptr<ZSTD_CCtx, Free> compressor_;
  std::unique_ptr<ZSTD_DCtx, Free> decompressor_;
  std::vector<char> buffer_;
};

// Where the blocks of tiers are found in a file.
class FrameTable {
 public:
  explicit FrameTable(const Plan& plan);
  // Reads block `number` of the i-th tier of the plan; throws CheckFailed when it is damaged. Many
  // threads may read at once, each with its codec and frame buffer.
  void read(const File& file, std::size_t i, std::uint32_t number, BlockCodec& codec,
            std::vector<char>& frame, std::span<Code> out) const;

  std::uint64_t frames() const { return first_.back(); }
  std::size_t first_frame(std::size_t i) const { return first_[i]; }

  Plan plan;
  std::vector<std::uint64_t> offsets;  // of the frames that are there, and where the last one ends

 private:
  std::vector<std::size_t> first_;  // by tier: number of its first frame; then their count
};

// A complete file, opened for reading. Every length and offset is checked before use.
class ContainerReader {
 public:
  // Throws UserError when the file cannot be read, CheckFailed when it is not a complete, sound
  // database (frames are checked as they are read).
  explicit ContainerReader(const std::string& path);

  const Plan& plan() const { return frames_.plan; }
  std::uint64_t bytes() const { return bytes_; }
  const std::string& path() const { return file_.path(); }
  void read(std::size_t i, std::uint32_t number, BlockCodec& codec, std::vector<char>& frame,
            std::span<Code> out) const {
    frames_.read(file_, i, number, codec, frame, out);
  }

 private:
  File file_;
  std::uint64_t bytes_ = 0;
  FrameTable frames_;
};

// Writes a file frame by frame in the order of the plan, and reads back what is written.
class ContainerWriter {
 public:
  // Goes on with PATH.tmp when it is there. Throws UserError when it is of another plan, in use by
  // another process or cannot be written, or when PATH exists.
  ContainerWriter(const std::string& path, const Plan& plan);

  const Plan& plan() const { return frames_.plan; }
  // Frames that are in the file; the first tier and block that are not.
  std::uint64_t frames() const { return frames_.offsets.size() - 1; }
  std::size_t next_tier() const;
  std::uint32_t next_block() const;
  std::uint64_t bytes() const { return frames_.offsets.back(); }

  void append(std::span<const char> frame);
  void read(std::size_t i, std::uint32_t number, BlockCodec& codec, std::vector<char>& frame,
            std::span<Code> out) const {
    frames_.read(file_, i, number, codec, frame, out);
  }
  // The frame as it stands in the file.
  void read_raw(std::size_t i, std::uint32_t number, std::vector<char>& frame) const;
  // After the last frame: index, footer, rename.
  void finish();

 private:
  void resume(std::uint64_t size);

  std::string path_;
  File file_;
  FrameTable frames_;
};

}  // namespace trilith::retrograde
