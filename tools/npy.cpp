// Writing and mapping of .npy files.
#include "tools/npy.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <utility>

#include "engines/error.hpp"

namespace trilith::tools {
namespace {

constexpr std::string_view kMagic{"\x93NUMPY\x01\x00", 8};
constexpr std::size_t kAlignment = 64;
constexpr std::size_t kPrefix = kMagic.size() + 2;  // the magic and the length of the dictionary

std::string hex(std::uint64_t value) { return fmt::format("{:016x}", value); }

std::string descr(const RecordType& type) {
  if (type.columns.size() == 1 && type.columns[0].name.empty()) {
    return fmt::format("'{}'", type.columns[0].type);
  }
  std::string text = "[";
  for (const Column& column : type.columns) {
    text += fmt::format("{}('{}', '{}'", text.size() > 1 ? ", " : "", column.name, column.type);
    if (column.count > 1) text += fmt::format(", ({},)", column.count);
    text += ')';
  }
  return text + ']';
}

// The text of the dictionary before the number of rows.
std::string dictionary_start(const RecordType& type) {
  return "{'descr': " + descr(type) + ", 'fortran_order': False, 'shape': (";
}

}  // namespace

std::size_t scalar_size(std::string_view type) {
  std::size_t size = 0;
  std::from_chars(type.data() + 2, type.data() + type.size(), size);
  return size;
}

std::size_t RecordType::size() const {
  std::size_t bytes = 0;
  for (const Column& column : columns) bytes += column.count * scalar_size(column.type);
  return bytes;
}

std::string npy_header(const RecordType& type, std::uint64_t rows) {
  std::string dictionary = dictionary_start(type) + fmt::format("{},), }}", rows);
  const std::size_t unpadded = kPrefix + dictionary.size() + 1;
  dictionary.append((kAlignment - unpadded % kAlignment) % kAlignment, ' ');
  dictionary += '\n';
  const auto length = static_cast<std::uint16_t>(dictionary.size());
  std::string header(kMagic);
  header += static_cast<char>(length & 0xff);
  header += static_cast<char>(length >> 8);
  return header + dictionary;
}

FileStamp write_npy(const std::string& folder, const std::string& name, const RecordType& type,
                    std::span<const std::byte> data) {
  FileStamp stamp{name, data.size() / type.size(), 0, {}};
  const std::string header = npy_header(type, stamp.rows);
  stamp.bytes = header.size() + data.size();
  XXH3_state_t* const hash = XXH3_createState();
  XXH3_64bits_reset(hash);
  XXH3_64bits_update(hash, header.data(), header.size());
  XXH3_64bits_update(hash, data.data(), data.size());
  stamp.xxh3 = hex(XXH3_64bits_digest(hash));
  XXH3_freeState(hash);

  const std::string path = folder + "/" + name;
  const std::string temporary = path + ".tmp";
  std::FILE* const file = std::fopen(temporary.c_str(), "wb");
  bool good = file != nullptr &&
              std::fwrite(header.data(), 1, header.size(), file) == header.size() &&
              std::fwrite(data.data(), 1, data.size(), file) == data.size();
  int error = errno;
  if (file != nullptr && std::fclose(file) != 0) {
    good = false;
    error = errno;
  }
  if (good && std::rename(temporary.c_str(), path.c_str()) != 0) {
    good = false;
    error = errno;
  }
  if (!good) {
    std::remove(temporary.c_str());
    throw UserError(fmt::format("file '{}': cannot be written: {}", path, std::strerror(error)));
  }
  return stamp;
}

NpyFile::NpyFile(const std::string& path, const RecordType& type) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat info = {};
  if (file < 0 || fstat(file, &info) != 0 || !S_ISREG(info.st_mode)) {
    const std::string why = file < 0 ? std::strerror(errno) : "is not a file";
    if (file >= 0) close(file);
    throw UserError(fmt::format("file '{}': cannot be read: {}", path, why));
  }
  size_ = static_cast<std::size_t>(info.st_size);
  void* const mapped =
      size_ == 0 ? MAP_FAILED : mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  if (mapped != MAP_FAILED) data_ = static_cast<const std::byte*>(mapped);

  // The number of rows that the size leaves must give the header byte by byte.
  const auto damaged = [&](const std::string& why) {
    if (data_ != nullptr) munmap(const_cast<std::byte*>(data_), size_);
    throw CheckFailed(fmt::format("file '{}': {}", path, why));
  };
  const std::string start = dictionary_start(type);
  const std::string_view content(reinterpret_cast<const char*>(data_),
                                 data_ == nullptr ? 0 : size_);
  if (content.size() < kPrefix + start.size() || !content.starts_with(kMagic) ||
      content.substr(kPrefix, start.size()) != start) {
    damaged("is not an array of the columns that the manifest says");
  }
  const std::string_view count = content.substr(kPrefix + start.size(), 20);
  std::from_chars(count.data(), count.data() + count.size(), rows_);
  const std::string header = npy_header(type, rows_);
  if (!content.starts_with(header)) damaged("its header is damaged");
  header_ = header.size();
  if (rows_ > size_ || content.size() - header_ != rows_ * type.size()) {
    damaged(fmt::format("{} rows of {} bytes do not fit its {} bytes", rows_, type.size(), size_));
  }
}

NpyFile::NpyFile(NpyFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      size_(other.size_),
      header_(other.header_),
      rows_(other.rows_) {}

NpyFile::~NpyFile() {
  if (data_ != nullptr) munmap(const_cast<std::byte*>(data_), size_);
}

std::string NpyFile::xxh3() const { return hex(XXH3_64bits(data_, size_)); }

}  // namespace trilith::tools
