// The fixed-capacity list.
#include "engines/fixed_list.hpp"

#include <gtest/gtest.h>

namespace trilith {
namespace {

TEST(FixedList, KeepsItemsInOrder) {
  FixedList<int, 4> list;
  EXPECT_TRUE(list.empty());
  list.push_back(3);
  list.push_back(1);
  list.push_back(2);
  EXPECT_EQ(list.size(), 3u);
  EXPECT_EQ(list[1], 1);
  int sum = 0;
  for (const int item : list) sum = 10 * sum + item;
  EXPECT_EQ(sum, 312);
  list.truncate(1);
  EXPECT_EQ(list.end() - list.begin(), 1);
  list.clear();
  EXPECT_TRUE(list.empty());
}

}  // namespace
}  // namespace trilith
