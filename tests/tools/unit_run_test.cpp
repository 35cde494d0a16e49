// Running work units: none lost, none doubled, the same for any number of threads and any past.
#include "tools/unit_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <csignal>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "engines/error.hpp"
#include "engines/random.hpp"
#include "tests/tools/temporary.hpp"

namespace trilith::tools {
namespace {

using testing::content;
using ::testing::HasSubstr;
using testing::TemporaryFolder;

const Json kRun = {{"seed", 7}};

std::string result_of(std::uint64_t unit) { return std::to_string(RandomStream(7, unit)() % 1000); }

// Runs the units of a range, starting from what `path` holds; the file it leaves.
std::string file_after(const std::string& path, UnitRange range, int threads) {
  UnitRun run(range, {});
  run.open_journal(path, kRun);
  EXPECT_EQ(run.work(threads, [](int, std::uint64_t unit) { return result_of(unit); }),
            RunEnd::complete);
  EXPECT_EQ(run.done(), range.size());
  run.finish_journal();
  return content(path);
}

TEST(UnitRun, GivesEveryUnitOnceAndTheHooksSeeThemInOrder) {
  for (const int threads : {1, 2, 5}) {
    std::vector<std::uint64_t> order;
    std::atomic<int> worked = 0;
    int finished = 0;
    UnitRun run({10, 200}, {[&](std::uint64_t, std::string_view) { ++finished; },
                            [&](std::uint64_t unit, std::string_view result) {
                              EXPECT_EQ(result, result_of(unit));
                              order.push_back(unit);
                              return true;
                            }});
    const RunEnd end = run.work(threads, [&](int thread, std::uint64_t unit) {
      EXPECT_LT(thread, threads);
      ++worked;
      return result_of(unit);
    });
    EXPECT_EQ(end, RunEnd::complete);
    EXPECT_TRUE(run.over());
    EXPECT_EQ(worked, 190);
    EXPECT_EQ(finished, 190);
    ASSERT_EQ(order.size(), 190u);
    for (std::uint64_t i = 0; i < 190; ++i) EXPECT_EQ(order[i], 10 + i);
  }
}

TEST(UnitRun, AnyPastGivesTheSameFile) {
  const TemporaryFolder folder;
  const UnitRange range{5, 60};
  const std::string whole = file_after(folder.path("whole"), range, 1);
  for (std::uint64_t trial = 0; trial < 20; ++trial) {
    // Some units in any order and a torn line: what a killed run leaves.
    RandomStream random(trial, 0);
    std::vector<std::uint64_t> units;
    for (std::uint64_t unit = range.first; unit < range.last; ++unit) {
      if (random.below(2) == 0) units.push_back(unit);
    }
    shuffle(units, random);
    std::string past = whole.substr(0, whole.find('\n') + 1);
    for (const std::uint64_t unit : units) {
      past += "{\"unit\":" + std::to_string(unit) + ",\"result\":" + result_of(unit) + "}\n";
    }
    past.erase(past.size() - random.below(5));
    const std::string path = folder.path(std::to_string(trial));
    testing::write(path, past);
    EXPECT_EQ(file_after(path, range, 1 + static_cast<int>(trial % 3)), whole) << trial;
  }
}

TEST(UnitRun, ADecisionCountsUnitsInOrderOnly) {
  const TemporaryFolder folder;
  std::string first;
  for (const int threads : {1, 2, 4}) {
    for (int again = 0; again < 2; ++again) {
      const std::string path = folder.path(std::to_string(threads));
      int counted = 0;
      UnitRun run({0, 1000},
                  {nullptr, [&](std::uint64_t, std::string_view) { return ++counted < 37; }});
      run.open_journal(path, kRun);
      EXPECT_EQ(run.work(threads, [](int, std::uint64_t unit) { return result_of(unit); }),
                RunEnd::decided);
      EXPECT_EQ(counted, 37);
      // With more threads, any number of later units may be done while an early one takes its time.
      if (threads == 1) {
        EXPECT_EQ(run.done(), 37u);
      }
      run.finish_journal();
      if (first.empty()) first = content(path);
      EXPECT_EQ(content(path), first) << threads;
    }
  }
}

bool failed(const UnitRun& run) {
  try {
    run.end();
  } catch (const std::exception&) {
    return true;
  }
  return false;
}

TEST(UnitRun, AnErrorEndsTheRunAndKeepsWhatIsFinished) {
  const TemporaryFolder folder;
  const std::string path = folder.path("journal");
  {
    UnitRun run({0, 100}, {});
    run.open_journal(path, kRun);
    EXPECT_THROW(run.work(2,
                          [&run](int, std::uint64_t unit) {
                            if (unit == 20) throw std::runtime_error("no");
                            // Whatever the scheduler does, the other thread sees the error.
                            while (unit > 20 && !failed(run)) std::this_thread::yield();
                            return result_of(unit);
                          }),
                 std::runtime_error);
    EXPECT_TRUE(run.over());
    EXPECT_GE(run.done(), 19u);
    EXPECT_LE(run.done(), 21u);
  }
  const TemporaryFolder other;
  EXPECT_EQ(file_after(path, {0, 100}, 2), file_after(other.path("journal"), {0, 100}, 1));
}

TEST(UnitRun, UnitsThatComeBackAreGivenOutAgain) {
  UnitRun run({0, 3}, {});
  EXPECT_EQ(run.try_take(), 0u);
  EXPECT_EQ(run.try_take(), 1u);
  run.give_back(0);
  EXPECT_EQ(run.try_take(), 0u);
  EXPECT_EQ(run.try_take(), 2u);
  EXPECT_EQ(run.try_take(), std::nullopt);
  EXPECT_FALSE(run.over());
  run.give_back(1);
  run.finish(1, "1");  // the lost one answered after all
  run.finish(1, "1");
  run.finish(0, "0");
  run.finish(2, "2");
  EXPECT_TRUE(run.over());
  EXPECT_EQ(run.take(), std::nullopt);
  EXPECT_EQ(run.end(), RunEnd::complete);
}

TEST(UnitRun, RefusesAJournalOfOtherUnits) {
  const TemporaryFolder folder;
  const std::string path = folder.path("journal");
  file_after(path, {0, 10}, 1);
  UnitRun run({0, 5}, {});
  try {
    run.open_journal(path, kRun);
    FAIL();
  } catch (const UserError& error) {
    EXPECT_THAT(error.what(), HasSubstr("line 7: unit 5 is outside the units 0:5"));
  }
}

TEST(UnitRun, ReadsRanges) {
  EXPECT_EQ(parse_unit_range("0:5"), (UnitRange{0, 5}));
  EXPECT_EQ(parse_unit_range("17:18").size(), 1u);
  for (const std::string bad :
       {"", "5", "5:", ":5", "5:5", "6:5", "-1:5", "0:5x", "0:5:6", "a:b"}) {
    EXPECT_THROW(parse_unit_range(bad), UserError) << bad;
  }
}

}  // namespace
}  // namespace trilith::tools
