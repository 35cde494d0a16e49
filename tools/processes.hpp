// Work units over the processes that mpirun has started; one process alone is a special case.
//
//   mpirun -n 4 trilith selfplay ...
//
// Process 0 leads: it keeps the journal, hands unit numbers to whoever asks and works itself. The
// others make units and send their results. Only mpi/processes.cpp touches MPI; a build without it
// has single_process.cpp instead.
#pragma once

#include <memory>

#include "tools/unit_run.hpp"

namespace trilith::tools {

class Processes {
 public:
  // Starts MPI when this process is one of several.
  Processes();
  // Ends it. When a process was lost MPI cannot end in order: then this ends the whole job.
  ~Processes();
  Processes(const Processes&) = delete;
  Processes& operator=(const Processes&) = delete;

  // The one that prints and writes; always true in a single process.
  bool leads() const;
  int count() const;

  // For the leader: as UnitRun::work, with the help of the others. A process that is silent for
  // half a minute counts as lost; its units are made again.
  RunEnd work(UnitRun& run, int threads, const UnitRun::Work& work);
  // For the others: makes units until the leader has no more.
  void help(int threads, const UnitRun::Work& work);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace trilith::tools
