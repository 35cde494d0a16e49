// Reads the fields of a table one by one.
#include "engines/trio/table_reader.hpp"

#include <array>
#include <charconv>

#include "engines/trio/text_parts.hpp"

namespace trilith::trio {

UserError TableReader::fault(const std::string& why) const {
  return UserError(std::string(kind_) + " '" + std::string(text_) + "': " + why);
}

Table TableReader::read(std::string_view fields_text) {
  const std::vector<std::string_view> fields = split(fields_text, ' ');
  if (fields.size() < 4) {
    throw fault("has " + std::to_string(fields.size()) +
                " fields; turn, hands, centre and taken are needed, one blank between them");
  }
  t_.turn = static_cast<std::uint8_t>(seat(fields[0], "turn"));
  read_hands(fields[1]);
  read_centre(fields[2]);
  read_taken(fields[3]);
  for (std::size_t i = 4; i < fields.size(); ++i) read_option(fields[i]);
  check_deck();
  check_turn();
  check_counts_after_swaps();
  return t_;
}

void TableReader::read_deal(std::string_view fields_text) {
  const std::vector<std::string_view> fields = split(fields_text, ' ');
  if (fields.size() != 2) throw fault("needs the hands and the centre, one blank between them");
  read_hands(fields[0]);
  read_centre(fields[1]);
  check_deck();
}

std::string TableReader::quoted(std::string_view part) { return '\'' + std::string(part) + '\''; }

std::optional<int> TableReader::number(std::string_view part) const {
  int value = 0;
  const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
  if (error != std::errc{} || end != part.data() + part.size() || part[0] == '-') return {};
  return value;
}

int TableReader::seat(std::string_view part, const std::string& what) const {
  const std::optional<int> value = number(part);
  if (!value || *value < 1 || *value > t_.rules.players) {
    throw fault(what + " " + quoted(part) + " is not a seat from 1 to " +
                std::to_string(t_.rules.players));
  }
  return *value - 1;
}

int TableReader::card(std::string_view part, const std::string& where) const {
  if (part == "?" && open_) return 0;
  const std::optional<int> value = number(part);
  if (!value || *value < 1 || *value > t_.rules.numbers) {
    throw fault(where + ": " + quoted(part) + " is not a number from 1 to " +
                std::to_string(t_.rules.numbers) + (open_ ? " or ?" : ""));
  }
  return *value;
}

std::vector<std::string_view> TableReader::by(std::string_view field, int count,
                                              const std::string& what) {
  std::vector<std::string_view> parts = split(field, ';');
  if (static_cast<int>(parts.size()) != count) {
    throw fault(what + ": " + std::to_string(parts.size()) + " parts instead of " +
                std::to_string(count));
  }
  return parts;
}

Counts TableReader::counts(std::string_view part, const std::string& where) {
  Counts result;
  if (part == "-") return result;
  for (const std::string_view item : split(part, ',')) {
    const int v = card(item, where);
    if (v == 0) throw fault(where + ": ? is not a number");
    if (result[v] == t_.rules.copies) throw fault(where + ": too many copies of a number");
    result.add(v);
  }
  return result;
}

void TableReader::read_hands(std::string_view field) {
  const std::vector<std::string_view> parts = by(field, t_.rules.players, "hands");
  for (int s = 0; s < t_.rules.players; ++s) read_hand(parts[s], s);
}

void TableReader::read_hand(std::string_view part, int s) {
  const std::string where = "hand of seat " + std::to_string(s + 1);
  Hand& hand = t_.hands[s];
  const std::size_t ups = part.find_first_of("-+");
  std::string_view cards = part.substr(0, ups);
  std::string_view up = ups == std::string_view::npos ? std::string_view{} : part.substr(ups);
  hand.low_up = up_count(up, '-', where);
  hand.high_up = up_count(up, '+', where);
  if (!up.empty()) throw fault(where + ": " + quoted(up) + " after the cards is not -a+b");

  const std::vector<std::string_view> runs = split(cards, '|');
  if (runs.size() != 3) throw fault(where + " needs two bars, shown low|middle|shown high");
  std::array<int, 3> lengths{};
  int last = 0;
  for (int run = 0; run < 3; ++run) {
    if (runs[run].empty()) continue;
    for (const std::string_view item : split(runs[run], ',')) {
      if (hand.size == kMaxHand || hand.size == t_.rules.hand) {
        throw fault(where + " has more than " + std::to_string(t_.rules.hand) + " cards");
      }
      const int v = card(item, where);
      if (v == 0 && run != 1) throw fault(where + ": a shown card cannot be ?");
      if (v != 0 && v < last) throw fault(where + " is not in rising order");
      if (v != 0) last = v;
      hand.cards |= static_cast<std::uint64_t>(v) << 4 * hand.size++;
      ++lengths[run];
    }
  }
  hand.known_low = static_cast<std::uint8_t>(lengths[0]);
  hand.known_high = static_cast<std::uint8_t>(lengths[2]);
  if (lengths[1] == 0) {
    hand.known_low = hand.size;
    hand.known_high = 0;
  }
  const bool all_shown = hand.known_low == hand.size;
  if (hand.low_up + hand.high_up > hand.size ||
      (!all_shown && (hand.low_up > hand.known_low || hand.high_up > hand.known_high))) {
    throw fault(where + ": more cards face up than shown");
  }
}

std::uint8_t TableReader::up_count(std::string_view& up, char sign, const std::string& where) {
  if (up.empty() || up[0] != sign) return 0;
  if (up.size() < 2 || up[1] < '1' || up[1] > '0' + kMaxCopies) {
    throw fault(where + ": a number of cards face up is expected after " + std::string(1, sign));
  }
  const int value = up[1] - '0';
  up.remove_prefix(2);
  return static_cast<std::uint8_t>(value);
}

void TableReader::read_centre(std::string_view field) {
  const int size = t_.rules.centre();
  if (size == 0) {
    if (field != "-") throw fault("centre: this deal has none, it is written -");
    return;
  }
  const std::vector<std::string_view> parts = split(field, ',');
  if (static_cast<int>(parts.size()) != size) {
    throw fault("centre: " + std::to_string(parts.size()) + " slots instead of " +
                std::to_string(size));
  }
  for (int slot = 0; slot < size; ++slot) {
    std::string_view part = parts[slot];
    if (part == ".") continue;
    const std::uint64_t bit = std::uint64_t{1} << slot;
    t_.centre_present |= bit;
    if (!part.empty() && (part.back() == '!' || part.back() == '^')) {
      t_.centre_known |= bit;
      if (part.back() == '^') t_.centre_up |= bit;
      part.remove_suffix(1);
    }
    const std::string where = "centre slot " + std::to_string(slot + 1);
    t_.centre[slot] = static_cast<std::uint8_t>(card(part, where));
    if (t_.centre[slot] == 0 && (t_.centre_known & bit) != 0) {
      throw fault(where + ": a shown card cannot be ?");
    }
  }
}

void TableReader::read_taken(std::string_view field) {
  const std::vector<std::string_view> parts = by(field, t_.rules.sides(), "taken");
  std::uint32_t all = 0;
  for (int side = 0; side < t_.rules.sides(); ++side) {
    if (parts[side] == "-") continue;
    const std::string where = "taken by side " + std::to_string(side + 1);
    for (const std::string_view item : split(parts[side], ',')) {
      const int v = card(item, where);
      if (v == 0) throw fault(where + ": ? is not a number");
      if (all >> v & 1) throw fault(where + ": the trio of " + std::to_string(v) + " twice");
      all |= 1u << v;
      t_.taken[side] = static_cast<std::uint16_t>(t_.taken[side] | 1 << v);
    }
    for (int v = 1; v <= t_.rules.numbers; ++v) {
      if ((t_.taken[side] >> v & 1) != 0 && how_won(t_.rules, t_.taken[side], v) != Win::none) {
        throw fault("side " + std::to_string(side + 1) + " has won, the game is over");
      }
    }
  }
}

void TableReader::read_option(std::string_view field) {
  if (field.starts_with("swap=") && t_.rules.swaps && t_.swapping == 0) {
    read_swap(by(field.substr(5), t_.rules.players, "swap"));
  } else if (field.starts_with("held=") && t_.rules.swaps) {
    const auto parts = by(field.substr(5), t_.rules.players, "held");
    for (int s = 0; s < t_.rules.players; ++s) t_.held[s] = counts(parts[s], "held");
  } else if (field.starts_with("told=") && t_.rules.swaps) {
    const auto parts = by(field.substr(5), t_.rules.players, "told");
    for (int s = 0; s < t_.rules.players; ++s) t_.told[s] = counts(parts[s], "told");
  } else {
    throw fault("field " + quoted(field) + " is not known" +
                (t_.rules.swaps ? "; swap=, held= and told= are" : " in a game without swaps"));
  }
}

void TableReader::read_swap(const std::vector<std::string_view>& parts) {
  for (int s = 0; s < t_.rules.players; ++s) {
    const std::string_view part = parts[s];
    if (part == "-") continue;
    const auto bit = static_cast<std::uint8_t>(1 << s);
    t_.swapping |= bit;
    if (part == "?") {
      t_.asked |= bit;
    } else if (part == "keep") {
      t_.answers[s] = kKeep;
    } else if (part != "!" || !open_) {
      const std::string where = "swap of seat " + std::to_string(s + 1);
      t_.answers[s] = give_move(card(part, where));
      if (t_.answers[s] == kKeep || t_.hands[s].counts()[given_number(t_.answers[s])] == 0) {
        throw fault(where + ": the hand has no " + std::string(part));
      }
    }
  }
  // Seats answer in their order, and partners take part together.
  if (t_.asked == 0) throw fault("swap: nobody is left to answer, so it is over");
  for (int s = 0; s < t_.rules.players; ++s) {
    const bool answered = ((t_.swapping & ~t_.asked) >> s & 1) != 0;
    if (answered && s > side_to_move(t_)) throw fault("swap: seats answer in their order");
    if ((t_.swapping >> s & 1) != (t_.swapping >> t_.rules.partner(s) & 1)) {
      throw fault("swap: partners take part together");
    }
    if ((t_.swapping >> s & 1) != 0 && t_.hands[s].size == 0) {
      throw fault("swap: seat " + std::to_string(s + 1) + " has no cards");
    }
  }
}

}  // namespace trilith::trio
