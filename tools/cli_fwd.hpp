// The command line's App, named for headers: its own header costs seconds in every file.
#pragma once

namespace CLI {
class App;
}
