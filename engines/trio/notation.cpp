// Text of Trio moves, positions and observations.
#include "engines/trio/notation.hpp"

#include <charconv>
#include <optional>
#include <vector>

#include "engines/error.hpp"
#include "engines/trio/belief.hpp"

namespace trilith::trio {
namespace {

std::string list_text(const Counts& counts) {
  std::string text;
  for (int number = 1; number <= kMaxNumbers; ++number) {
    for (int i = 0; i < counts[number]; ++i) {
      text += (text.empty() ? "" : ",") + std::to_string(number);
    }
  }
  return text.empty() ? "-" : text;
}

std::string card_text(int card) { return card == 0 ? "?" : std::to_string(card); }

std::string hand_text(const Hand& hand) {
  std::string text;
  for (int place = 0; place <= hand.size; ++place) {
    const bool bar_before = place == hand.known_low;
    const bool bar_after = place == hand.size - hand.known_high;
    if (bar_before) text += '|';
    if (bar_after) text += '|';
    if (place == hand.size) break;
    if (place > 0 && !bar_before && !bar_after) text += ',';
    text += card_text(hand.card(place));
  }
  if (hand.low_up > 0) text += '-' + std::to_string(hand.low_up);
  if (hand.high_up > 0) text += '+' + std::to_string(hand.high_up);
  return text;
}

std::string centre_text(const Table& t) {
  std::string text;
  for (int slot = 0; slot < t.rules.centre(); ++slot) {
    if (slot > 0) text += ',';
    if ((t.centre_present >> slot & 1) == 0) {
      text += '.';
      continue;
    }
    text += card_text(t.centre[slot]);
    if (t.centre_up >> slot & 1) {
      text += '^';
    } else if (t.centre_known >> slot & 1) {
      text += '!';
    }
  }
  return text.empty() ? "-" : text;
}

template <class F>
std::string join(int count, F&& part) {
  std::string text;
  for (int i = 0; i < count; ++i) text += (i > 0 ? ";" : "") + part(i);
  return text;
}

std::string table_text(const Table& t) {
  const int players = t.rules.players;
  std::string text = std::to_string(t.turn + 1) + ' ';
  text += join(players, [&](int seat) { return hand_text(t.hands[seat]); });
  text += ' ' + centre_text(t) + ' ';
  text += join(t.rules.sides(), [&](int side) {
    Counts numbers;
    for (int v = 1; v <= t.rules.numbers; ++v) {
      if (t.taken[side] >> v & 1) numbers.add(v);
    }
    return list_text(numbers);
  });
  if (t.swapping != 0) {
    text +=
        " swap=" + join(players, [&](int seat) -> std::string {
          if ((t.swapping >> seat & 1) == 0) return "-";
          if (t.asked >> seat & 1) return "?";
          if (t.answers[seat] == 0) return "!";
          return t.answers[seat] == kKeep ? "keep" : std::to_string(given_number(t.answers[seat]));
        });
  }
  const auto add_counts = [&](const char* name, const std::array<Counts, kMaxPlayers>& counts) {
    bool any = false;
    for (const Counts& c : counts) any |= !c.empty();
    if (any) text += name + join(players, [&](int seat) { return list_text(counts[seat]); });
  };
  add_counts(" held=", t.held);
  add_counts(" told=", t.told);
  return text;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t start = 0;;) {
    const std::size_t end = text.find(separator, start);
    parts.push_back(text.substr(start, end - start));
    if (end == std::string_view::npos) return parts;
    start = end + 1;
  }
}

// Reads the fields of a position (or, with `open`, of an observation) and checks them.
class Reader {
 public:
  Reader(const Rules& rules, std::string_view text, bool open, std::string_view kind)
      : text_(text), kind_(kind), open_(open) {
    t_.rules = rules;
  }

