// Otrio's rule set: placement, blocked slot and players, and its text `nested,Sb2,pairs`.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace trilith::otrio {

enum class Placement { nested, free };
enum class Players { pairs, duel, three, four };

struct Rules {
  Placement placement = Placement::nested;
  std::optional<int> blocked;  // a slot that nobody may fill
  Players players = Players::pairs;

  bool operator==(const Rules&) const = default;
};

constexpr int colours(Players players) {
  switch (players) {
    case Players::duel:
      return 2;
    case Players::three:
      return 3;
    default:
      return 4;
  }
}

constexpr int seats(Players players) { return players == Players::pairs ? 2 : colours(players); }

// The letters of the four colours in turn order: violet, red, green, blue.
inline constexpr std::string_view kColourLetters = "VRGB";

// Text of a slot, `Sb2`, and back; parse_slot throws UserError that names the fault.
std::string slot_text(int slot);
int parse_slot(std::string_view text);

// `placement,blocked,players`; parts left out at the end are the defaults. Throws UserError.
std::string rules_text(const Rules& rules);
Rules parse_rules(std::string_view text);

}  // namespace trilith::otrio
