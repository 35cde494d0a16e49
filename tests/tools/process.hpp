// A program run as a child with pipes to its standard input and output, for tests.
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <optional>
#include <string>
#include <vector>

namespace trilith {

class Process {
 public:
  explicit Process(const std::vector<std::string>& words) {
    ::signal(SIGPIPE, SIG_IGN);
    int in[2];
    int out[2];
    if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) return;
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    pid_ = fork();
    if (pid_ == 0) {
      dup2(in[0], STDIN_FILENO);
      dup2(out[1], STDOUT_FILENO);
      execv(arguments[0], arguments.data());
      _exit(127);
    }
    ::close(in[0]);
    ::close(out[1]);
    in_ = in[1];
    out_ = out[0];
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process() {
    close_input();
    ::close(out_);
    if (pid_ > 0) {
      kill(pid_, SIGKILL);
      waitpid(pid_, nullptr, 0);
    }
  }

  void signal(int number) {
    if (pid_ > 0) kill(pid_, number);
  }

  bool send(const std::string& text) {
    std::size_t sent = 0;
    while (sent < text.size()) {
      const ssize_t size = ::write(in_, text.data() + sent, text.size() - sent);
      if (size <= 0) return false;
      sent += static_cast<std::size_t>(size);
    }
    return true;
  }

  void close_input() {
    if (in_ >= 0) ::close(in_);
    in_ = -1;
  }

  // The next line without its end; nothing at the end of output or after `seconds` without any.
  std::optional<std::string> read_line(int seconds = 60) {
    while (true) {
      const std::size_t end = buffer_.find('\n');
      if (end != std::string::npos) {
        std::string line = buffer_.substr(0, end);
        buffer_.erase(0, end + 1);
        return line;
      }
      pollfd output{out_, POLLIN, 0};
      if (poll(&output, 1, 1000 * seconds) <= 0) return std::nullopt;
      char bytes[4096];
      const ssize_t size = ::read(out_, bytes, sizeof bytes);
      if (size <= 0) return std::nullopt;
      buffer_.append(bytes, static_cast<std::size_t>(size));
    }
  }

  // Waits for the end of the program; its exit status, or -1 when a signal ended it.
  int wait_for_exit() {
    while (read_line()) {
    }
    int status = 0;
    waitpid(pid_, &status, 0);
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  pid_t pid_ = -1;
  int in_ = -1;
  int out_ = -1;
  std::string buffer_;
};

}  // namespace trilith
