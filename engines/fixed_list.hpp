// A list of fixed capacity on the stack: what move generators fill, without allocation.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <type_traits>

namespace trilith {

template <class T, std::size_t Capacity>
  requires std::is_trivially_copyable_v<T>
class FixedList {
 public:
  using value_type = T;
  static constexpr std::size_t capacity() { return Capacity; }

  FixedList() {}  // NOLINT: leaves the items uninitialised on purpose

  void push_back(T item) {
    assert(size_ < Capacity);
    items_[size_++] = item;
  }
  void clear() { size_ = 0; }
  // Drops the items from `count` on; `count` is at most size().
  void truncate(std::size_t count) {
    assert(count <= size_);
    size_ = count;
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](std::size_t i) {
    assert(i < size_);
    return items_[i];
  }
  const T& operator[](std::size_t i) const {
    assert(i < size_);
    return items_[i];
  }
  T* begin() { return items_.data(); }
  T* end() { return items_.data() + size_; }
  const T* begin() const { return items_.data(); }
  const T* end() const { return items_.data() + size_; }

 private:
  std::size_t size_ = 0;
  std::array<T, Capacity> items_;
};

}  // namespace trilith