  Table read(std::string_view fields_text) {
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

  void read_deal(std::string_view fields_text) {
    const std::vector<std::string_view> fields = split(fields_text, ' ');
    if (fields.size() != 2) throw fault("needs the hands and the centre, one blank between them");
    read_hands(fields[0]);
    read_centre(fields[1]);
    check_deck();
  }

  const Table& table() const { return t_; }

  UserError fault(const std::string& why) const {
    return UserError(std::string(kind_) + " '" + std::string(text_) + "': " + why);
  }

 private:
  static std::string quoted(std::string_view part) { return '\'' + std::string(part) + '\''; }

  std::optional<int> number(std::string_view part) const {
    int value = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
    if (error != std::errc{} || end != part.data() + part.size() || part[0] == '-') return {};
    return value;
  }

  int seat(std::string_view part, const std::string& what) const {
    const std::optional<int> value = number(part);
    if (!value || *value < 1 || *value > t_.rules.players) {
      throw fault(what + " " + quoted(part) + " is not a seat from 1 to " +
                  std::to_string(t_.rules.players));
    }
    return *value - 1;
  }

  // A card's number, 0 for `?`.
  int card(std::string_view part, const std::string& where) const {
    if (part == "?" && open_) return 0;
    const std::optional<int> value = number(part);
    if (!value || *value < 1 || *value > t_.rules.numbers) {
      throw fault(where + ": " + quoted(part) + " is not a number from 1 to " +
                  std::to_string(t_.rules.numbers) + (open_ ? " or ?" : ""));
    }
    return *value;
  }

  std::vector<std::string_view> by(std::string_view field, int count, const std::string& what) {
    std::vector<std::string_view> parts = split(field, ';');
    if (static_cast<int>(parts.size()) != count) {
      throw fault(what + ": " + std::to_string(parts.size()) + " parts instead of " +
                  std::to_string(count));
    }
    return parts;
  }

  Counts counts(std::string_view part, const std::string& where) {
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

  void read_hands(std::string_view field) {
    const std::vector<std::string_view> parts = by(field, t_.rules.players, "hands");
    for (int s = 0; s < t_.rules.players; ++s) read_hand(parts[s], s);
  }

  void read_hand(std::string_view part, int s) {
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

  std::uint8_t up_count(std::string_view& up, char sign, const std::string& where) {
    if (up.empty() || up[0] != sign) return 0;
    if (up.size() < 2 || up[1] < '1' || up[1] > '0' + kMaxCopies) {
      throw fault(where + ": a number of cards face up is expected after " + std::string(1, sign));
    }
    const int value = up[1] - '0';
    up.remove_prefix(2);
    return static_cast<std::uint8_t>(value);
  }

  void read_centre(std::string_view field) {
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

  void read_taken(std::string_view field) {
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

  void read_option(std::string_view field) {
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

  void read_swap(const std::vector<std::string_view>& parts) {
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

  // Every number in play has all its copies, known or unknown.
  void check_deck() const {
    std::uint32_t taken = 0;
    for (const std::uint16_t mask : t_.taken) taken |= mask;
    std::array<int, kMaxNumbers + 1> copies{};
    for (const Hand& hand : t_.hands) {
      for (int place = 0; place < hand.size; ++place) ++copies[hand.card(place)];
    }
    for (int slot = 0; slot < t_.rules.centre(); ++slot) {
      if (t_.centre_present >> slot & 1) ++copies[t_.centre[slot]];
    }
    int missing = 0;
    for (int v = 1; v <= t_.rules.numbers; ++v) {
      const int expected = (taken >> v & 1) ? 0 : t_.rules.copies;
      if (copies[v] > expected || (!open_ && copies[v] < expected)) {
        throw fault("number " + std::to_string(v) + " lies on the table " +
                    std::to_string(copies[v]) + " times instead of " + std::to_string(expected));
      }
      missing += expected - copies[v];
    }
    if (missing != copies[0]) {
      throw fault(std::to_string(copies[0]) + " unknown cards, but " + std::to_string(missing) +
                  " cards of the deck are missing");
    }
    if (taken != 0 && std::popcount(taken) == t_.rules.numbers) {
      throw fault("all trios are taken, the game is over");
    }
  }

  // The cards face up are equal and fewer than a trio.
  void check_turn() {
    for (int s = 0; s < t_.rules.players; ++s) {
      const Hand& hand = t_.hands[s];
      for (int i = 0; i < hand.low_up; ++i) turn_up(hand.card(i));
      for (int i = 0; i < hand.high_up; ++i) turn_up(hand.card(hand.size - 1 - i));
    }
    for (std::uint64_t up = t_.centre_up; up != 0; up &= up - 1) {
      turn_up(t_.centre[std::countr_zero(up)]);
    }
    if (t_.shown >= t_.rules.copies) throw fault("a whole trio is face up");
    if (t_.swapping != 0 && t_.shown != 0) throw fault("cards are face up during a swap");
  }

  void turn_up(int v) {
    if (t_.shown != 0 && t_.showing != v) throw fault("different numbers are face up");
    t_.showing = static_cast<std::uint8_t>(v);
    ++t_.shown;
  }

  // What hands are said to hold after swaps must be possible for the cards that are known.
  void check_counts_after_swaps() const {
    for (int s = 0; s < t_.rules.players; ++s) {
      check_held(t_.held[s], s, "held");
      if (t_.rules.teams) check_held(t_.told[s], t_.rules.partner(s), "told");
    }
  }

  void check_held(const Counts& held, int s, const std::string& what) const {
    const Hand& hand = t_.hands[s];
    const Counts has = hand.counts();
    int needed = 0;
    for (int v = 1; v <= t_.rules.numbers; ++v) needed += std::max(0, held[v] - has[v]);
    int unknown = 0;
    for (int place = 0; place < hand.size; ++place) unknown += hand.card(place) == 0;
    if (needed > unknown) {
      throw fault(what + ": seat " + std::to_string(s + 1) + " cannot hold " + list_text(held));
    }
  }

  std::string_view text_;
  std::string_view kind_;
  bool open_;
  Table t_;
};

}  // namespace

std::string move_text(Move move) {
  if (is_centre(move)) return 'c' + std::to_string(move + 1);
  if (is_end(move)) return (is_high(move) ? "high" : "low") + std::to_string(seat_of(move) + 1);
  return move == kKeep ? "keep" : "give" + std::to_string(given_number(move));
}

Move parse_move(const Table& t, std::string_view text) {
  FixedList<Move, kMaxMoves> moves;
  legal_moves(t, moves);
  for (const Move move : moves) {
    if (move_text(move) == text) return move;
  }
  const std::string start = "move '" + std::string(text) + "': ";
  if (is_terminal(t)) throw UserError(start + "the game is over");
  std::string legal;
  for (const Move move : moves) legal += ' ' + move_text(move);
  throw UserError(start + "not possible now; possible are" + legal);
}

std::string position_text(const Position& p) { return table_text(p); }

std::string observation_text(const Observation& observation) {
  return '@' + std::to_string(observation.seat() + 1) + ' ' + table_text(observation.table());
}

Position parse_position(const Rules& rules, std::string_view text) {
  return Reader(rules, text, false, "position").read(text);
}

Observation parse_observation(const Rules& rules, std::string_view text) {
  Reader reader(rules, text, true, "observation");
  const std::size_t blank = text.find(' ');
  if (text.size() < 4 || text[0] != '@' || blank != 2 || text[1] < '1' ||
      text[1] > '0' + rules.players) {
    throw reader.fault("starts with @ and the observing seat, as in @1");
  }
  const int seat = text[1] - '1';
  const Table table = reader.read(text.substr(blank + 1));
  const Hand& own = table.hands[seat];
  for (int place = 0; place < own.size; ++place) {
    if (own.card(place) == 0) throw reader.fault("the observing seat knows its own hand");
  }
  for (int s = 0; s < rules.players; ++s) {
    const Hand& hand = table.hands[s];
    for (int place = 0; s != seat && place < hand.size; ++place) {
      if (hand.card(place) != 0 && !hand.shown(place)) {
        throw reader.fault("hand of seat " + std::to_string(s + 1) +
                           ": a card in the middle cannot be known, write ?");
      }
    }
  }
  for (int slot = 0; slot < rules.centre(); ++slot) {
    if (table.centre[slot] != 0 && (table.centre_known >> slot & 1) == 0) {
      throw reader.fault("centre slot " + std::to_string(slot + 1) +
                         ": a card that was not shown cannot be known, write ? or add !");
    }
  }
  if (((table.swapping & ~table.asked) >> seat & 1) != 0 && table.answers[seat] == 0) {
    throw reader.fault("the observing seat knows its own answer");
  }
  const Observation observation(table, seat);
  if (!Belief(observation).possible()) throw reader.fault("no deal fits it");
  return observation;
}

std::string deal_text(const Position& p) {
  const auto cards = [](const Hand& hand) {
    std::string text;
    for (int i = 0; i < hand.size; ++i) {
      text += (i > 0 ? "," : "") + std::to_string(hand.card(i));
    }
    return text;
  };
  Table face_down = p;
  face_down.centre_known = face_down.centre_up = 0;
  return join(p.rules.players, [&](int seat) { return cards(p.hands[seat]); }) + ' ' +
         centre_text(face_down);
}

Position parse_deal(const Rules& rules, std::string_view text) {
  // The same reader; a deal has no bars, so they are put around each hand.
  std::string with_bars;
  const std::size_t blank = std::min(text.find(' '), text.size());
  for (const std::string_view hand : split(text.substr(0, blank), ';')) {
    with_bars += (with_bars.empty() ? "|" : ";|") + std::string(hand) + '|';
  }
  with_bars += text.substr(blank);
  Reader reader(rules, text, false, "deal");
  reader.read_deal(with_bars);
  std::array<std::uint8_t, kMaxCards> cards{};
  int next = 0;
  for (int seat = 0; seat < rules.players; ++seat) {
    const Hand& hand = reader.table().hands[seat];
    if (hand.size != rules.hand || hand.low_up + hand.high_up > 0) {
      throw reader.fault("hand of seat " + std::to_string(seat + 1) + " needs " +
                         std::to_string(rules.hand) + " cards");
    }
    for (int i = 0; i < hand.size; ++i) cards[next++] = static_cast<std::uint8_t>(hand.card(i));
  }
  for (int slot = 0; slot < rules.centre(); ++slot) {
    if (reader.table().centre[slot] == 0) {
      throw reader.fault("centre slot " + std::to_string(slot + 1) + " is empty");
    }
    cards[next++] = reader.table().centre[slot];
  }
  return dealt(rules, cards);
}

}  // namespace trilith::trio
