// Trio's rule sets: standard deals, checks and text.
#include "engines/trio/rules.hpp"

#include <array>
#include <bit>
#include <charconv>
#include <optional>
#include <vector>

#include "engines/error.hpp"
#include "engines/trio/text_parts.hpp"

namespace trilith::trio {
namespace {

constexpr std::array<std::string_view, 3> kModes = {"simple", "picante", "nana"};
constexpr std::array<std::string_view, 4> kWins = {"none", "seven", "trios", "link"};
constexpr std::array<int, 7> kHands = {0, 0, 0, 9, 7, 6, 5};      // by players, each for himself
constexpr std::array<int, 7> kTeamHands = {0, 0, 0, 0, 9, 0, 6};  // by players, in teams

UserError fault(std::string_view text, const std::string& why) {
  return UserError("rules '" + std::string(text) + "': " + why);
}

// Values are at most two digits, so they fit the fields; check_rules judges them.
std::uint8_t parse_value(std::string_view text, std::string_view name, std::string_view value) {
  int result = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), result);
  if (error != std::errc{} || end != value.data() + value.size() || result < 0 || result > 99) {
    throw fault(
        text, std::string(name) + "=" + std::string(value) + " is not a whole number from 0 to 99");
  }
  return static_cast<std::uint8_t>(result);
}

bool parse_switch(std::string_view text, std::string_view name, std::string_view value) {
  if (value == "on") return true;
  if (value == "off") return false;
  throw fault(text, std::string(name) + "=" + std::string(value) + " is neither on nor off");
}

Mode parse_mode(std::string_view text, std::string_view word) {
  for (std::size_t i = 0; i < kModes.size(); ++i) {
    if (kModes[i] == word) return static_cast<Mode>(i);
  }
  throw fault(text, "mode '" + std::string(word) + "' is not simple, picante or nana");
}

}  // namespace

std::string_view mode_text(Mode mode) { return kModes[static_cast<std::size_t>(mode)]; }
std::string_view win_text(Win win) { return kWins[static_cast<std::size_t>(win)]; }

Win how_won(const Rules& rules, std::uint32_t taken, int last) {
  if (rules.seven_wins && last == rules.seven) return Win::seven;
  if (rules.mode != Mode::picante && std::popcount(taken) >= rules.trios) return Win::trios;
  if (rules.mode != Mode::simple) {
    for (int number = 1; number <= rules.numbers; ++number) {
      if ((taken >> number & 1) != 0 && linked(rules, number, last)) return Win::link;
    }
  }
  return Win::none;
}

Rules standard_rules(int players, bool teams, Mode mode) {
  const auto& hands = teams ? kTeamHands : kHands;
  if (players < 0 || players > kMaxPlayers || hands[players] == 0) {
    throw UserError("rules: no standard deal for " + std::to_string(players) +
                    (teams ? " players in teams (4 or 6)" : " players (3 to 6)"));
  }
  Rules rules;
  rules.players = static_cast<std::uint8_t>(players);
  rules.hand = static_cast<std::uint8_t>(hands[players]);
  rules.teams = teams;
  rules.swaps = teams;
  rules.mode = mode;
  return rules;
}

void check_rules(const Rules& rules) {
  const auto require = [](bool holds, const std::string& what) {
    if (!holds) throw UserError("rules: " + what);
  };
  const auto number = [](int value) { return std::to_string(value); };
  require(rules.players >= 2 && rules.players <= kMaxPlayers,
          number(rules.players) + " players; 2 to 6 can play");
  require(rules.numbers >= 1 && rules.numbers <= kMaxNumbers,
          "numbers=" + number(rules.numbers) + " is not from 1 to 12");
  require(rules.copies >= 2 && rules.copies <= kMaxCopies,
          "copies=" + number(rules.copies) + " is not from 2 to 4");
  require(rules.cards() <= kMaxCards,
          "a deck of " + number(rules.cards()) + " cards; at most 36 are allowed");
  require(rules.hand >= 1 && rules.hand <= kMaxHand,
          "hand=" + number(rules.hand) + " is not from 1 to 16");
  require(rules.centre() >= 0, number(rules.players) + " hands of " + number(rules.hand) +
                                   " need more than the " + number(rules.cards()) +
                                   " cards of the deck");
  require(rules.trios >= 1 && rules.trios <= kMaxNumbers,
          "trios=" + number(rules.trios) + " is not from 1 to 12");
  require(rules.seven >= 1 && rules.seven <= kMaxNumbers,
          "seven=" + number(rules.seven) + " is not from 1 to 12");
  require(!rules.teams || rules.players == 4 || rules.players == 6,
          "teams need 4 or 6 players, not " + number(rules.players));
  require(!rules.swaps || rules.teams, "swaps=on needs teams (4t or 6t)");
}

