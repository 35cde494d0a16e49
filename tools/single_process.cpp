// Processes in a build without MPI: there is one.
#include "tools/processes.hpp"

namespace trilith::tools {

struct Processes::State {};

Processes::Processes() = default;
Processes::~Processes() = default;

bool Processes::leads() const { return true; }
int Processes::count() const { return 1; }

RunEnd Processes::work(UnitRun& run, int threads, const UnitRun::Work& work) {
  return run.work(threads, work);
}

void Processes::help(int /*threads*/, const UnitRun::Work& /*work*/) {}

}  // namespace trilith::tools
