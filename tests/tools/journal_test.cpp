// Journals: what was added comes back, torn ends are dropped, foreign and damaged files refused.
#include "tools/journal.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "engines/error.hpp"
#include "engines/random.hpp"
#include "tests/tools/temporary.hpp"

namespace trilith::tools {
namespace {

using ::testing::AllOf;
using testing::content;
using ::testing::HasSubstr;
using testing::TemporaryFolder;

using Units = std::map<std::uint64_t, std::string>;

const Json kRun = {{"game", "chess"}, {"seed", 7}};

Units read_back(const std::string& path, const Json& run = kRun) {
  Units units;
  const Journal journal(
      path, run, [&](std::uint64_t unit, std::string_view result) { units.emplace(unit, result); });
  return units;
}

std::string refusal(const std::string& path, const Json& run = kRun) {
  try {
    read_back(path, run);
  } catch (const UserError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Journal, GivesBackWhatWasAdded) {
  const TemporaryFolder folder;
  const std::string path = folder.path("journal.jsonl");
  {
    Journal journal(path, kRun, nullptr);
    journal.add(3, R"({"moves":"e4"})");
    journal.add(1, "[1,2]");
  }
  EXPECT_EQ(content(path),
            "{\"journal\":1,\"run\":{\"game\":\"chess\",\"seed\":7}}\n"
            "{\"unit\":3,\"result\":{\"moves\":\"e4\"}}\n"
            "{\"unit\":1,\"result\":[1,2]}\n");
  EXPECT_EQ(read_back(path), (Units{{1, "[1,2]"}, {3, R"({"moves":"e4"})"}}));
  const JournalReader reader(path);
  EXPECT_EQ(reader.run(), kRun);
  ASSERT_EQ(reader.size(), 2u);
  EXPECT_EQ(reader.unit(0), 3u);
  EXPECT_EQ(reader.result(0), R"({"moves":"e4"})");
  EXPECT_EQ(reader.result(1), "[1,2]");
}

TEST(Journal, DropsATornLastLineWhereverItIsTorn) {
  const TemporaryFolder folder;
  const std::string path = folder.path("journal.jsonl");
  {
    Journal journal(path, kRun, nullptr);
    for (int unit = 0; unit < 3; ++unit) journal.add(unit, std::to_string(100 + unit));
  }
  const std::string whole = content(path);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    testing::write(path, whole.substr(0, size));
    const auto ends = std::count(whole.begin(), whole.begin() + static_cast<long>(size), '\n');
    std::size_t kept = ends == 0 ? 0 : static_cast<std::size_t>(ends) - 1;
    EXPECT_EQ(read_back(path).size(), kept) << size;
    Journal journal(path, kRun, [](auto, auto) {});
    for (; kept < 3; ++kept) journal.add(kept, std::to_string(100 + kept));
    EXPECT_EQ(content(path), whole) << size;
  }
}

TEST(Journal, RefusesWhatIsNotItsRun) {
  const TemporaryFolder folder;
  const std::string path = folder.path("journal.jsonl");
  {
    const Journal journal(path, kRun, nullptr);
  }
  EXPECT_THAT(refusal(path, {{"game", "chess"}, {"seed", 8}}),
              AllOf(HasSubstr(path), HasSubstr("seed is 7, not 8")));
  EXPECT_THAT(refusal(path, {{"game", "go"}, {"seed", 7}}), HasSubstr("game is \"chess\""));
  EXPECT_THAT(refusal(path, {{"game", "chess"}}), HasSubstr("another run"));
  testing::write(path, "X\n");
  EXPECT_THAT(refusal(path), HasSubstr("not the first line of a journal"));
  testing::write(path, "{\"journal\":99,\"run\":{}}\n");
  EXPECT_THAT(refusal(path), HasSubstr("version 99"));
  EXPECT_THAT(refusal(folder.path(".")), HasSubstr("is not a file"));
  EXPECT_THAT(refusal(folder.path("missing/journal")), HasSubstr("cannot be opened"));
}

TEST(Journal, NamesTheLineThatIsDamaged) {
  const TemporaryFolder folder;
  const std::string path = folder.path("journal.jsonl");
  const std::string head = Json{{"journal", 1}, {"run", kRun}}.dump() + '\n';
  for (const std::string bad :
       {"", "{}", "{\"unit\":}", "{\"unit\":1}", "{\"unit\":1,\"result\":}",
        "{\"unit\":99999999999999999999,\"result\":1}", "{\"unit\":-1,\"result\":1}"}) {
    testing::write(path, head + "{\"unit\":0,\"result\":1}\n" + bad + "\n");
    EXPECT_THAT(refusal(path), HasSubstr("line 3: ")) << bad;
  }
  testing::write(path, head + "{\"unit\":0,\"result\":1}\n{\"unit\":0,\"result\":1}\n");
  EXPECT_THAT(refusal(path), HasSubstr("line 3: unit 0 is there twice"));
}

TEST(Journal, RefusesASecondWriter) {
  const TemporaryFolder folder;
  const std::string path = folder.path("journal.jsonl");
  Journal journal(path, kRun, nullptr);
  EXPECT_THAT(refusal(path), HasSubstr("in use by another run"));
  journal.add(1, "1");
  journal.add(0, "0");
  journal.finish(2);
  EXPECT_THAT(refusal(path), HasSubstr("in use by another run"));
}

TEST(Journal, FinishSortsAndCuts) {
  const TemporaryFolder folder;
  const std::string path = folder.path("journal.jsonl");
  std::vector<std::uint64_t> order = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  RandomStream random(1, 0);
  shuffle(order, random);
  Journal journal(path, kRun, nullptr);
  for (const std::uint64_t unit : order) journal.add(unit, std::to_string(unit * unit));
  journal.finish(10);
  std::string expected = Json{{"journal", 1}, {"run", kRun}}.dump() + '\n';
  for (int unit = 0; unit < 10; ++unit) {
    expected +=
        "{\"unit\":" + std::to_string(unit) + ",\"result\":" + std::to_string(unit * unit) + "}\n";
  }
  EXPECT_EQ(content(path), expected);
  journal.finish(10);
  EXPECT_EQ(content(path), expected);
  journal.add(10, "100");
  EXPECT_EQ(content(path), expected + "{\"unit\":10,\"result\":100}\n");
}

}  // namespace
}  // namespace trilith::tools
