// The positions for which a claim is already proved, with the plies it was proved for.
#pragma once

#include <cstdint>
#include <vector>

#include "tools/certificate/same_future.hpp"

namespace trilith::certificate {

// A hash table by whole names; the plies lie in the unused top of a name's second word. It grows
// with what is stored, to at most three times that.
class KnownClaims {
 public:
  static constexpr int kMostPlies = 127;

  KnownClaims() : slots_(1 << 10) {}

  std::uint64_t size() const { return size_; }

  // The plies stored for `name`, with room for new ones: 0 when there was nothing. Valid until the
  // next call.
  class Entry {
   public:
    int plies() const { return static_cast<int>(slot_.second >> kShift); }
    void set(int plies) {
      slot_.second = (slot_.second & kNameBits) | static_cast<std::uint64_t>(plies) << kShift;
    }

   private:
    friend class KnownClaims;
    explicit Entry(Name& slot) : slot_(slot) {}
    Name& slot_;
  };

  // Plies are 1..kMostPlies once set.
  Entry entry(const Name& name) {
    if (2 * size_ >= slots_.size()) grow();
    Name& slot = find(name);
    if (slot == Name{0, 0}) {
      slot = name;
      ++size_;
    }
    return Entry(slot);
  }

  bool holds(const Name& name) const {
    return const_cast<KnownClaims*>(this)->find(name).second >> kShift != 0;
  }

 private:
  static constexpr int kShift = 57;
  static constexpr std::uint64_t kNameBits = (std::uint64_t{1} << kShift) - 1;

  // The slot of `name`, or the empty one where it belongs. An empty slot is all zeros; a stored one
  // is not, as its plies are at least 1.
  Name& find(const Name& name) {
    std::uint64_t hash = (name.first ^ name.second * 0x9e3779b97f4a7c15u) * 0xd6e8feb86659fd93u;
    hash ^= hash >> 32;
    for (std::size_t at = hash & (slots_.size() - 1);; at = (at + 1) & (slots_.size() - 1)) {
      Name& slot = slots_[at];
      if ((slot.first == name.first && (slot.second & kNameBits) == name.second) ||
          slot == Name{0, 0}) {
        return slot;
      }
    }
  }

  void grow() {
    std::vector<Name> old(2 * slots_.size());
    old.swap(slots_);
    for (const Name& slot : old) {
      if (slot != Name{0, 0}) find({slot.first, slot.second & kNameBits}) = slot;
    }
  }

  std::vector<Name> slots_;
  std::uint64_t size_ = 0;
};

}  // namespace trilith::certificate
