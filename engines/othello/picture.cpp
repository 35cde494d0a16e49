// Pictures of Othello boards: text for terminals and SVG.
#include <string>

#include "engines/othello/notation.hpp"

namespace trilith::othello {
namespace {

std::string count_text(const Position& p) {
  return "X " + std::to_string(std::popcount(p.discs_of(kBlack))) + ", O " +
         std::to_string(std::popcount(p.discs_of(kWhite))) + ", empty " +
         std::to_string(p.board.empty_count());
}

std::string headline(const Position& p) {
  const std::string side = p.seat == kBlack ? "Black (X)" : "White (O)";
  if (is_over(p)) {
    const int points = p.seat == kBlack ? score(p) : -score(p);
    if (points == 0) return "The game is over: a draw.";
    return std::string("The game is over: ") + (points > 0 ? "Black (X)" : "White (O)") +
           " wins by " + std::to_string(points > 0 ? points : -points) + ".";
  }
  return side + " to move" + (must_pass(p) ? ", must pass." : ".");
}

}  // namespace

std::string board_text(const Position& p, bool colour) {
  constexpr std::string_view kBlackAnsi = "\x1b[1;34m";
  constexpr std::string_view kWhiteAnsi = "\x1b[1;31m";
  constexpr std::string_view kMoveAnsi = "\x1b[32m";
  constexpr std::string_view kReset = "\x1b[0m";
  const Mask moves = placements(p);
  std::string text = "  a b c d e f g h\n";
  for (int row = 0; row < 8; ++row) {
    text += static_cast<char>('1' + row);
    for (int column = 0; column < 8; ++column) {
      const Mask square = bit(8 * row + column);
      char letter = '-';
      std::string_view ansi;
      if (p.discs_of(kBlack) & square) {
        letter = 'X';
        ansi = kBlackAnsi;
      } else if (p.discs_of(kWhite) & square) {
        letter = 'O';
        ansi = kWhiteAnsi;
      } else if (moves & square) {
        letter = '.';
        ansi = kMoveAnsi;
      }
      text += ' ';
      if (colour && !ansi.empty()) text += ansi;
      text += letter;
      if (colour && !ansi.empty()) text += kReset;
    }
    text += '\n';
  }
  return text + headline(p) + " " + count_text(p) + ". (. legal moves)\n";
}

std::string board_svg(const Position& p) {
  constexpr int kCell = 50;
  constexpr int kMargin = 30;
  const auto number = [](int value) { return std::to_string(value); };
  const auto line = [&](int x1, int y1, int x2, int y2) {
    return "<line x1=\"" + number(x1) + "\" y1=\"" + number(y1) + "\" x2=\"" + number(x2) +
           "\" y2=\"" + number(y2) + "\" stroke=\"#10301c\"/>\n";
  };
  const auto circle = [&](int x, int y, int radius, const std::string& fill) {
    return "<circle cx=\"" + number(x) + "\" cy=\"" + number(y) + "\" r=\"" + number(radius) +
           "\" fill=\"" + fill + "\"/>\n";
  };
  constexpr int kSide = 8 * kCell;
  std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" +
                    number(kSide + 2 * kMargin) + "\" height=\"" + number(kSide + 3 * kMargin) +
                    "\" font-family=\"sans-serif\" font-size=\"14\">\n<title>" + position_text(p) +
                    "</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#f7f3ea\"/>\n" +
                    "<rect x=\"" + number(kMargin) + "\" y=\"" + number(kMargin) + "\" width=\"" +
                    number(kSide) + "\" height=\"" + number(kSide) + "\" fill=\"#2e8b57\"/>\n";
  for (int i = 0; i <= 8; ++i) {
    const int at = kMargin + kCell * i;
    svg += line(at, kMargin, at, kMargin + kSide) + line(kMargin, at, kMargin + kSide, at);
  }
  for (int i = 0; i < 8; ++i) {
    const std::string middle = number(kMargin + kCell * i + kCell / 2);
    svg += "<text text-anchor=\"middle\" x=\"" + middle + "\" y=\"20\">" + "abcdefgh"[i] +
           "</text>\n<text text-anchor=\"middle\" x=\"15\" y=\"" + middle + "\" dy=\"5\">" +
           "12345678"[i] + "</text>\n";
  }
  const Mask moves = placements(p);
  for (int square = 0; square < kSquares; ++square) {
    const int x = kMargin + kCell * (square % 8) + kCell / 2;
    const int y = kMargin + kCell * (square / 8) + kCell / 2;
    if (p.discs_of(kBlack) & bit(square)) svg += circle(x, y, 21, "#111");
    if (p.discs_of(kWhite) & bit(square)) svg += circle(x, y, 21, "#fafafa");
    if (moves & bit(square)) svg += circle(x, y, 5, "#c9e8d3");
  }
  return svg + "<text x=\"" + number(kMargin) + "\" y=\"" + number(kSide + 2 * kMargin) + "\">" +
         headline(p) + " " + count_text(p) + ".</text>\n</svg>\n";
}

}  // namespace trilith::othello
