// Reading, appending and sorting of journals.
#include "tools/journal.hpp"

#include <fmt/core.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <unordered_set>

#include "engines/error.hpp"

namespace trilith::tools {
namespace {

constexpr int kVersion = 1;
constexpr std::string_view kUnitKey = "{\"unit\":";
constexpr std::string_view kResultKey = ",\"result\":";

struct Entry {
  std::uint64_t unit = 0;
  std::string_view result;
};

// The frame of a line is ours to the byte; the result inside is for its taker to judge.
Entry parse_entry(std::string_view line) {
  Entry entry;
  if (line.starts_with(kUnitKey)) {
    const char* const end = line.data() + line.size();
    const auto [stop, error] = std::from_chars(line.data() + kUnitKey.size(), end, entry.unit);
    const std::string_view rest(stop, static_cast<std::size_t>(end - stop));
    if (error == std::errc() && rest.starts_with(kResultKey) && rest.ends_with('}') &&
        rest.size() > kResultKey.size() + 1) {
      entry.result = rest.substr(kResultKey.size(), rest.size() - kResultKey.size() - 1);
      return entry;
    }
  }
  throw UserError("is not {\"unit\":N,\"result\":...}");
}

Json parse_header(std::string_view line) {
  Json header = Json::parse(line, nullptr, false);
  if (!header.is_object() || !header.contains("run") || !header.contains("journal")) {
    throw UserError("is not the first line of a journal");
  }
  if (header["journal"] != kVersion) {
    throw UserError(fmt::format("is of version {}; this program reads version {}",
                                header["journal"].dump(), kVersion));
  }
  return header["run"];
}

// Says what the first difference of two runs is.
void require_equal(const Json& there, const Json& here) {
  if (there == here) return;
  if (there.is_object() && here.is_object()) {
    for (const auto& [name, value] : here.items()) {
      const std::string was = there.contains(name) ? there[name].dump() : "missing";
      if (was == value.dump()) continue;
      throw UserError(fmt::format("is of another run: its {} is {}, not {}; give another place",
                                  name, was, value.dump()));
    }
  }
  throw UserError("is of another run: it says " + there.dump());
}

// Calls on_run(run), then on_line(entry, line) for every whole line; the size of the first line, 0
// when there is none.
template <class OnRun, class OnLine>
std::uint64_t scan(const std::string& path, OnRun&& on_run, OnLine&& on_line) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw UserError(fmt::format("journal '{}' cannot be read", path));
  std::uint64_t header_size = 0;
  std::uint64_t offset = 0;
  std::unordered_set<std::uint64_t> seen;
  std::string text;
  for (std::size_t number = 1; std::getline(in, text) && !in.eof(); ++number) {
    const std::uint64_t size = text.size() + 1;
    try {
      if (number == 1) {
        on_run(parse_header(text));
        header_size = size;
      } else {
        const Entry entry = parse_entry(text);
        if (!seen.insert(entry.unit).second) {
          throw UserError(fmt::format("unit {} is there twice", entry.unit));
        }
        on_line(entry, JournalLine{entry.unit, offset, size});
      }
    } catch (const std::exception& error) {
      throw UserError(fmt::format("journal '{}' line {}: {}", path, number, error.what()));
    }
    offset += size;
  }
  return header_size;
}

}  // namespace

Journal::Journal(const std::string& path, const Json& run, const Take& take) : path_(path) {
  struct stat info = {};
  if (stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode)) fail("is not a file");
  file_ = std::fopen(path.c_str(), "ab+");
  if (file_ == nullptr) fail(fmt::format("cannot be opened: {}", std::strerror(errno)));
  try {
    if (flock(fileno(file_), LOCK_EX | LOCK_NB) != 0) fail("is in use by another run");
    read(run, take);
    if (ftruncate(fileno(file_), static_cast<off_t>(size_)) != 0) {
      fail(fmt::format("cannot be written: {}", std::strerror(errno)));
    }
    if (size_ == 0) {
      append(Json{{"journal", kVersion}, {"run", run}}.dump() + '\n');
      header_size_ = size_;
    }
  } catch (...) {
    std::fclose(file_);
    throw;
  }
}

