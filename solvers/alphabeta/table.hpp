// A transposition table that threads share without locks: bounds on values, and the move to try
// first.
//
// A bucket is one cache line of four entries of two words:
//   word 0   key XOR word 1, so that a torn entry matches no key (Hyatt and Mann, "A lock-less
//            transposition-table implementation for parallel search", 2002)
//   word 1   bits 0-15 lower bound, 16-31 upper bound (signed), 32-39 move, 40-47 depth,
//            48-55 selectivity, 56-61 log2 of the nodes it cost, 62-63 age
// An entry of all zeros is empty: a stored one never has word 1 = 0, since a cost is at least 1.
#pragma once

#include <atomic>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace trilith::alphabeta {

// How much a search result is worth: searched `depth` plies deep with cuts of this `selectivity`. A
// result serves a search that asks for no more of either. Exact solvers leave both at 0.
struct Draft {
  int depth = 0;        // 0..255
  int selectivity = 0;  // 0..255, larger is safer

  bool serves(const Draft& wanted) const {
    return depth >= wanted.depth && selectivity >= wanted.selectivity;
  }
  bool operator==(const Draft&) const = default;
};

struct TableEntry {
  int lower = 0;
  int upper = 0;
  std::uint8_t move = 0;
  Draft draft;
};

class Table {
 public:
  // Takes at most `bytes` (at least one bucket); memory is touched only as it is used.
  explicit Table(std::size_t bytes) { resize(bytes); }

  // Bytes in use by the buckets.
  std::size_t bytes() const { return buckets_ * sizeof(Bucket); }

  // Empties the table and changes its size to the largest power of two of buckets within `bytes`.
  void resize(std::size_t bytes);
  void clear();

  // Keeps the entries while it grows to at most `bytes`; no thread may use the table meanwhile.
  void grow(std::size_t bytes);

  // Entries stored before count as old from now on and are replaced first.
  void new_search() { age_ = (age_ + 1) & 3; }

  void prefetch(std::uint64_t key) const { __builtin_prefetch(&bucket(key)); }

  // The entry of `key`; false when there is none.
  bool probe(std::uint64_t key, TableEntry& entry) const {
    for (const Slot& slot : bucket(key).slots) {
      const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
      if ((slot.check.load(std::memory_order_relaxed) ^ data) == key && data != 0) {
        entry = unpack(data);
        return true;
      }
    }
    return false;
  }

  // Stores what a search of `nodes` nodes found; replaces the entry of the same key or the cheapest
  // of the bucket.
  void store(std::uint64_t key, const TableEntry& entry, std::uint64_t nodes) {
    const auto cost = static_cast<unsigned>(std::bit_width(nodes | 1));
    Bucket& home = bucket(key);
    Slot* victim = nullptr;
    unsigned victim_worth = ~0u;
    for (Slot& slot : home.slots) {
      const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
      if (data == 0 || (slot.check.load(std::memory_order_relaxed) ^ data) == key) {
        victim = &slot;
        break;
      }
      const unsigned worth =
          static_cast<unsigned>(data >> 56 & 63) + (data >> 62 == age_ ? 64u : 0u);
      if (worth < victim_worth) {
        victim_worth = worth;
        victim = &slot;
      }
    }
    const std::uint64_t data = pack(entry, cost, age_);
    victim->check.store(key ^ data, std::memory_order_relaxed);
    victim->data.store(data, std::memory_order_relaxed);
  }

 private:
  struct Slot {
    std::atomic<std::uint64_t> check{0};
    std::atomic<std::uint64_t> data{0};
  };
  struct alignas(64) Bucket {
    Slot slots[4];
  };
  static_assert(sizeof(Bucket) == 64);
  static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

  struct Release {
    std::size_t bytes;
    void operator()(Bucket* memory) const;
  };
  using Memory = std::unique_ptr<Bucket[], Release>;

  static Memory allocate(std::size_t buckets);

  static std::uint64_t pack(const TableEntry& entry, unsigned cost, std::uint64_t age) {
    assert(entry.lower >= -32768 && entry.upper <= 32767 && entry.lower <= entry.upper);
    return static_cast<std::uint16_t>(entry.lower) |
           static_cast<std::uint64_t>(static_cast<std::uint16_t>(entry.upper)) << 16 |
           static_cast<std::uint64_t>(entry.move) << 32 |
           static_cast<std::uint64_t>(entry.draft.depth & 255) << 40 |
           static_cast<std::uint64_t>(entry.draft.selectivity & 255) << 48 |
           static_cast<std::uint64_t>(cost & 63) << 56 | age << 62;
  }
  static TableEntry unpack(std::uint64_t data) {
    return {static_cast<std::int16_t>(data),
            static_cast<std::int16_t>(data >> 16),
            static_cast<std::uint8_t>(data >> 32),
            {static_cast<int>(data >> 40 & 255), static_cast<int>(data >> 48 & 255)}};
  }

  // Buckets are chosen by the low bits: keys are well mixed.
  Bucket& bucket(std::uint64_t key) const { return memory_[key & (buckets_ - 1)]; }

  Memory memory_;
  std::size_t buckets_ = 0;
  std::uint64_t age_ = 0;
};

}  // namespace trilith::alphabeta
