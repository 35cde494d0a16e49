// A file that is read and written at offsets; faults become UserError with the file's name.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace trilith::retrograde {

class File {
 public:
  File() = default;
  // Read only; throws UserError.
  static File open(const std::string& path);
  // Read and write, made when it is not there, locked against other writers; throws UserError.
  static File open_for_writing(const std::string& path);
  File(File&& other) noexcept;
  File& operator=(File&& other) noexcept;
  ~File();

  const std::string& path() const { return path_; }
  std::uint64_t size() const;
  // Fills `out` or throws: UserError when reading fails, CheckFailed when the file ends before.
  void read(std::uint64_t offset, std::span<char> out) const;
  void write(std::uint64_t offset, std::span<const char> bytes);
  void truncate(std::uint64_t size);
  void flush();  // to the disk
  void rename(const std::string& path);

 private:
  File(int descriptor, std::string path) : descriptor_(descriptor), path_(std::move(path)) {}
  [[noreturn]] void fail(const std::string& what) const;

  int descriptor_ = -1;
  std::string path_;
};

}  // namespace trilith::retrograde
