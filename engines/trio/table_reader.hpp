// Reads the fields of a table from text and checks that they can be.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engines/error.hpp"
#include "engines/trio/position.hpp"

namespace trilith::trio {

// Reads one text. With `open`, unknown cards may stand as `?`, as in an observation. Faults name
// the `kind` of the text and the whole of it.
class TableReader {
 public:
  TableReader(const Rules& rules, std::string_view text, bool open, std::string_view kind)
      : text_(text), kind_(kind), open_(open) {
    t_.rules = rules;
  }

  // Turn, hands, centre, taken and what there is of swaps. Throws UserError.
  Table read(std::string_view fields_text);
  // Hands and centre alone. Throws UserError.
  void read_deal(std::string_view fields_text);

  const Table& table() const { return t_; }

  UserError fault(const std::string& why) const;

 private:
  static std::string quoted(std::string_view part);
  std::optional<int> number(std::string_view part) const;
  int seat(std::string_view part, const std::string& what) const;
  // A card's number, 0 for `?`.
  int card(std::string_view part, const std::string& where) const;
  std::vector<std::string_view> by(std::string_view field, int count, const std::string& what);
  Counts counts(std::string_view part, const std::string& where);
  void read_hands(std::string_view field);
  void read_hand(std::string_view part, int s);
  std::uint8_t up_count(std::string_view& up, char sign, const std::string& where);
  void read_centre(std::string_view field);
  void read_taken(std::string_view field);
  void read_option(std::string_view field);
  void read_swap(const std::vector<std::string_view>& parts);

  // In table_checks.cpp: does what was read fit together?
  // Every number in play has all its copies, known or unknown.
  void check_deck() const;
  // The cards face up are equal and fewer than a trio.
  void check_turn();
  void turn_up(int v);
  // What hands are said to hold after swaps must be possible for the cards that are known.
  void check_counts_after_swaps() const;
  void check_held(const Counts& held, int s, const std::string& what) const;

  std::string_view text_;
  std::string_view kind_;
  bool open_;
  Table t_;
};

}  // namespace trilith::trio
