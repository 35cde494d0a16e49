// Pipes, deadlines and the end of a child.
#include "tools/external_program.hpp"

#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "engines/error.hpp"

namespace trilith::tools {
namespace {

using Kind = ProgramFault::Kind;
using Clock = ExternalProgram::Clock;

// Of a program that was asked to end by closing its input.
constexpr std::chrono::milliseconds kGraceAtEnd{200};

void close_both(const int (&ends)[2]) {
  for (const int end : ends) close(end);
}

// Milliseconds until then, rounded up, for poll; 0 when it has passed.
int milliseconds_to(ExternalProgram::Deadline deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
  return static_cast<int>(std::clamp<long long>(left, 0, 1'000'000'000));
}

// Waits until the descriptor is ready or closed; false at the deadline.
bool wait_for(int descriptor, short events, ExternalProgram::Deadline deadline) {
  while (true) {
    pollfd ready{descriptor, events, 0};
    const int count = poll(&ready, 1, milliseconds_to(deadline));
    if (count > 0) return true;
    if (count == 0 && Clock::now() >= deadline) return false;
  }
}

std::string end_text(int status) {
  if (WIFSIGNALED(status)) return "ended by signal " + std::to_string(WTERMSIG(status));
  return "ended with status " + std::to_string(WEXITSTATUS(status));
}

}  // namespace

std::string_view fault_text(Kind kind) {
  switch (kind) {
    case Kind::start:
      return "start";
    case Kind::crash:
      return "crash";
    case Kind::timeout:
      return "timeout";
    case Kind::garbage:
      return "garbage";
    default:
      return "illegal";
  }
}

std::string printable(std::string_view text) {
  constexpr std::size_t kMost = 80;
  std::string result;
  for (const char c : text.substr(0, kMost)) result += c >= 32 && c < 127 ? c : '?';
  if (text.size() > kMost) result += "...";
  return result;
}

std::vector<std::string> command_words(std::string_view line) {
  std::vector<std::string> words;
  bool in_word = false;
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote == 0 && (c == ' ' || c == '\t')) {
      in_word = false;
      continue;
    }
    if (!in_word) words.emplace_back();
    in_word = true;
    if (c == '\\' && quote != '\'' && i + 1 < line.size()) {
      words.back() += line[++i];
    } else if (quote != 0 ? c == quote : (c == '\'' || c == '"')) {
      quote = quote != 0 ? '\0' : c;
    } else {
      words.back() += c;
    }
  }
  if (quote != 0 || words.empty() || words[0].empty()) {
    throw UserError("command '" + std::string(line) +
                    "': " + (quote != 0 ? "a quote is not closed" : "names no program"));
  }
  return words;
}

ExternalProgram::ExternalProgram(const std::vector<std::string>& words) {
  std::signal(SIGPIPE, SIG_IGN);  // a program that ended is noticed by the result of write
  int in[2];
  int out[2];
  int failure[2];  // where a failed exec says so; closed by one that succeeds
  if (pipe2(in, O_CLOEXEC) != 0) throw ProgramFault{Kind::start, "no pipe could be made"};
  if (pipe2(out, O_CLOEXEC) != 0) {
    close_both(in);
    throw ProgramFault{Kind::start, "no pipe could be made"};
  }
  if (pipe2(failure, O_CLOEXEC) != 0) {
    close_both(in);
    close_both(out);
    throw ProgramFault{Kind::start, "no pipe could be made"};
  }
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
  pid_ = fork();
  if (pid_ == 0) {
    // Only what is safe after a fork of a program with threads.
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGPIPE, SIG_DFL);
    dup2(in[0], STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    if (nothing >= 0) dup2(nothing, STDERR_FILENO);
    // Files that others opened, such as a journal with its lock, are not the program's.
    close_range(STDERR_FILENO + 1, ~0u, CLOSE_RANGE_CLOEXEC);
    execvp(arguments[0], arguments.data());
    const int error = errno;
    [[maybe_unused]] const ssize_t size = write(failure[1], &error, sizeof error);
    _exit(127);
  }
  if (nothing >= 0) close(nothing);
  close(in[0]);
  close(out[1]);
  close(failure[1]);
  in_ = in[1];
  out_ = out[0];
  int error = pid_ < 0 ? errno : 0;
  if (pid_ > 0) {
    while (read(failure[0], &error, sizeof error) < 0 && errno == EINTR) {
    }
  }
  close(failure[0]);
  if (error != 0) {
    close(in_);
    close(out_);
    if (pid_ > 0) waitpid(pid_, nullptr, 0);
    throw ProgramFault{Kind::start, printable(words[0] + ": " + std::strerror(error))};
  }
  fcntl(in_, F_SETFL, O_NONBLOCK);
  fcntl(out_, F_SETFL, O_NONBLOCK);
}

ExternalProgram::~ExternalProgram() {
  close(in_);
  close(out_);
  if (pid_ <= 0) return;
  const auto deadline = Clock::now() + kGraceAtEnd;
  while (waitpid(pid_, nullptr, WNOHANG) == 0) {
    if (Clock::now() >= deadline) {
      kill(-pid_, SIGKILL);
      kill(pid_, SIGKILL);
      waitpid(pid_, nullptr, 0);
      return;
    }
    usleep(1000);
  }
  kill(-pid_, SIGKILL);  // what it may have started
}

void ExternalProgram::crashed() {
  int status = 0;
  const auto deadline = Clock::now() + kGraceAtEnd;
  pid_t ended = 0;
  while ((ended = waitpid(pid_, &status, WNOHANG)) == 0 && Clock::now() < deadline) usleep(1000);
  if (ended != pid_) throw ProgramFault{Kind::crash, "closed its pipes"};
  kill(-pid_, SIGKILL);
  pid_ = -1;
  throw ProgramFault{Kind::crash, end_text(status)};
}

void ExternalProgram::write_line(std::string_view line, Deadline deadline) {
  std::string text(line);
  text += '\n';
  for (std::size_t sent = 0; sent < text.size();) {
    if (pid_ <= 0) throw ProgramFault{Kind::crash, "has ended"};
    const ssize_t size = write(in_, text.data() + sent, text.size() - sent);
    if (size > 0) {
      sent += static_cast<std::size_t>(size);
    } else if (size < 0 && errno == EAGAIN) {
      if (!wait_for(in_, POLLOUT, deadline)) {
        throw ProgramFault{Kind::timeout, "does not read its input"};
      }
    } else if (errno != EINTR) {
      crashed();
    }
  }
}

std::string ExternalProgram::read_line(Deadline deadline) {
  std::size_t looked_at = begin_;
  while (true) {
    const std::size_t end = buffer_.find('\n', looked_at);
    if (end != std::string::npos) {
      std::string line = buffer_.substr(begin_, end - begin_);
      begin_ = end + 1;
      if (!line.empty() && line.back() == '\r') line.pop_back();
      // A program that never stops to write must not hold us beyond the deadline either.
      if (Clock::now() >= deadline) throw ProgramFault{Kind::timeout, "no answer in time"};
      return line;
    }
    if (buffer_.size() - begin_ > kLongestLine) {
      throw ProgramFault{Kind::garbage,
                         "a line of more than " + std::to_string(kLongestLine) + " characters"};
    }
    buffer_.erase(0, begin_);
    begin_ = 0;
    looked_at = buffer_.size();
    if (pid_ <= 0) throw ProgramFault{Kind::crash, "has ended"};
    if (!wait_for(out_, POLLIN, deadline)) {
      throw ProgramFault{Kind::timeout, "no answer in time"};
    }
    char bytes[4096];
    const ssize_t size = read(out_, bytes, sizeof bytes);
    if (size > 0) {
      buffer_.append(bytes, static_cast<std::size_t>(size));
    } else if (size == 0 || (errno != EAGAIN && errno != EINTR)) {
      crashed();
    }
  }
}

}  // namespace trilith::tools
