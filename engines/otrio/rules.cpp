// Text of rule sets and slots.
#include "engines/otrio/rules.hpp"

#include <vector>

#include "engines/error.hpp"
#include "engines/otrio/board.hpp"

namespace trilith::otrio {

std::string slot_text(int slot) {
  const int cell = cell_of(slot);
  return {"SML"[size_of(slot)], "abc"[cell % 3], "123"[cell / 3]};
}

int parse_slot(std::string_view text) {
  const auto fault = [&](const std::string& why) {
    return UserError("slot '" + std::string(text) + "': " + why +
                     "; a slot is a size S, M or L and a cell a1..c3, like Sb2");
  };
  if (text.size() != 3) throw fault("not three characters");
  const auto size = std::string_view("SML").find(text[0]);
  const auto column = std::string_view("abc").find(text[1]);
  const auto row = std::string_view("123").find(text[2]);
  if (size == std::string_view::npos) throw fault(std::string("no size '") + text[0] + "'");
  if (column == std::string_view::npos) throw fault(std::string("no column '") + text[1] + "'");
  if (row == std::string_view::npos) throw fault(std::string("no row '") + text[2] + "'");
  return slot_of(static_cast<int>(size), static_cast<int>(3 * row + column));
}

std::string rules_text(const Rules& rules) {
  std::string text = rules.placement == Placement::nested ? "nested" : "free";
  text += ',';
  text += rules.blocked ? slot_text(*rules.blocked) : "none";
  switch (rules.players) {
    case Players::pairs:
      return text + ",pairs";
    case Players::duel:
      return text + ",duel";
    case Players::three:
      return text + ",3";
    case Players::four:
      return text + ",4";
  }
  return text;
}

Rules parse_rules(std::string_view text) {
  const auto fault = [&](const std::string& why) {
    return UserError("rules '" + std::string(text) + "': " + why);
  };
  std::vector<std::string_view> parts;
  for (std::size_t start = 0;;) {
    const std::size_t comma = text.find(',', start);
    parts.push_back(text.substr(start, comma - start));
    if (comma == std::string_view::npos) break;
    start = comma + 1;
  }
  if (parts.size() > 3) throw fault("more than three parts; write placement,blocked,players");

  Rules rules;
  if (parts[0] == "free") {
    rules.placement = Placement::free;
  } else if (parts[0] != "nested") {
    throw fault("placement '" + std::string(parts[0]) + "' is not nested or free");
  }
  if (parts.size() > 1 && parts[1] != "none") {
    try {
      rules.blocked = parse_slot(parts[1]);
    } catch (const UserError& error) {
      throw fault("blocked " + std::string(error.what()) + ", or none");
    }
  }
  if (parts.size() > 2) {
    if (parts[2] == "duel") {
      rules.players = Players::duel;
    } else if (parts[2] == "3") {
      rules.players = Players::three;
    } else if (parts[2] == "4") {
      rules.players = Players::four;
    } else if (parts[2] != "pairs") {
      throw fault("players '" + std::string(parts[2]) + "' is not pairs, duel, 3 or 4");
    }
  }
  return rules;
}

}  // namespace trilith::otrio
