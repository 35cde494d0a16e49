// Database files: what is written is read, runs resume after any cut, damage is found.
#include "solvers/retrograde/container.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "engines/error.hpp"
#include "engines/random.hpp"
#include "tests/solvers/retrograde/temporary_folder.hpp"

namespace trilith::retrograde {
namespace {

using testing::bytes_of;
using testing::TemporaryFolder;
using testing::write_bytes;

Plan small_plan() { return {"a game", 100, {{2, 250}, {1, 1}, {0, 100}}}; }

std::vector<Code> codes_of(const Plan& plan, std::size_t i, std::uint32_t block) {
  RandomStream random(7, 1000 * i + block);
  std::vector<Code> codes(plan.positions(i, block));
  for (Code& code : codes) code = static_cast<Code>(random.below(4));
  return codes;
}

// Appends the blocks that are not there yet.
void write_rest(ContainerWriter& writer) {
  BlockCodec codec;
  const Plan& plan = writer.plan();
  while (writer.next_tier() < plan.tiers.size()) {
    const std::size_t i = writer.next_tier();
    const std::uint32_t block = writer.next_block();
    writer.append(codec.encode(plan.tiers[i].tier, block, codes_of(plan, i, block)));
  }
  writer.finish();
}

void read_all(const std::string& path) {
  const ContainerReader reader(path);
  BlockCodec codec;
  std::vector<char> frame;
  for (std::size_t i = 0; i < reader.plan().tiers.size(); ++i) {
    for (std::uint32_t block = 0; block < reader.plan().blocks(i); ++block) {
      std::vector<Code> codes(reader.plan().positions(i, block));
      reader.read(i, block, codec, frame, codes);
    }
  }
}

std::string whole_file(const TemporaryFolder& folder) {
  ContainerWriter writer(folder.file("whole"), small_plan());
  write_rest(writer);
  return bytes_of(folder.file("whole"));
}

TEST(Container, ReadsWhatWasWritten) {
  const TemporaryFolder folder;
  whole_file(folder);
  EXPECT_FALSE(std::filesystem::exists(folder.file("whole.tmp")));
  const ContainerReader reader(folder.file("whole"));
  EXPECT_EQ(reader.plan().name, "a game");
  EXPECT_EQ(reader.plan().block, 100u);
  EXPECT_EQ(reader.plan().tiers, small_plan().tiers);
  BlockCodec codec;
  std::vector<char> frame;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::uint32_t block = 0; block < reader.plan().blocks(i); ++block) {
      std::vector<Code> codes(reader.plan().positions(i, block));
      reader.read(i, block, codec, frame, codes);
      EXPECT_EQ(codes, codes_of(small_plan(), i, block));
    }
  }
}

TEST(Container, GoesOnAfterACutAnywhere) {
  const TemporaryFolder folder;
  const std::string whole = whole_file(folder);
  const std::string path = folder.file("again");
  std::uint64_t kept = 0;
  for (std::size_t length = 0; length <= whole.size(); ++length) {
    // Half of the cuts leave garbage behind, as a disk that lost power may.
    write_bytes(path + ".tmp",
                whole.substr(0, length) + (length % 2 == 0 ? "" : std::string(100, '\1')));
    try {
      ContainerWriter writer(path, small_plan());
      EXPECT_GE(writer.frames(), kept);
      kept = writer.frames();
      write_rest(writer);
    } catch (const UserError&) {
      // A header that is followed by garbage before its end is another run's.
      EXPECT_TRUE(length < 34 && length % 2 == 1) << length;
      continue;
    }
    ASSERT_EQ(bytes_of(path), whole) << length;
    std::filesystem::remove(path);
  }
  EXPECT_EQ(kept, 5u);
}

TEST(Container, RefusesAnotherRunAndAnExistingFile) {
  const TemporaryFolder folder;
  whole_file(folder);
  EXPECT_THROW(ContainerWriter(folder.file("whole"), small_plan()), UserError);
  Plan other = small_plan();
  other.name = "b game";
  const ContainerWriter writer(folder.file("new"), small_plan());
  EXPECT_THROW(ContainerWriter(folder.file("new"), small_plan()), UserError);  // it is locked
  EXPECT_THROW(ContainerWriter(folder.file("no folder/new"), small_plan()), UserError);
  EXPECT_THROW(ContainerReader(folder.file("none")), UserError);
  EXPECT_THROW(ContainerReader(folder.file(".")), UserError);
  std::filesystem::copy_file(folder.file("new.tmp"), folder.file("other.tmp"));
  EXPECT_THROW(ContainerWriter(folder.file("other"), other), UserError);
}

TEST(Container, FindsEveryFlippedByte) {
  const TemporaryFolder folder;
  const std::string whole = whole_file(folder);
  const std::string path = folder.file("flipped");
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string flipped = whole;
    flipped[at] = static_cast<char>(flipped[at] ^ (at % 3 == 0 ? 1 : at % 3 == 1 ? 0x80 : 0xff));
    write_bytes(path, flipped);
    EXPECT_THROW(read_all(path), CheckFailed) << "byte " << at;
  }
}

// A reader of hostile files: damaged lengths, cuts, repeated parts.
TEST(Container, SurvivesDamagedFiles) {
  const TemporaryFolder folder;
  const std::string whole = whole_file(folder);
  const std::string path = folder.file("damaged");
  RandomStream random(2026, 5);
  const auto below = [&](std::size_t bound) {
    return random.below(static_cast<std::uint32_t>(bound));
  };
  for (int round = 0; round < 1500; ++round) {
    std::string bytes = whole;
    for (std::uint32_t edits = 1 + random.below(3); edits > 0 && !bytes.empty(); --edits) {
      const std::size_t at = below(bytes.size());
      switch (random.below(4)) {
        case 0:
          bytes.resize(at);
          break;
        case 1:
          bytes.insert(at, bytes.substr(below(bytes.size()), random.below(64)));
          break;
        case 2:
          bytes.erase(at, random.below(64));
          break;
        default:
          for (std::size_t i = at; i < std::min(bytes.size(), at + 8); ++i) {
            bytes[i] = static_cast<char>(random.below(256));
          }
      }
    }
    if (bytes == whole) continue;
    write_bytes(path, bytes);
    EXPECT_THROW(read_all(path), CheckFailed) << "round " << round;
  }
}

}  // namespace
}  // namespace trilith::retrograde
