// The first exception of a team of threads, kept for the thread that leads them.
#pragma once

#include <atomic>
#include <exception>
#include <mutex>

namespace trilith::retrograde {

class Fault {
 public:
  // Keeps the exception that is being handled, unless there is one.
  void capture() {
    const std::lock_guard lock(mutex_);
    if (!first_) first_ = std::current_exception();
    there_.store(true, std::memory_order_relaxed);
  }

  // For the others, which need not go on.
  explicit operator bool() const { return there_.load(std::memory_order_relaxed); }

  // After the team has ended.
  void rethrow() const {
    if (first_) std::rethrow_exception(first_);
  }

 private:
  std::mutex mutex_;
  std::exception_ptr first_;
  std::atomic<bool> there_{false};
};

}  // namespace trilith::retrograde
