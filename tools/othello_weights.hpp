// The evaluation's files as commands are told of them; without a name the shipped ones.
#pragma once

#include <memory>
#include <string>

#include "eval/othello/probcut.hpp"
#include "eval/othello/weights.hpp"
#include "tools/common.hpp"

namespace trilith::tools {

// Both throw UserError for a file that cannot be read or is none.
inline std::shared_ptr<const othello::Weights> read_weights(const std::string& path) {
  using othello::Weights;
  // The shipped weights live for ever: nothing to delete.
  if (path.empty()) return {&Weights::shipped(), [](const Weights*) {}};
  return std::make_shared<const Weights>(Weights::parse(read_file(path), path));
}

inline othello::ProbCut read_probcut(const std::string& path) {
  return path.empty() ? othello::ProbCut::shipped()
                      : othello::ProbCut::parse(read_file(path), path);
}

}  // namespace trilith::tools
