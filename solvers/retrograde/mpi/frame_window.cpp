// Remote memory access to frames.
#include "solvers/retrograde/mpi/frame_window.hpp"

#include <algorithm>

namespace trilith::retrograde {

FrameWindow::FrameWindow(MPI_Comm comm, std::uint32_t blocks, std::span<const char> frames,
                         const std::vector<std::uint32_t>& sizes)
    : sizes_(blocks), offsets_(blocks) {
  int processes = 1;
  MPI_Comm_rank(comm, &rank_);
  MPI_Comm_size(comm, &processes);
  processes_ = static_cast<std::uint32_t>(processes);

  // Every process learns the sizes of all frames.
  std::vector<int> counts(processes);
  std::vector<int> starts(processes);
  int total = 0;
  for (std::uint32_t r = 0; r < processes_; ++r) {
    starts[r] = total;
    counts[r] = static_cast<int>(blocks / processes_ + (r < blocks % processes_ ? 1 : 0));
    total += counts[r];
  }
  std::vector<std::uint32_t> gathered(blocks);
  MPI_Allgatherv(sizes.data(), counts[rank_], MPI_UINT32_T, gathered.data(), counts.data(),
                 starts.data(), MPI_UINT32_T, comm);
  std::vector<std::uint64_t> end(processes, 0);
  for (std::uint32_t block = 0; block < blocks; ++block) {
    const int r = owner(block);
    sizes_[block] = gathered[starts[r] + static_cast<int>(block / processes_)];
    offsets_[block] = end[r];
    end[r] += sizes_[block];
    bytes_ += sizes_[block];
  }
  MPI_Win_allocate(static_cast<MPI_Aint>(frames.size()), 1, MPI_INFO_NULL, comm, &memory_,
                   &window_);
  std::copy(frames.begin(), frames.end(), memory_);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, window_);
  MPI_Win_sync(window_);
  MPI_Barrier(comm);
}

FrameWindow::~FrameWindow() {
  MPI_Win_unlock_all(window_);
  MPI_Win_free(&window_);
}

std::uint64_t FrameWindow::fetch(std::uint32_t block, std::vector<char>& frame) const {
  const std::uint32_t size = sizes_[block];
  frame.resize(size);
  const int from = owner(block);
  if (from == rank_) {
    std::copy_n(memory_ + offsets_[block], size, frame.begin());
    return 0;
  }
  MPI_Get(frame.data(), static_cast<int>(size), MPI_CHAR, from,
          static_cast<MPI_Aint>(offsets_[block]), static_cast<int>(size), MPI_CHAR, window_);
  MPI_Win_flush(from, window_);
  return size;
}

}  // namespace trilith::retrograde
