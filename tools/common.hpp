// What every subcommand shares: the common options, result lines, reading of files, interruption.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engines/error.hpp"
#include "tools/cli_fwd.hpp"

namespace trilith::tools {

using Json = nlohmann::ordered_json;

struct Common {
  bool json = false;
  bool quiet = false;
  int threads = 0;  // at least 1 after parsing; default all cores
  std::uint64_t seed = 1;
};

// Adds --json, --threads, --seed and --quiet to a subcommand. The result lives as long as its
// callbacks.
std::shared_ptr<Common> add_common(CLI::App& command);

// One result line on stdout; bytes that are not UTF-8 are replaced.
void print_json(const Json& object);

// What JSON found wrong, without the name of its exception.
std::string json_fault(const Json::exception& error);

// The whole content of a file; throws UserError when it cannot be read.
std::string read_file(const std::string& path);

// The lines of a text file without their ends; throws UserError when it cannot be read.
std::vector<std::string> read_lines(const std::string& path);

// A file that comes into being whole or not at all: a temporary beside it that commit() renames,
// through symbolic links. Devices and pipes are written as they are. Throws UserError.
class WholeFile {
 public:
  explicit WholeFile(const std::string& path);
  ~WholeFile();
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  std::ostream& stream() { return file_; }
  void commit();

 private:
  [[noreturn]] void fail(const std::string& why);

  std::string path_;       // as the caller named it
  std::string target_;     // what a rename makes
  std::string temporary_;  // empty when written in place
  std::ofstream file_;
};

// Writes `content` as a WholeFile.
void write_file(const std::string& path, const std::string& content);

// Runs a command that reads what others wrote: damage is then wrong input, not a failed check.
template <class F>
void reading(F&& f) {
  try {
    f();
  } catch (const CheckFailed& failure) {
    throw UserError(failure.what());
  }
}

// Is the stream (1 stdout, 2 stderr) a terminal?
bool is_terminal(int descriptor);

// Set by SIGINT and SIGTERM once catch_interrupts() ran; long work polls it.
const std::atomic<bool>& interrupted();
void catch_interrupts();

// Seconds since it was made.
class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// What a command throws after an interruption: exit status 130; the message says how to go on.
struct Interrupted {
  std::string message;
};

// What a command throws when its output says everything and only the exit status is left to set.
struct ExitStatus {
  int status;
};

}  // namespace trilith::tools
