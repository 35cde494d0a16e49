// Text of Trio reveals, positions, observations and deals.
#include "engines/trio/notation.hpp"

#include <algorithm>

#include "engines/error.hpp"
#include "engines/trio/belief.hpp"
#include "engines/trio/table_reader.hpp"
#include "engines/trio/table_text.hpp"
#include "engines/trio/text_parts.hpp"

namespace trilith::trio {

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
  return TableReader(rules, text, false, "position").read(text);
}

Observation parse_observation(const Rules& rules, std::string_view text) {
  TableReader reader(rules, text, true, "observation");
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
  TableReader reader(rules, text, false, "deal");
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