Journal::~Journal() { std::fclose(file_); }

void Journal::read(const Json& run, const Take& take) {
  header_size_ = scan(
      path_, [&](const Json& there) { require_equal(there, run); },
      [&](const Entry& entry, const JournalLine& line) {
        take(entry.unit, entry.result);
        lines_.push_back(line);
      });
  size_ = lines_.empty() ? header_size_ : lines_.back().offset + lines_.back().size;
}

void Journal::add(std::uint64_t unit, std::string_view result) {
  const std::string line = fmt::format("{}{}{}{}}}\n", kUnitKey, unit, kResultKey, result);
  lines_.push_back({unit, size_, line.size()});
  append(line);
}

void Journal::append(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size() || std::fflush(file_) != 0) {
    fail(fmt::format("cannot be written: {}", std::strerror(errno)));
  }
  size_ += text.size();
}

void Journal::finish(std::uint64_t end) {
  std::vector<JournalLine> kept;
  for (const JournalLine& line : lines_) {
    if (line.unit < end) kept.push_back(line);
  }
  const auto rises = [](const JournalLine& a, const JournalLine& b) { return a.unit < b.unit; };
  if (kept.size() == lines_.size() && std::is_sorted(kept.begin(), kept.end(), rises)) return;
  std::sort(kept.begin(), kept.end(), rises);
  kept.insert(kept.begin(), {0, 0, header_size_});

  const std::string temporary = path_ + ".tmp";
  std::FILE* const sorted = std::fopen(temporary.c_str(), "wb+");
  if (sorted == nullptr) fail(fmt::format("cannot be rewritten: {}", std::strerror(errno)));
  bool good = flock(fileno(sorted), LOCK_EX | LOCK_NB) == 0;
  std::string text;
  std::uint64_t offset = 0;
  for (JournalLine& line : kept) {
    if (!good) break;
    text.resize(line.size);
    good = pread(fileno(file_), text.data(), text.size(), static_cast<off_t>(line.offset)) ==
               static_cast<ssize_t>(text.size()) &&
           std::fwrite(text.data(), 1, text.size(), sorted) == text.size();
    line.offset = offset;
    offset += line.size;
  }
  if (!good || std::fflush(sorted) != 0 || std::rename(temporary.c_str(), path_.c_str()) != 0) {
    const std::string why = std::strerror(errno);
    std::fclose(sorted);
    std::remove(temporary.c_str());
    fail("cannot be rewritten: " + why);
  }
  std::fclose(file_);
  file_ = sorted;  // its lock and its place at the end serve further lines
  size_ = offset;
  lines_.assign(kept.begin() + 1, kept.end());
}

void Journal::fail(const std::string& why) const {
  throw UserError(fmt::format("journal '{}' {}", path_, why));
}

JournalReader::JournalReader(const std::string& path) : path_(path) {
  const std::uint64_t header_size =
      std::filesystem::is_directory(path)
          ? 0
          : scan(
                path, [this](const Json& run) { run_ = run; },
                [this](const Entry&, const JournalLine& line) { lines_.push_back(line); });
  if (header_size == 0) throw UserError(fmt::format("journal '{}' has no first line", path));
}

std::string JournalReader::result(std::size_t line) const {
  std::ifstream in(path_, std::ios::binary);
  std::string text(lines_[line].size - 1, '\0');
  in.seekg(static_cast<std::streamoff>(lines_[line].offset));
  if (!in.read(text.data(), static_cast<std::streamsize>(text.size()))) {
    throw UserError(fmt::format("journal '{}' cannot be read", path_));
  }
  return std::string(parse_entry(text).result);
}

}  // namespace trilith::tools
