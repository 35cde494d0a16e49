// The tiered solver over MPI: the same file as the one of a single process, byte for byte.
//
// Tiers are solved one after the other by all processes. Process r fills blocks r, r + n, ... of a
// tier and keeps their frames (compressed) in memory until the last parent tier is done; child
// blocks of other processes are fetched from their memory. Then process 0 receives the frames in
// order and appends them to the file. A run that was killed goes on after the last whole block in
// the file: process 0 hands the frames of tiers that are still needed back to their owners.
//
// One process for each core; no threads inside. A fault in one process ends all of them.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engines/error.hpp"
#include "engines/game.hpp"
#include "solvers/retrograde/children.hpp"
#include "solvers/retrograde/container.hpp"
#include "solvers/retrograde/filler.hpp"
#include "solvers/retrograde/mpi/frame_window.hpp"
#include "solvers/retrograde/solve.hpp"

namespace trilith::retrograde {

struct DistributedOptions {
  std::uint32_t block = kDefaultBlock;
  std::size_t cached_blocks = 256;  // decoded child blocks held by each process
};

// What one tier cost, summed over the processes.
struct TierTraffic {
  std::uint32_t tier = 0;
  std::uint64_t positions = 0;
  std::uint64_t frame_bytes = 0;    // compressed size of the tier
  std::uint64_t child_bytes = 0;    // the same of its child tiers
  std::uint64_t fetched_bytes = 0;  // child frames that came from another process
  double fill_seconds = 0;          // of all processes together
};

// The result is meaningful in process 0.
struct DistributedResult {
  BuildResult build;
  std::vector<TierTraffic> tiers;  // those solved by this run
};

template <Tiered G, class H = NoHooks>
class DistributedBuilder {
 public:
  DistributedBuilder(MPI_Comm comm, const typename G::Setup& setup, const std::string& name,
                     const std::string& path, const DistributedOptions& options)
      : comm_(comm), setup_(setup), options_(options) {
    MPI_Comm_rank(comm, &rank_);
    MPI_Comm_size(comm, &processes_);
    plan_ = make_plan<G>(setup, name, options.block);
    open(path);
    windows_.resize(plan_.tiers.size());
    last_parent_.resize(plan_.tiers.size(), 0);
    for (std::size_t i = 0; i < plan_.tiers.size(); ++i) {
      for (const std::size_t child : children(i)) last_parent_[child] = i;
    }
  }

  DistributedResult run() {
    std::uint64_t next[2] = {0, 0};  // tier, block
    if (rank_ == 0) {
      next[0] = writer_->next_tier();
      if (next[0] < plan_.tiers.size()) next[1] = writer_->next_block();
    }
    MPI_Bcast(next, 2, MPI_UINT64_T, 0, comm_);
    DistributedResult result;
    for (const TierSize& tier : plan_.tiers) result.build.positions += tier.positions;
    for (std::size_t i = 0; i < next[0]; ++i) {
      result.build.resumed += plan_.tiers[i].positions;
      if (last_parent_[i] >= next[0]) hand_out(i, plan_.blocks(i));
    }
    for (std::size_t i = next[0]; i < plan_.tiers.size(); ++i) {
      const auto done = static_cast<std::uint32_t>(i == next[0] ? next[1] : 0);
      if (done > 0) result.build.resumed += std::uint64_t{done} * plan_.block;
      result.tiers.push_back(solve(i, done));
      for (std::size_t child = 0; child <= i; ++child) {
        if (last_parent_[child] <= i) windows_[child].reset();
      }
    }
    if (rank_ == 0) {
      writer_->finish();
      result.build.bytes = writer_->bytes();
    }
    result.build.complete = true;
    return result;
  }

 private:
  std::vector<std::size_t> children(std::size_t i) const {
    std::vector<std::size_t> places;
    for (const int child : G::child_tiers(setup_, static_cast<int>(plan_.tiers[i].tier))) {
      places.push_back(plan_.tiers.size() - 1 - static_cast<std::size_t>(child));
    }
    return places;
  }

  // Process 0 opens the file; what is wrong with it becomes a UserError of every process.
  void open(const std::string& path) {
    std::string fault;
    if (rank_ == 0) {
      try {
        writer_.emplace(path, plan_);
      } catch (const UserError& error) {
        fault = error.what();
      }
    }
    std::uint64_t length = fault.size();
    MPI_Bcast(&length, 1, MPI_UINT64_T, 0, comm_);
    if (length == 0) return;
    fault.resize(length);
    MPI_Bcast(fault.data(), static_cast<int>(length), MPI_CHAR, 0, comm_);
    throw UserError(fault);
  }

