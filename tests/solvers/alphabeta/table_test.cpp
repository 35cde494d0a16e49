// The transposition table: what is stored is found, cheap entries go first, growing keeps entries.
#include "solvers/alphabeta/table.hpp"

#include <gtest/gtest.h>

#include "engines/hashing.hpp"

namespace trilith::alphabeta {
namespace {

TEST(Table, ReturnsWhatWasStored) {
  Table table(1 << 16);
  TableEntry entry;
  EXPECT_FALSE(table.probe(42, entry));
  table.store(42, {-119, 64, 27, {12, 5}}, 1000);
  ASSERT_TRUE(table.probe(42, entry));
  EXPECT_EQ(entry.lower, -119);
  EXPECT_EQ(entry.upper, 64);
  EXPECT_EQ(entry.move, 27);
  EXPECT_EQ(entry.draft, (Draft{12, 5}));
  EXPECT_FALSE(table.probe(43, entry));
  table.clear();
  EXPECT_FALSE(table.probe(42, entry));
}

TEST(Table, KeepsTheCostlyEntriesOfAFullBucket) {
  Table table(1);  // one bucket of four
  for (std::uint64_t key = 1; key <= 4; ++key) table.store(key, {0, 0, 0, {}}, 1 << (4 * key));
  table.store(5, {0, 0, 0, {}}, 1 << 10);
  TableEntry entry;
  EXPECT_FALSE(table.probe(1, entry));
  for (std::uint64_t key = 2; key <= 5; ++key) EXPECT_TRUE(table.probe(key, entry)) << key;
  table.new_search();
  table.store(6, {0, 0, 0, {}}, 1);  // anything new beats what is old
  table.store(7, {0, 0, 0, {}}, 1);
  EXPECT_TRUE(table.probe(7, entry));
}

TEST(Table, GrowingKeepsEveryEntry) {
  Table table(1 << 12);
  const std::size_t before = table.bytes();
  int kept = 0;
  TableEntry entry;
  for (std::uint64_t i = 0; i < 100; ++i) table.store(mix64(i), {-1, 1, 3, {}}, i);
  for (std::uint64_t i = 0; i < 100; ++i) kept += table.probe(mix64(i), entry) ? 1 : 0;
  table.grow(1 << 16);
  EXPECT_EQ(table.bytes(), 16 * before);
  int after = 0;
  for (std::uint64_t i = 0; i < 100; ++i) after += table.probe(mix64(i), entry) ? 1 : 0;
  EXPECT_GT(kept, 90);
  EXPECT_EQ(after, kept);
}

TEST(Draft, ServesWhatAsksForNoMore) {
  EXPECT_TRUE((Draft{8, 2}).serves({8, 2}));
  EXPECT_TRUE((Draft{9, 3}).serves({8, 2}));
  EXPECT_FALSE((Draft{9, 1}).serves({8, 2}));
  EXPECT_FALSE((Draft{7, 2}).serves({8, 2}));
}

}  // namespace
}  // namespace trilith::alphabeta
