// Files by POSIX calls.
#include "solvers/retrograde/file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "engines/error.hpp"

namespace trilith::retrograde {

void File::fail(const std::string& what) const {
  throw UserError("file '" + path_ + "': " + what + ": " + std::strerror(errno));
}

File File::open(const std::string& path) {
  File file(::open(path.c_str(), O_RDONLY | O_CLOEXEC), path);
  if (file.descriptor_ < 0) file.fail("cannot be read");
  struct stat status = {};
  if (fstat(file.descriptor_, &status) != 0) file.fail("cannot be read");
  if (!S_ISREG(status.st_mode)) throw UserError("file '" + path + "': not a regular file");
  return file;
}

File File::open_for_writing(const std::string& path) {
  File file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666), path);
  if (file.descriptor_ < 0) file.fail("cannot be written");
  if (flock(file.descriptor_, LOCK_EX | LOCK_NB) != 0) {
    throw UserError("file '" + path + "': another process is writing it");
  }
  return file;
}

File::File(File&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), path_(std::move(other.path_)) {}

File& File::operator=(File&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(path_, other.path_);
  return *this;
}

File::~File() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::uint64_t File::size() const {
  struct stat status = {};
  if (fstat(descriptor_, &status) != 0) fail("cannot be read");
  return static_cast<std::uint64_t>(status.st_size);
}

void File::read(std::uint64_t offset, std::span<char> out) const {
  while (!out.empty()) {
    const ssize_t got = pread(descriptor_, out.data(), out.size(), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("cannot be read");
    if (got == 0)
      throw CheckFailed("file '" + path_ + "': ends early, at byte " + std::to_string(offset));
    offset += static_cast<std::uint64_t>(got);
    out = out.subspan(static_cast<std::size_t>(got));
  }
}

void File::write(std::uint64_t offset, std::span<const char> bytes) {
  while (!bytes.empty()) {
    const ssize_t put = pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) fail("cannot be written");
    offset += static_cast<std::uint64_t>(put);
    bytes = bytes.subspan(static_cast<std::size_t>(put));
  }
}

void File::truncate(std::uint64_t size) {
  if (ftruncate(descriptor_, static_cast<off_t>(size)) != 0) fail("cannot be written");
}

void File::flush() {
  if (fsync(descriptor_) != 0) fail("cannot be written");
}

void File::rename(const std::string& path) {
  if (::rename(path_.c_str(), path.c_str()) != 0) fail("cannot be renamed to '" + path + "'");
  path_ = path;
}

}  // namespace trilith::retrograde
