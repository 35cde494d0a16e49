// The shipped weights and ProbCut parameters: files of data/othello, taken into the program when it
// is built.
#include <string_view>

#include "eval/othello/probcut.hpp"
#include "eval/othello/weights.hpp"

// NOLINTBEGIN(hicpp-no-assembler): C++20 has no other way to embed a file.
asm(".section .rodata\n"
    ".balign 16\n"
    "trilith_othello_weights_begin:\n"
    ".incbin \"" TRILITH_OTHELLO_WEIGHTS
    "\"\n"
    "trilith_othello_weights_end:\n"
    "trilith_othello_probcut_begin:\n"
    ".incbin \"" TRILITH_OTHELLO_PROBCUT
    "\"\n"
    "trilith_othello_probcut_end:\n"
    ".byte 0\n"
    ".text\n");
// NOLINTEND(hicpp-no-assembler)

extern "C" const char trilith_othello_weights_begin[];
extern "C" const char trilith_othello_weights_end[];
extern "C" const char trilith_othello_probcut_begin[];
extern "C" const char trilith_othello_probcut_end[];

namespace trilith::othello {
namespace {

std::string_view between(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

}  // namespace

const Weights& Weights::shipped() {
  static const Weights weights = parse(
      between(trilith_othello_weights_begin, trilith_othello_weights_end), "the shipped weights");
  return weights;
}

const ProbCut& ProbCut::shipped() {
  static const ProbCut parameters =
      parse(between(trilith_othello_probcut_begin, trilith_othello_probcut_end),
            "the shipped parameters");
  return parameters;
}

}  // namespace trilith::othello
