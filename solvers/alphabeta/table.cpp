// Memory of the transposition table: zero pages straight from the system, large ones where it has
// them.
#include "solvers/alphabeta/table.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <new>

namespace trilith::alphabeta {

void Table::Release::operator()(Bucket* memory) const { munmap(memory, bytes); }

Table::Memory Table::allocate(std::size_t buckets) {
  const std::size_t bytes = buckets * sizeof(Bucket);
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  madvise(memory, bytes, MADV_HUGEPAGE);  // a wish; without it only speed is lost
  // Zero pages are empty buckets: an atomic word of zeros is a valid object of value 0.
  return Memory(static_cast<Bucket*>(memory), Release{bytes});
}

void Table::resize(std::size_t bytes) {
  const std::size_t buckets = std::bit_floor(std::max<std::size_t>(bytes / sizeof(Bucket), 1));
  memory_.reset();
  memory_ = allocate(buckets);
  buckets_ = buckets;
}

void Table::clear() { resize(bytes()); }

void Table::grow(std::size_t bytes) {
  const std::size_t buckets = std::bit_floor(std::max<std::size_t>(bytes / sizeof(Bucket), 1));
  if (buckets <= buckets_) return;
  Memory old = std::move(memory_);
  const std::size_t old_buckets = buckets_;
  memory_ = allocate(buckets);
  buckets_ = buckets;
  for (std::size_t i = 0; i < old_buckets; ++i) {
    for (const Slot& slot : old[i].slots) {
      const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
      if (data == 0) continue;
      const std::uint64_t check = slot.check.load(std::memory_order_relaxed);
      for (Slot& target :
           bucket(check ^ data).slots) {  // has room: it takes from one old bucket only
        if (target.data.load(std::memory_order_relaxed) != 0) continue;
        target.check.store(check, std::memory_order_relaxed);
        target.data.store(data, std::memory_order_relaxed);
        break;
      }
    }
  }
}

}  // namespace trilith::alphabeta
