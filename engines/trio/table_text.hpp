// A table as text, in the fields that notation.hpp explains.
#pragma once

#include <string>

#include "engines/trio/position.hpp"

namespace trilith::trio {

// Numbers with commas between them, as often as they occur; `-` for none.
std::string list_text(const Counts& counts);

// The slots of the centre, `-` when the rules have none.
std::string centre_text(const Table& t);

// All fields of a position; unknown cards are `?`.
std::string table_text(const Table& t);

// part(0);part(1);... of `count` parts.
template <class F>
std::string join(int count, F&& part) {
  std::string text;
  for (int i = 0; i < count; ++i) text += (i > 0 ? ";" : "") + part(i);
  return text;
}

}  // namespace trilith::trio
