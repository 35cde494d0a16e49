// Option texts and defaults that the otrio subcommands share.
#pragma once

namespace trilith::tools {

inline constexpr const char* kOtrioRulesHelp =
    "Rule set placement,blocked,players: nested|free, none|SLOT, pairs|duel|3|4";
inline constexpr int kDefaultOtrioHashMb = 1024;
inline constexpr const char* kOtrioPositionHelp =
    "Like '...,...,.../...,...,.../...,...,... V': rows from the top, cells S M L, colour to place";

}  // namespace trilith::tools
