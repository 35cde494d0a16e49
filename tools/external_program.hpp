// Another program over pipes, none of whose output is trusted: every wait has a deadline, every
// line a limit, and whatever it does wrong is a ProgramFault.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace trilith::tools {

// What another program did wrong.
struct ProgramFault {
  enum class Kind {
    start,    // it cannot be started or did not get ready
    crash,    // it ended
    timeout,  // it did not answer in time
    garbage,  // its answer is none of the protocol
    illegal,  // its move is none of the game
  };
  Kind kind;
  std::string detail;  // one line of printable ASCII
};
std::string_view fault_text(ProgramFault::Kind kind);

// At most 80 characters of `text` with everything but printable ASCII replaced.
std::string printable(std::string_view text);

// The words of a command line: blanks separate, '...' and "..." quote, \ takes the next character
// as it is outside of '...'. No shell looks at it. Throws UserError for an open quote or no word.
std::vector<std::string> command_words(std::string_view line);

class ExternalProgram {
 public:
  using Clock = std::chrono::steady_clock;
  using Deadline = Clock::time_point;

  static constexpr std::size_t kLongestLine = 1 << 16;

  // Starts the program in a process group of its own, so that Ctrl-C does not reach it; its
  // standard error is dropped. Throws ProgramFault (start) when there is no such program.
  explicit ExternalProgram(const std::vector<std::string>& words);
  // Ends it and what it started.
  ~ExternalProgram();
  ExternalProgram(const ExternalProgram&) = delete;
  ExternalProgram& operator=(const ExternalProgram&) = delete;

  // Both throw ProgramFault: crash, timeout, and garbage for a line that is too long.
  void write_line(std::string_view line, Deadline deadline);
  std::string read_line(Deadline deadline);

 private:
  [[noreturn]] void crashed();

  pid_t pid_ = -1;
  int in_ = -1;
  int out_ = -1;
  std::string buffer_;
  std::size_t begin_ = 0;  // of what is not read yet in buffer_
};

}  // namespace trilith::tools
