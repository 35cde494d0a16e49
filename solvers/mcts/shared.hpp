// Memory access of a tree that one thread owns (kShared = false) or several search (true).
//
// The nodes are plain structs; with several threads every access to a changing member goes through
// std::atomic_ref. Counters are relaxed, as only their final sums matter; `publish` and `observe`
// order the children of a node before the news that there are some; bounds are sequentially
// consistent, so that of two threads that close two children at once one sees both.
#pragma once

#include <atomic>
#include <type_traits>

namespace trilith::mcts {

template <bool kShared, class T>
T load(const T& cell) {
  if constexpr (kShared) {
    return std::atomic_ref<T>(const_cast<T&>(cell)).load(std::memory_order_relaxed);
  } else {
    return cell;
  }
}

template <bool kShared, class T>
void store(T& cell, std::type_identity_t<T> value) {
  if constexpr (kShared) {
    std::atomic_ref<T>(cell).store(value, std::memory_order_relaxed);
  } else {
    cell = value;
  }
}

// Adds and returns the new value.
template <bool kShared, class T>
T add(T& cell, std::type_identity_t<T> delta) {
  if constexpr (kShared) {
    return std::atomic_ref<T>(cell).fetch_add(delta, std::memory_order_relaxed) + delta;
  } else {
    return cell += delta;
  }
}

template <bool kShared, class T>
T observe(const T& cell) {
  if constexpr (kShared) {
    return std::atomic_ref<T>(const_cast<T&>(cell)).load(std::memory_order_acquire);
  } else {
    return cell;
  }
}

template <bool kShared, class T>
void publish(T& cell, std::type_identity_t<T> value) {
  if constexpr (kShared) {
    std::atomic_ref<T>(cell).store(value, std::memory_order_release);
  } else {
    cell = value;
  }
}

}  // namespace trilith::mcts
