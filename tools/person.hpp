// Lines that a person types.
#pragma once

#include <string>

namespace trilith::tools {

// The next line without its end; false at the end of input and after Ctrl-C.
bool read_person_line(std::string& line);

}  // namespace trilith::tools
