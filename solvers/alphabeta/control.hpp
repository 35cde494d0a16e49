// What the threads of one search share beside the table: the stop signal, limits, and who is where.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>

namespace trilith::alphabeta {

// Limits of a search; the defaults never stop it.
struct Limits {
  std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();  // over all threads
  double seconds = std::numeric_limits<double>::infinity();
  const std::atomic<bool>* interrupt = nullptr;  // the caller's own stop signal, may be null
};

class Control {
 public:
  explicit Control(const Limits& limits = {}) : limits_(limits) {}

  // Has a limit or the caller stopped the whole search?
  bool stopped() const { return stopped_.load(std::memory_order_relaxed); }
  void stop() { stopped_.store(true, std::memory_order_relaxed); }

  // Adds nodes to the total and looks at the limits; every thread calls it every few thousand
  // nodes.
  void report(std::uint64_t nodes) {
    const std::uint64_t total = nodes_.fetch_add(nodes, std::memory_order_relaxed) + nodes;
    if (total >= limits_.nodes || seconds() >= limits_.seconds ||
        (limits_.interrupt != nullptr && limits_.interrupt->load(std::memory_order_relaxed))) {
      stop();
    }
  }

  std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

  // Nodes that threads are searching now, so that others take another one first. A table of keys
  // with neither locks nor certainty: a lost mark costs work done twice, never a wrong value.
  // (Kerrigan, "Simplified ABDADA", 2016, after Weill, "The ABDADA distributed minimax search
  // algorithm", 1996.)
  bool busy(std::uint64_t key) const { return cell(key).load(std::memory_order_relaxed) == key; }
  void enter(std::uint64_t key) { cell(key).store(key, std::memory_order_relaxed); }
  void leave(std::uint64_t key) {
    if (busy(key)) cell(key).store(0, std::memory_order_relaxed);
  }

 private:
  static constexpr std::size_t kCells = 1 << 12;

  const std::atomic<std::uint64_t>& cell(std::uint64_t key) const {
    return busy_[key >> 20 & (kCells - 1)];
  }
  std::atomic<std::uint64_t>& cell(std::uint64_t key) { return busy_[key >> 20 & (kCells - 1)]; }

  Limits limits_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::atomic<bool> stopped_{false};
  std::atomic<std::uint64_t> nodes_{0};
  std::array<std::atomic<std::uint64_t>, kCells> busy_{};
};

}  // namespace trilith::alphabeta
