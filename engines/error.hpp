// The one exception type for what a user can cause: a bad position, file or option.
#pragma once

#include <stdexcept>
#include <string>

namespace trilith {

// The message is one line that says what is wrong, where, why, and what would be right.
class UserError : public std::runtime_error {
 public:
  explicit UserError(const std::string& message) : std::runtime_error(message) {}
};

// The same for a file that a check found damaged (the program exits with status 1 instead of 2).
class CheckFailed : public std::runtime_error {
 public:
  explicit CheckFailed(const std::string& message) : std::runtime_error(message) {}
};

}  // namespace trilith
