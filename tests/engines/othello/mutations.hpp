// Small damages to a text with literal seeds: what every parser must survive.
#pragma once

#include <string>

#include "engines/random.hpp"

namespace trilith {

// Mutation number `unit` of `text`: one to four changed, dropped, doubled or inserted bytes, or a
// cut at the end.
inline std::string mutated(std::string text, std::uint64_t unit) {
  RandomStream random(90, unit);
  const std::uint32_t damages = 1 + random.below(4);
  for (std::uint32_t i = 0; i < damages && !text.empty(); ++i) {
    const std::size_t at = random.below(static_cast<std::uint32_t>(text.size()));
    const auto byte = static_cast<char>(random.below(256));
    switch (random.below(6)) {
      case 0:
        text[at] = byte;
        break;
      case 1:
        text[at] = static_cast<char>(text[at] ^ (1 << random.below(8)));
        break;
      case 2:
        text.erase(at, 1 + random.below(8));
        break;
      case 3:
        text.insert(at, 1, byte);
        break;
      case 4:
        text.insert(at, text.substr(at, 1 + random.below(16)));
        break;
      default:
        text.resize(at);
    }
  }
  return text;
}

}  // namespace trilith
