// Structured arrays in numpy's file format `.npy` (version 1.0), written whole and read by mapping.
//
// Little-endian records of fixed size without hidden padding; numpy.load(path, mmap_mode="r") gives
// an array with one field per column.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trilith::tools {

static_assert(std::endian::native == std::endian::little, "records are written as they lie");

// A field of a record. `type` is numpy's name of a scalar, such as "<u8" or "|i1"; count > 1 makes
// the field a short array.
struct Column {
  std::string name;
  std::string type;
  std::size_t count = 1;
  std::string words;  // what it means, for the manifest
};

// A record is its columns without gaps; without a name there is one column only and the array is a
// plain one.
struct RecordType {
  std::vector<Column> columns;

  std::size_t size() const;  // bytes
};

// Bytes of a scalar of this type.
std::size_t scalar_size(std::string_view type);

// The beginning of the file, padded as the format wants it.
std::string npy_header(const RecordType& type, std::uint64_t rows);

// What a written file is known by.
struct FileStamp {
  std::string name;  // without the folder
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;
  std::string xxh3;  // 64 bits of the whole file in hexadecimal
  bool operator==(const FileStamp&) const = default;
};

// Writes folder/name whole or not at all. `data` is a whole number of records. Throws UserError.
FileStamp write_npy(const std::string& folder, const std::string& name, const RecordType& type,
                    std::span<const std::byte> data);

template <class Row>
FileStamp write_npy(const std::string& folder, const std::string& name, const RecordType& type,
                    const std::vector<Row>& rows) {
  return write_npy(folder, name, type, std::as_bytes(std::span(rows)));
}

// A file of known type, mapped into memory.
class NpyFile {
 public:
  // Throws CheckFailed when the file is not exactly such an array, UserError when it cannot be
  // read.
  NpyFile(const std::string& path, const RecordType& type);
  ~NpyFile();
  NpyFile(NpyFile&& other) noexcept;
  NpyFile& operator=(NpyFile&&) = delete;

  std::uint64_t rows() const { return rows_; }
  std::uint64_t bytes() const { return size_; }
  // The checksum of the whole file, as FileStamp has it.
  std::string xxh3() const;

  // Row must have the size of a record.
  template <class Row>
  std::span<const Row> as() const {
    return {reinterpret_cast<const Row*>(data_ + header_), static_cast<std::size_t>(rows_)};
  }

 private:
  const std::byte* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t header_ = 0;
  std::uint64_t rows_ = 0;
};

}  // namespace trilith::tools
