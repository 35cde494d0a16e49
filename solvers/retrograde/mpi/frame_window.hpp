// The frames of one tier, spread over all processes and read from anywhere.
//
// Process r holds the frames of blocks r, r + n, r + 2n, ... in a window of remote memory access,
// so a process fetches a child block from its owner without the owner's help.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <span>
#include <vector>

namespace trilith::retrograde {

class FrameWindow {
 public:
  // Collective: every process brings its frames in rising order of blocks, end to end, and their
  // sizes; the tier has `blocks` blocks.
  FrameWindow(MPI_Comm comm, std::uint32_t blocks, std::span<const char> frames,
              const std::vector<std::uint32_t>& sizes);
  FrameWindow(const FrameWindow&) = delete;
  FrameWindow& operator=(const FrameWindow&) = delete;
  ~FrameWindow();  // collective

  // Of all processes together.
  std::uint64_t bytes() const { return bytes_; }

  int owner(std::uint32_t block) const { return static_cast<int>(block % processes_); }
  // Copies a frame; returns the bytes that came from another process.
  std::uint64_t fetch(std::uint32_t block, std::vector<char>& frame) const;

 private:
  MPI_Win window_ = MPI_WIN_NULL;
  char* memory_ = nullptr;
  int rank_ = 0;
  std::uint32_t processes_ = 1;
  std::uint64_t bytes_ = 0;
  std::vector<std::uint32_t> sizes_;    // by block
  std::vector<std::uint64_t> offsets_;  // by block, in the owner's window
};

}  // namespace trilith::retrograde
