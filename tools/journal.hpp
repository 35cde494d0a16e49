// The journal of a run: what its finished work units gave, kept so that a killed run can go on.
//
// A text file of JSON lines, each flushed when its unit is finished, in the order of finishing:
//
//   {"journal":1,"run":{...}}           what must be equal for two runs to be parts of one
//   {"unit":17,"result":{...}}          what unit 17 gave
//
// A last line without its end is that of a run killed while writing; it is dropped.
#pragma once

#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/common.hpp"

namespace trilith::tools {

// Its name in the folder of a run.
inline constexpr const char* kJournalName = "journal.jsonl";

// A line of a journal in its file.
struct JournalLine {
  std::uint64_t unit = 0;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;  // with its end
};

class Journal {
 public:
  // What a line holds; `result` is JSON that only its writer understands.
  using Take = std::function<void(std::uint64_t unit, std::string_view result)>;

  // Opens or begins the file and hands its lines to `take` in their order. Throws UserError when
  // the file is of another run, is damaged (what `take` throws counts), is in use by another
  // process or cannot be written.
  Journal(const std::string& path, const Json& run, const Take& take);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  // Appends and flushes a line. `result` is JSON without line breaks; the unit is a new one.
  void add(std::uint64_t unit, std::string_view result);

  // Rewrites the file with the units rising and without those from `end` on, so that finished runs
  // leave equal files whatever the order in which their units came.
  void finish(std::uint64_t end);

 private:
  void read(const Json& run, const Take& take);
  void append(std::string_view text);
  [[noreturn]] void fail(const std::string& why) const;

  std::string path_;
  std::FILE* file_ = nullptr;
  std::uint64_t size_ = 0;         // bytes of whole lines
  std::uint64_t header_size_ = 0;  // bytes of the first line
  std::vector<JournalLine> lines_;
};

// A journal that nobody writes to, whose results are read when they are wanted.
class JournalReader {
 public:
  // Throws UserError when the file cannot be read or is damaged.
  explicit JournalReader(const std::string& path);

  const Json& run() const { return run_; }
  // Its lines in the order of the file.
  std::size_t size() const { return lines_.size(); }
  std::uint64_t unit(std::size_t line) const { return lines_[line].unit; }
  std::string result(std::size_t line) const;

 private:
  std::string path_;
  Json run_;
  std::vector<JournalLine> lines_;
};

}  // namespace trilith::tools
