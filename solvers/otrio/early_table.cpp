// The table of early positions: enumeration, induction, look-up and the self-check.
#include "solvers/otrio/early_table.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "engines/error.hpp"
#include "engines/otrio/notation.hpp"
#include "engines/otrio/symmetry.hpp"

namespace trilith::otrio {
namespace {

using Words = std::pair<std::uint64_t, std::uint64_t>;

Words words_of(const Position& p) {
  return {p.pieces[0] | static_cast<std::uint64_t>(p.pieces[1]) << kSlots |
              static_cast<std::uint64_t>(p.due) << (2 * kSlots),
          p.pieces[2] | static_cast<std::uint64_t>(p.pieces[3]) << kSlots};
}

bool is_symmetry(const Rules& rules, int symmetry) {
  if (rules.placement == Placement::nested && symmetry >= 8) return false;
  return !rules.blocked || transform_slot(*rules.blocked, symmetry) == *rules.blocked;
}

// The least image of p, and the first symmetry that leads to it.
std::pair<Words, int> least_image(const Rules& rules, const Position& p) {
  std::pair<Words, int> least{words_of(p), 0};
  for (int symmetry = 1; symmetry < kSymmetries; ++symmetry) {
    if (!is_symmetry(rules, symmetry)) continue;
    const Words words = words_of(transform(p, symmetry));
    if (words < least.first) least = {words, symmetry};
  }
  return least;
}

Position played(const Rules& rules, Position p, Move move) {
  play(p, move, rules.placement, colours(rules.players));
  return p;
}

std::string where(const Rules& rules, const Position& p) {
  return "table of " + rules_text(rules) + ", position '" + position_text(p) + "': ";
}

}  // namespace

std::vector<std::vector<Position>> early_positions(const Rules& rules, int plies) {
  std::vector<std::vector<Position>> levels{{empty_board(rules)}};
  for (int ply = 1; ply <= plies; ++ply) {
    std::vector<std::pair<Words, Position>> next;
    for (const Position& p : levels.back()) {
      for (SlotMask open = placements(p, p.due); open != 0; open &= open - 1) {
        const Position child = played(rules, p, static_cast<Move>(std::countr_zero(open)));
        if (child.status != Status::running) continue;
        const auto [words, symmetry] = least_image(rules, child);
        next.emplace_back(words, transform(child, symmetry));
      }
    }
    const auto by_words = [](const auto& a, const auto& b) { return a.first < b.first; };
    std::sort(next.begin(), next.end(), by_words);
    std::vector<Position>& level = levels.emplace_back();
    for (const auto& [words, p] : next) {
      if (level.empty() || level.back() != p) level.push_back(p);
    }
  }
  return levels;
}

EarlyTable EarlyTable::induce(const Rules& rules, int plies,
                              const std::vector<KnownPosition>& last) {
  EarlyTable table(rules, plies);
  const std::vector<std::vector<Position>> levels = early_positions(rules, plies);
  for (std::size_t i = 0; i < last.size(); ++i) {
    SlotMask best = 0;
    for (const Move move : last[i].best_moves) best |= slot_bit(move);
    table.add(levels.back()[i], score_of_value(last[i].value), best, last[i].pv);
  }
  table.sort();
  for (int ply = plies - 1; ply >= 0; --ply) {
    // Added together at the end: look-ups need the entries in order.
    std::vector<std::pair<int, SlotMask>> found;
    for (const Position& p : levels[ply]) {
      SlotMask best = 0;
      const int score = table.best_of(p, best);
      found.emplace_back(score, best);
    }
    for (std::size_t i = 0; i < found.size(); ++i) {
      table.add(levels[ply][i], found[i].first, found[i].second, {});
    }
    table.sort();
  }
  return table;
}

void EarlyTable::add(const Position& p, int score, SlotMask best, std::span<const Move> pv) {
  const auto [first, second] = words_of(p);
  entries_.push_back({first, second, best, static_cast<std::int8_t>(score),
                      static_cast<std::uint8_t>(pv.size()),
                      static_cast<std::uint32_t>(pvs_.size())});
  pvs_.insert(pvs_.end(), pv.begin(), pv.end());
}

void EarlyTable::sort() {
  std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
    return std::tie(a.first, a.second) < std::tie(b.first, b.second);
  });
}