  // This process's frames of a tier, end to end.
  struct Frames {
    std::vector<char> bytes;
    std::vector<std::uint32_t> sizes;
    void add(std::span<const char> frame) {
      bytes.insert(bytes.end(), frame.begin(), frame.end());
      sizes.push_back(static_cast<std::uint32_t>(frame.size()));
    }
  };

  // Blocks 0..blocks-1 of tier i go from the file to their owners.
  Frames take_from_file(std::size_t i, std::uint32_t blocks) {
    Frames mine;
    std::vector<char> frame;
    for (std::uint32_t block = 0; block < blocks; ++block) {
      const int owner = static_cast<int>(block % processes_);
      if (rank_ == 0) writer_->read_raw(i, block, frame);
      move_frame(0, owner, frame);
      if (rank_ == owner) mine.add(frame);
    }
    return mine;
  }

  void hand_out(std::size_t i, std::uint32_t blocks) {
    const Frames mine = take_from_file(i, blocks);
    windows_[i] = std::make_unique<FrameWindow>(comm_, blocks, mine.bytes, mine.sizes);
  }

  // Called by all; the frame moves from one process to another.
  void move_frame(int from, int to, std::vector<char>& frame) {
    if (from == to) return;
    if (rank_ == from) {
      MPI_Send(frame.data(), static_cast<int>(frame.size()), MPI_CHAR, to, 0, comm_);
    } else if (rank_ == to) {
      MPI_Status status;
      int size = 0;
      MPI_Probe(from, 0, comm_, &status);
      MPI_Get_count(&status, MPI_CHAR, &size);
      frame.resize(size);
      MPI_Recv(frame.data(), size, MPI_CHAR, from, 0, comm_, MPI_STATUS_IGNORE);
    }
  }

  TierTraffic solve(std::size_t i, std::uint32_t done) {
    const std::uint32_t blocks = plan_.blocks(i);
    const auto tier = static_cast<int>(plan_.tiers[i].tier);
    const std::vector<std::size_t> from = children(i);
    Frames mine = take_from_file(i, done);
    std::uint64_t fetched = 0;
    BlockCodec codec;
    std::vector<char> frame;
    Children sources(plan_, options_.cached_blocks,
                     [&](std::size_t child, std::uint32_t block, std::span<Code> out) {
                       fetched += windows_[child]->fetch(block, frame);
                       if (!codec.decode(frame, plan_.tiers[child].tier, block, out)) {
                         throw CheckFailed("a frame was damaged on its way between processes");
                       }
                     });
    std::vector<Children::Source> list;
    for (const std::size_t child : from) list.push_back({child, nullptr});
    sources.set_sources(list);
    Filler<G, H> filler(setup_, tier);
    std::vector<Code> codes;
    const double start = MPI_Wtime();
    for (std::uint32_t block = 0; block < blocks; ++block) {
      if (block < done || static_cast<int>(block % processes_) != rank_) continue;
      codes.resize(plan_.positions(i, block));
      filler.fill(std::uint64_t{block} * plan_.block, codes, sources);
      mine.add(codec.encode(plan_.tiers[i].tier, block, codes));
    }
    const double seconds = MPI_Wtime() - start;
    windows_[i] = std::make_unique<FrameWindow>(comm_, blocks, mine.bytes, mine.sizes);
    if (rank_ == 0) {
      for (std::uint32_t block = done; block < blocks; ++block) {
        windows_[i]->fetch(block, frame);
        writer_->append(frame);
      }
    }
    TierTraffic traffic;
    traffic.tier = plan_.tiers[i].tier;
    traffic.positions = plan_.tiers[i].positions;
    traffic.frame_bytes = windows_[i]->bytes();
    for (const std::size_t child : from) traffic.child_bytes += windows_[child]->bytes();
    MPI_Reduce(&fetched, &traffic.fetched_bytes, 1, MPI_UINT64_T, MPI_SUM, 0, comm_);
    MPI_Reduce(&seconds, &traffic.fill_seconds, 1, MPI_DOUBLE, MPI_SUM, 0, comm_);
    return traffic;
  }

  MPI_Comm comm_;
  const typename G::Setup& setup_;
  DistributedOptions options_;
  int rank_ = 0;
  int processes_ = 1;
  Plan plan_;
  std::optional<ContainerWriter> writer_;  // in process 0
  std::vector<std::unique_ptr<FrameWindow>> windows_;
  std::vector<std::size_t> last_parent_;
};

}  // namespace trilith::retrograde
