// What commands that leave a run in a folder share.
#pragma once

#include <string>

namespace trilith::tools {

// Makes a folder and those above it that are missing; throws UserError.
void create_folder(const std::string& path);

// The command line of this process as a shell reads it, for messages that say how to go on.
std::string command_line();

}  // namespace trilith::tools
