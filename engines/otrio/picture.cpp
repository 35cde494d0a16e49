// Pictures of Otrio boards: text for terminals and SVG.
#include <array>
#include <string>
#include <string_view>

#include "engines/otrio/notation.hpp"

namespace trilith::otrio {
namespace {

constexpr std::array<std::string_view, 4> kAnsi = {"\x1b[95m", "\x1b[91m", "\x1b[92m", "\x1b[94m"};
constexpr std::array<std::string_view, 4> kNames = {"violet", "red", "green", "blue"};
constexpr std::array<std::string_view, 4> kFills = {"#8e44ad", "#d63031", "#1e9e4a", "#1f6fd6"};
constexpr std::string_view kReset = "\x1b[0m";

int colour_at(const Position& p, int slot) {
  for (int colour = 0; colour < 4; ++colour) {
    if (p.pieces[colour] & slot_bit(slot)) return colour;
  }
  return -1;
}

std::string headline(const Position& p) {
  if (p.status == Status::won) return "The game is won.";
  if (p.status == Status::drawn) return "Nobody can place: the game is a draw.";
  std::string text = std::string(kNames[p.due]) + " (" + kColourLetters[p.due] + ") to place";
  return placements(p, p.due) == 0 ? text + ", must pass" : text;
}

}  // namespace

std::string board_text(const Position& p, const Rules& rules, bool colour) {
  // A cell prints its slots in the order S M L: a letter for a piece, the size in lower case for a
  // slot that is open to some colour, '#' for the blocked one, '-' for one that is shut.
  std::string text = "     a     b     c\n";
  for (int row = 0; row < 3; ++row) {
    text += ' ';
    text += "123"[row];
    for (int column = 0; column < 3; ++column) {
      text += column == 0 ? "  " : " | ";
      for (int size = 0; size < kSizes; ++size) {
        const int slot = slot_of(size, 3 * row + column);
        const int owner = colour_at(p, slot);
        if (owner >= 0) {
          if (colour) text += kAnsi[owner];
          text += kColourLetters[owner];
          if (colour) text += kReset;
        } else if (rules.blocked == slot) {
          text += '#';
        } else {
          text += p.closed & slot_bit(slot) ? '-' : "sml"[size];
        }
      }
    }
    text += '\n';
    if (row < 2) text += "   -----+-----+-----\n";
  }
  text += headline(p) + "; " + rules_text(rules) + "\n";
  text += "S M L per cell: V R G B pieces, s m l open, - shut";
  if (rules.blocked) text += ", # blocked";
  return text + "\n";
}

std::string board_svg(const Position& p, const Rules& rules) {
  constexpr int kCell = 100;
  constexpr int kMargin = 30;
  constexpr std::array<int, 3> kRadius = {10, 24, 40};
  const auto number = [](int value) { return std::to_string(value); };
  const std::string side = number(3 * kCell + 2 * kMargin);
  std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + side + "\" height=\"" +
                    number(3 * kCell + 3 * kMargin) +
                    "\" font-family=\"sans-serif\" font-size=\"14\">\n" + "<title>" +
                    position_text(p) + " (" + rules_text(rules) + ")</title>\n" +
                    "<rect width=\"100%\" height=\"100%\" fill=\"#f7f3ea\"/>\n";
  for (int i = 0; i < 3; ++i) {
    const std::string middle = number(kMargin + kCell * i + kCell / 2);
    svg += "<text text-anchor=\"middle\" x=\"" + middle + "\" y=\"20\">" + "abc"[i] + "</text>\n";
    svg += "<text text-anchor=\"middle\" x=\"14\" y=\"" + middle + "\">" + "123"[i] + "</text>\n";
  }
  for (int cell = 0; cell < kCells; ++cell) {
    const int x = kMargin + kCell * (cell % 3) + kCell / 2;
    const int y = kMargin + kCell * (cell / 3) + kCell / 2;
    const std::string centre = "cx=\"" + number(x) + "\" cy=\"" + number(y) + "\"";
    svg += "<rect x=\"" + number(x - kCell / 2) + "\" y=\"" + number(y - kCell / 2) +
           "\" width=\"" + number(kCell) + "\" height=\"" + number(kCell) +
           "\" fill=\"none\" stroke=\"#b9ae98\"/>\n";
    for (int size = kSizes - 1; size >= 0; --size) {
      const int slot = slot_of(size, cell);
      const int owner = colour_at(p, slot);
      const bool solid = size == 0;
      std::string paint = "#ddd4c0";
      std::string extra = " stroke-width=\"1\"";
      if (owner >= 0) {
        paint = kFills[owner];
        extra = " stroke-width=\"9\"";
      } else if (rules.blocked == slot) {
        paint = "#222";
        extra = " stroke-width=\"3\" stroke-dasharray=\"3 3\"";
      }
      svg += "<circle " + centre + " r=\"" + number(kRadius[size]) + "\" fill=\"" +
             (solid && owner >= 0 ? paint : std::string("none")) + "\" stroke=\"" + paint + "\"" +
             extra + "/>\n";
    }
  }
  svg += "<text x=\"" + number(kMargin) + "\" y=\"" + number(3 * kCell + 2 * kMargin) + "\">" +
         headline(p) + " " + rules_text(rules) + "</text>\n</svg>\n";
  return svg;
}

}  // namespace trilith::otrio
