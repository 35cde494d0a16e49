// Other programs that do everything wrong that a program can.
#include "tools/external_program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <string>

#include "engines/error.hpp"
#include "tools/othello_external.hpp"

namespace trilith::tools {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using Kind = ProgramFault::Kind;

ExternalProgram::Deadline in_seconds(double seconds) {
  return ExternalProgram::Clock::now() +
         std::chrono::duration_cast<ExternalProgram::Clock::duration>(
             std::chrono::duration<double>(seconds));
}

template <class Action>
ProgramFault fault_of(Action&& action) {
  try {
    action();
  } catch (const ProgramFault& fault) {
    return fault;
  }
  ADD_FAILURE() << "no fault";
  return {};
}

ProgramFault reading(const std::string& script, double seconds) {
  return fault_of([&] {
    ExternalProgram program({"/bin/sh", "-c", script});
    const auto deadline = in_seconds(seconds);
    while (true) program.read_line(deadline);
  });
}

TEST(ExternalProgram, SpeaksLines) {
  ExternalProgram program({"/bin/cat"});
  const auto deadline = in_seconds(60);
  for (const std::string line : {"one", "", "three words here", "\tblanks "}) {
    program.write_line(line, deadline);
    EXPECT_EQ(program.read_line(deadline), line);
  }
  program.write_line("with its end\r", deadline);
  EXPECT_EQ(program.read_line(deadline), "with its end");
  const std::string longest(ExternalProgram::kLongestLine - 10, 'x');
  program.write_line(longest, deadline);
  EXPECT_EQ(program.read_line(deadline), longest);
}

TEST(ExternalProgram, NamesEveryFault) {
  EXPECT_EQ(fault_of([] { ExternalProgram program({"/nowhere/at/all"}); }).kind, Kind::start);
  EXPECT_EQ(fault_of([] { ExternalProgram program({"/"}); }).kind, Kind::start);
  EXPECT_EQ(reading("exit 3", 60).kind, Kind::crash);
  EXPECT_THAT(reading("exit 3", 60).detail, HasSubstr("status 3"));
  EXPECT_THAT(reading("kill -SEGV $$", 60).detail, HasSubstr("signal 11"));
  EXPECT_EQ(reading("sleep 60", 0.05).kind, Kind::timeout);
  EXPECT_EQ(reading("exec >&-; sleep 60", 60).kind, Kind::crash);     // closed its output
  EXPECT_EQ(reading("yes x | tr -d '\\n'", 60).kind, Kind::garbage);  // a line without end
  EXPECT_EQ(reading("yes", 0.05).kind, Kind::timeout);                // lines without end
  EXPECT_EQ(reading("cat /dev/zero", 60).kind, Kind::garbage);
}

// A program that does not read must not block us when the pipe is full.
TEST(ExternalProgram, DoesNotWaitForAProgramThatDoesNotRead) {
  ExternalProgram program({"/bin/sh", "-c", "sleep 60"});
  const ProgramFault fault = fault_of([&] {
    for (int i = 0; i < 1000; ++i) program.write_line(std::string(1000, 'x'), in_seconds(0.05));
  });
  EXPECT_EQ(fault.kind, Kind::timeout);
}

TEST(ExternalProgram, EndsWithWhatItStarted) {
  const auto before = ExternalProgram::Clock::now();
  {
    ExternalProgram program({"/bin/sh", "-c", "trap '' TERM HUP; sleep 60 & sleep 60"});
  }
  EXPECT_LT(ExternalProgram::Clock::now() - before, std::chrono::seconds(30));
}

// A program that outlives us must not hold the lock of our journal.
TEST(ExternalProgram, InheritsNoFiles) {
  constexpr int kOurs = 50;
  ASSERT_EQ(dup2(STDERR_FILENO, kOurs), kOurs);
  ExternalProgram program({"/bin/sh", "-c", "echo $(ls /proc/$$/fd)"});
  EXPECT_THAT(program.read_line(in_seconds(60)), Not(HasSubstr("50")));
  close(kOurs);
}

TEST(ExternalProgram, SplitsCommands) {
  EXPECT_THAT(command_words("  a b\t c "), ElementsAre("a", "b", "c"));
  EXPECT_THAT(command_words("'a b' \"c 'd'\" e\\ f"), ElementsAre("a b", "c 'd'", "e f"));
  EXPECT_THAT(command_words("a '' b\"c\"d"), ElementsAre("a", "", "bcd"));
  EXPECT_THROW(command_words(""), UserError);
  EXPECT_THROW(command_words("   "), UserError);
  EXPECT_THROW(command_words("a 'b"), UserError);
  EXPECT_THROW(command_words("'' a"), UserError);
}

TEST(ExternalSpec, IsReadFromText) {
  const ExternalSpec plain = parse_external("gtp:command=edax -gtp -level 5,7");
  EXPECT_EQ(plain.protocol, ExternalSpec::Protocol::gtp);
  EXPECT_THAT(plain.command, ElementsAre("edax", "-gtp", "-level", "5,7"));
  const ExternalSpec full = parse_external("nboard:start=2,move=0.5,depth=12,command=x");
  EXPECT_EQ(full.protocol, ExternalSpec::Protocol::nboard);
  EXPECT_EQ(full.start_seconds, 2);
  EXPECT_EQ(full.move_seconds, 0.5);
  EXPECT_EQ(full.depth, 12);
  for (const char* text :
       {"gtp:", "gtp:move=3", "gtp:command=", "gtp:move=-1,command=x", "gtp:depth=3,command=x",
        "nboard:seconds=1,command=x", "gtp:move=3,,command=x", "gtp:start=nan,command=x"}) {
    EXPECT_THROW(parse_external(text), UserError) << text;
  }
}

}  // namespace
}  // namespace trilith::tools
