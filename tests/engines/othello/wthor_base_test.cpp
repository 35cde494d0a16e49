// The whole WTHOR base, when it lies beside the project: every game replays.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "engines/othello/game_record.hpp"
#include "engines/othello/wthor.hpp"

namespace trilith::othello {
namespace {

TEST(WthorBase, EveryGameReplays) {
  const std::filesystem::path folder = std::string(TRILITH_SHARED_DATA) + "/othello/wthor";
  if (!std::filesystem::is_directory(folder)) GTEST_SKIP() << "no WTHOR base in " << folder;
  ArchiveCounts total;
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream file(entry.path(), std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    const std::string bytes = text.str();
    const WthorFile wthor = parse_wthor(bytes, entry.path().filename());
    EXPECT_TRUE(wthor_bytes(wthor) == bytes) << entry.path();
    const ArchiveCounts counts = count_games(wthor.games);
    total.games += counts.games;
    total.unfinished += counts.unfinished;
    total.differing += counts.differing;
    ++files;
  }
  EXPECT_EQ(files, 45);
  EXPECT_EQ(total.games, 130836);
  EXPECT_EQ(total.unfinished, 413);
  EXPECT_EQ(total.differing, 0);
}

}  // namespace
}  // namespace trilith::othello