EarlyTable::Place EarlyTable::locate(const Position& p) const {
  int pieces = 0;
  for (const SlotMask own : p.pieces) pieces += std::popcount(own);
  if (pieces > plies_ || p.status != Status::running) return {nullptr, 0};
  const auto [words, symmetry] = least_image(rules_, p);
  const auto at = std::lower_bound(entries_.begin(), entries_.end(), words,
                                   [](const Entry& entry, const Words& wanted) {
                                     return Words{entry.first, entry.second} < wanted;
                                   });
  const bool found = at != entries_.end() && Words{at->first, at->second} == words;
  return {found ? &*at : nullptr, symmetry};
}

std::optional<int> EarlyTable::score(const Position& p) const {
  const Place place = locate(p);
  if (place.entry == nullptr) return std::nullopt;
  return place.entry->score;
}

std::optional<KnownPosition> EarlyTable::find(const Position& p) const {
  const Place place = locate(p);
  if (place.entry == nullptr) return std::nullopt;
  KnownPosition known{value_of_score(place.entry->score), {}, {}};
  for (Move move = 0; move < kSlots; ++move) {
    if (place.entry->best >> transform(move, place.symmetry) & 1) known.best_moves.push_back(move);
  }
  if (place.entry->pv_size == 0) {
    const Move first = known.best_moves.front();
    known.pv.push_back(first);
    if (const auto next = find(played(rules_, p, first))) {
      known.pv.insert(known.pv.end(), next->pv.begin(), next->pv.end());
    }
    return known;
  }
  // Best play is stored for the entry's position: take it back.
  std::array<Move, kSlots + 1> original{};
  for (Move move = 0; move <= kPass; ++move) original[transform(move, place.symmetry)] = move;
  for (int i = 0; i < place.entry->pv_size; ++i) {
    known.pv.push_back(original[pvs_[place.entry->pv_begin + static_cast<std::uint32_t>(i)]]);
  }
  return known;
}

int EarlyTable::score_after(Position p, Move move) const {
  p = played(rules_, p, move);
  if (p.status == Status::won) return win_in(1);
  if (p.status == Status::drawn) return 0;
  const std::optional<int> child = score(p);
  if (!child) throw CheckFailed(where(rules_, p) + "is not in the table");
  return parent_score(*child);
}

int EarlyTable::best_of(const Position& p, SlotMask& best) const {
  int score = loss_in(0);
  for (SlotMask open = placements(p, p.due); open != 0; open &= open - 1) {
    const int slot = std::countr_zero(open);
    const int reached = score_after(p, static_cast<Move>(slot));
    if (reached > score) best = 0;
    if (reached >= score) best |= slot_bit(slot);
    score = std::max(score, reached);
  }
  return score;
}

void EarlyTable::check() const {
  const std::vector<std::vector<Position>> levels = early_positions(rules_, plies_);
  std::size_t positions = 0;
  for (std::size_t ply = 0; ply < levels.size(); ++ply) {
    positions += levels[ply].size();
    for (const Position& p : levels[ply]) {
      const Place place = locate(p);
      if (place.entry == nullptr) throw CheckFailed(where(rules_, p) + "is not in the table");
      if (static_cast<int>(ply) == plies_) {
        check_line(p, *place.entry);
        continue;
      }
      SlotMask best = 0;
      if (best_of(p, best) != place.entry->score || best != place.entry->best) {
        throw CheckFailed(where(rules_, p) + "is not the best over the positions after it");
      }
    }
  }
  if (positions != entries_.size()) {
    throw CheckFailed("table of " + rules_text(rules_) + ": " + std::to_string(entries_.size()) +
                      " entries for " + std::to_string(positions) + " positions");
  }
}

void EarlyTable::check_line(const Position& start, const Entry& entry) const {
  Position p = start;
  bool good = entry.best != 0 && (entry.best & ~placements(p, p.due)) == 0 && entry.pv_size > 0;
  for (int i = 0; good && i < entry.pv_size; ++i) {
    const Move move = pvs_[entry.pv_begin + static_cast<std::uint32_t>(i)];
    const SlotMask legal = p.status == Status::running ? placements(p, p.due) : 0;
    good = p.status == Status::running &&
           (legal == 0 ? move == kPass : move < kSlots && (legal >> move & 1) != 0) &&
           (i > 0 || (entry.best >> move & 1) != 0);
    if (good) p = played(rules_, p, move);
  }
  const Value value = value_of_score(entry.score);
  good = good && (value.outcome == Outcome::draw
                      ? p.status == Status::drawn
                      : p.status == Status::won && value.plies == entry.pv_size &&
                            (value.outcome == Outcome::win) == (value.plies % 2 == 1));
  if (!good) throw CheckFailed(where(rules_, start) + "best play does not lead to the value");
}

}  // namespace trilith::otrio
