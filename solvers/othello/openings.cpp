// The list of openings, taken into the program when it is built.
#include "solvers/othello/openings.hpp"

#include "engines/othello/notation.hpp"

// NOLINTNEXTLINE(hicpp-no-assembler): C++20 has no other way to embed a file.
asm(".section .rodata\n"
    "trilith_othello_openings_begin:\n"
    ".incbin \"" TRILITH_OTHELLO_OPENINGS
    "\"\n"
    "trilith_othello_openings_end:\n"
    ".byte 0\n"
    ".text\n");

extern "C" const char trilith_othello_openings_begin[];
extern "C" const char trilith_othello_openings_end[];

namespace trilith::othello {

const std::vector<std::vector<Move>>& balanced_openings() {
  static const std::vector<std::vector<Move>> openings = [] {
    std::vector<std::vector<Move>> list;
    std::string_view text(
        trilith_othello_openings_begin,
        static_cast<std::size_t>(trilith_othello_openings_end - trilith_othello_openings_begin));
    while (!text.empty()) {
      const std::size_t end = text.find('\n');
      list.push_back(parse_game(initial_position({}), text.substr(0, end)));
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return list;
  }();
  return openings;
}

}  // namespace trilith::othello