std::string rules_text(const Rules& rules) {
  std::string text = std::to_string(rules.players) + (rules.teams ? "t" : "");
  text += ',';
  text += mode_text(rules.mode);
  const Rules defaults;
  const auto add = [&text](std::string_view name, int value) {
    text += ',';
    text += name;
    text += '=' + std::to_string(value);
  };
  const bool standard_deck = rules.numbers == defaults.numbers && rules.copies == defaults.copies;
  if (rules.numbers != defaults.numbers) add("numbers", rules.numbers);
  if (rules.copies != defaults.copies) add("copies", rules.copies);
  const int hand = (rules.teams ? kTeamHands : kHands)[rules.players];
  if (!standard_deck || rules.hand != hand) add("hand", rules.hand);
  if (rules.trios != defaults.trios) add("trios", rules.trios);
  if (rules.seven != defaults.seven) add("seven", rules.seven);
  if (!rules.seven_wins) text += ",seven=off";
  if (rules.swaps != rules.teams) text += rules.swaps ? ",swaps=on" : ",swaps=off";
  return text;
}

Rules parse_rules(std::string_view text) {
  const std::vector<std::string_view> parts = split(text, ',');
  std::string_view who = parts[0];
  Rules rules;
  if (who.size() == 2 && who[1] == 't') {
    rules.teams = true;
    rules.swaps = true;
    who.remove_suffix(1);
  }
  if (who.size() != 1 || who[0] < '2' || who[0] > '6') {
    throw fault(text, "'" + std::string(parts[0]) +
                          "' players; 2 to 6, 4t or 6t are right, as in 3,simple");
  }
  rules.players = static_cast<std::uint8_t>(who[0] - '0');
  std::optional<int> hand;
  std::optional<int> centre;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const std::size_t equals = parts[i].find('=');
    if (equals == std::string_view::npos) {
      if (i > 1) throw fault(text, "'" + std::string(parts[i]) + "' is not of the form name=value");
      rules.mode = parse_mode(text, parts[i]);
      continue;
    }
    const std::string_view name = parts[i].substr(0, equals);
    const std::string_view value = parts[i].substr(equals + 1);
    if (name == "numbers") {
      rules.numbers = parse_value(text, name, value);
    } else if (name == "copies") {
      rules.copies = parse_value(text, name, value);
    } else if (name == "hand") {
      hand = parse_value(text, name, value);
    } else if (name == "centre") {
      centre = parse_value(text, name, value);
    } else if (name == "trios") {
      rules.trios = parse_value(text, name, value);
    } else if (name == "seven" && value == "off") {
      rules.seven_wins = false;
    } else if (name == "seven") {
      rules.seven = parse_value(text, name, value);
      rules.seven_wins = true;
    } else if (name == "swaps") {
      rules.swaps = parse_switch(text, name, value);
    } else {
      throw fault(text, "'" + std::string(name) +
                            "' is not numbers, copies, hand, centre, trios, seven or swaps");
    }
  }
  if (!hand) {
    const int standard = (rules.teams ? kTeamHands : kHands)[rules.players];
    const bool standard_deck = rules.numbers == kMaxNumbers && rules.copies == 3;
    if (centre && (rules.cards() - *centre) % rules.players == 0 && *centre <= rules.cards()) {
      hand = (rules.cards() - *centre) / rules.players;
    } else if (standard != 0 && standard_deck) {
      hand = standard;
    } else {
      throw fault(text, "this deck has no standard deal; add hand=");
    }
  }
  if (*hand < 1 || *hand > kMaxHand) throw fault(text, "hands have 1 to 16 cards");
  rules.hand = static_cast<std::uint8_t>(*hand);
  try {
    check_rules(rules);
  } catch (const UserError& error) {
    throw fault(text, std::string(error.what()).substr(std::string_view("rules: ").size()));
  }
  if (centre && *centre != rules.centre()) {
    throw fault(text, "centre=" + std::to_string(*centre) + ", but the hands leave " +
                          std::to_string(rules.centre()) + " cards");
  }
  return rules;
}

}  // namespace trilith::trio
