// Reading from a person, with an eye on Ctrl-C.
#include "tools/person.hpp"

#include <poll.h>
#include <unistd.h>

#include <iostream>

#include "tools/common.hpp"

namespace trilith::tools {

bool read_person_line(std::string& line) {
  constexpr int kMilliseconds = 200;  // between two looks for Ctrl-C
  // A terminal hands over single lines, so nothing waits in the stream's buffer.
  while (is_terminal(STDIN_FILENO)) {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    const int ready = poll(&input, 1, kMilliseconds);
    if (interrupted()) return false;
    if (ready > 0) break;
  }
  if (!std::getline(std::cin, line)) return false;
  if (!line.empty() && line.back() == '\r') line.pop_back();
  return true;
}

}  // namespace trilith::tools
