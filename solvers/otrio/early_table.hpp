// Exact values, best moves and best play of every position within the first plies of a rule set.
//
// The file, numbers little-endian (version 1):
//
//   magic     8 bytes  "TRLEARL1"; the last letter is the version
//   rules    24 bytes  text as in rules_text, filled up with zeros
//   plies     4        every running position after at most so many plies is in the table
//   count     4        entries
//   raw       4        bytes of the payload
//   packed    4        bytes of the payload as it is stored
//   checksum  8        XXH3 of the stored payload, with XXH3 of the bytes before as its seed
//   payload            one zstd frame; an entry, in rising order of its two words, is
//                        8  V | R << 27 | due << 54         pieces as in position.hpp
//                        8  G | B << 27
//                        4  mask of the moves that keep value and distance
//                        1  score of the side to place, see score.hpp
//                        1  n, moves of best play; 0 before the last ply, where it follows from
//                           the entries
//                        n  these moves
//
// Of positions that a symmetry of the rule set (one that leaves the blocked slot in its place)
// exchanges, only the least is stored. Several tables may follow each other in a file.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engines/otrio/position.hpp"
#include "engines/otrio/rules.hpp"
#include "solvers/otrio/score.hpp"

namespace trilith::otrio {

// All that a solver can say of a running position.
struct KnownPosition {
  Value value;
  std::vector<Move> best_moves;  // slots rising
  std::vector<Move> pv;
};

// The canonical running positions after 0, 1, ..., `plies` plies, each list in rising order.
std::vector<std::vector<Position>> early_positions(const Rules& rules, int plies);

class EarlyTable {
 public:
  static constexpr int kMostPlies = 8;  // before anybody can be without a placement

  // Values and best moves of all plies from those of the last one, by backward induction: `last`
  // belongs to early_positions(rules, plies).back(), in order.
  static EarlyTable induce(const Rules& rules, int plies, const std::vector<KnownPosition>& last);

  // Every table of a file; throws UserError that calls it `name` when anything is wrong.
  static std::vector<EarlyTable> parse(std::string_view bytes, const std::string& name);
  std::string bytes() const;

  // The table of these rules that the program brings along; null when there is none.
  static const EarlyTable* shipped(const Rules& rules);

  const Rules& rules() const { return rules_; }
  int plies() const { return plies_; }
  std::size_t size() const { return entries_.size(); }

  // `p` is a position under the table's rules.
  std::optional<int> score(const Position& p) const;
  std::optional<KnownPosition> find(const Position& p) const;

  // Throws CheckFailed that names the first entry which does not hold: positions missing or too
  // many, a value that is not the best over its moves' values, a wrong best move, a line of play
  // that does not end as the value says. What is left to trust are the values at the last ply.
  void check() const;

 private:
  struct Entry {
    std::uint64_t first;
    std::uint64_t second;
    SlotMask best;
    std::int8_t score;
    std::uint8_t pv_size;
    std::uint32_t pv_begin;  // in pvs_
  };
  struct Place {
    const Entry* entry;
    int symmetry;  // takes the position to the entry's
  };

  EarlyTable(const Rules& rules, int plies) : rules_(rules), plies_(plies) {}

  void add(const Position& p, int score, SlotMask best, std::span<const Move> pv);
  void sort();
  Place locate(const Position& p) const;
  int score_after(Position p, Move move) const;
  // The best score over the moves of p, and the moves that reach it.
  int best_of(const Position& p, SlotMask& best) const;
  void check_line(const Position& p, const Entry& entry) const;
  void decode(std::string_view payload, std::uint32_t count, const std::string& name);

  Rules rules_;
  int plies_;
  std::vector<Entry> entries_;
  std::vector<Move> pvs_;
};

}  // namespace trilith::otrio
