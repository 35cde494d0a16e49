// The shipped weights: data/othello/weights.bin, taken into the program when it is built.
#include <string_view>

#include "eval/othello/weights.hpp"

// NOLINTNEXTLINE(hicpp-no-assembler): C++20 has no other way to embed a file.
asm(".section .rodata\n"
    ".balign 16\n"
    "trilith_othello_weights_begin:\n"
    ".incbin \"" TRILITH_OTHELLO_WEIGHTS
    "\"\n"
    "trilith_othello_weights_end:\n"
    ".byte 0\n"
    ".text\n");

extern "C" const char trilith_othello_weights_begin[];
extern "C" const char trilith_othello_weights_end[];

namespace trilith::othello {

const Weights& Weights::shipped() {
  static const Weights weights = parse(
      std::string_view(
          trilith_othello_weights_begin,
          static_cast<std::size_t>(trilith_othello_weights_end - trilith_othello_weights_begin)),
      "the shipped weights");
  return weights;
}

}  // namespace trilith::othello
