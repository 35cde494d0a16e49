// Solves a Tiered game backwards into a database file.
//
// Tiers are solved from the last to the first. Within a tier blocks of ranks are the units of work:
// threads take them from a counter, read only child tiers, compress, and append to the file in
// order, so the file does not depend on the number of threads. A tier stays decoded in memory until
// its last parent is solved if the budget allows; otherwise its blocks are read back from the file
// through each thread's cache. A run that was killed keeps every whole block it has written.
#pragma once

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engines/game.hpp"
#include "solvers/retrograde/children.hpp"
#include "solvers/retrograde/container.hpp"
#include "solvers/retrograde/fault.hpp"
#include "solvers/retrograde/filler.hpp"
#include "solvers/retrograde/resident.hpp"

namespace trilith::retrograde {

struct BuildOptions {
  int threads = 1;
  // Bytes for decoded tiers and caches. With less than a tier and its children need, they are read
  // from the file block by block.
  std::uint64_t memory = std::uint64_t{1} << 30;
  std::uint32_t block = kDefaultBlock;
  const std::atomic<bool>* interrupt = nullptr;
  // Called after every block with the positions done and to do; from one thread at a time.
  std::function<void(std::uint64_t done, std::uint64_t total)> progress{};
};

struct BuildResult {
  bool complete = false;  // false when interrupted: the same call goes on
  std::uint64_t positions = 0;
  std::uint64_t resumed = 0;  // of them found in the file
  std::uint64_t bytes = 0;
};

// The tiers of a game in the order of solving.
template <Tiered G>
Plan make_plan(const typename G::Setup& setup, const std::string& name, std::uint32_t block) {
  Plan plan;
  plan.name = name;
  plan.block = block;
  for (int tier = G::tiers(setup) - 1; tier >= 0; --tier) {
    plan.tiers.push_back({static_cast<std::uint32_t>(tier), G::tier_size(setup, tier)});
  }
  return plan;
}

template <Tiered G, class H = NoHooks>
class Builder {
 public:
  Builder(const typename G::Setup& setup, const std::string& name, const std::string& path,
          const BuildOptions& options)
      : setup_(setup),
        options_(options),
        writer_(path, make_plan<G>(setup, name, options.block)),
        tiers_(writer_.plan(), child_lists(setup), options.memory) {}

  BuildResult run() {
    const Plan& plan = writer_.plan();
    BuildResult result;
    for (const TierSize& tier : plan.tiers) total_ += tier.positions;
    result.positions = total_;
    const std::size_t first = writer_.next_tier();
    for (std::size_t i = 0; i < first; ++i) done_ += plan.tiers[i].positions;
    result.resumed = done_;
    if (first < plan.tiers.size())
      result.resumed += writer_.next_block() * std::uint64_t{plan.block};
    for (std::size_t i = first; i < plan.tiers.size(); ++i) {
      solve(i);
      if (stopped()) return result;
    }
    writer_.finish();
    result.complete = true;
    result.bytes = writer_.bytes();
    return result;
  }

 private:
  static std::vector<std::vector<std::size_t>> child_lists(const typename G::Setup& setup) {
    const int tiers = G::tiers(setup);
    std::vector<std::vector<std::size_t>> lists;
    for (int tier = tiers - 1; tier >= 0; --tier) {
      lists.emplace_back();
      for (const int child : G::child_tiers(setup, tier)) {
        lists.back().push_back(static_cast<std::size_t>(tiers - 1 - child));
      }
    }
    return lists;
  }

  bool stopped() const {
    return options_.interrupt != nullptr && options_.interrupt->load(std::memory_order_relaxed);
  }

  void solve(std::size_t i) {
    const Plan& plan = writer_.plan();
    const std::uint32_t blocks = plan.blocks(i);
    const std::uint32_t resumed = writer_.next_tier() == i ? writer_.next_block() : 0;
    Fault fault;
    Code* kept = tiers_.prepare(
        i, [&](std::size_t tier, Code* out) { load(tier, 0, plan.blocks(tier), out, fault); });
    if (kept != nullptr) load(i, 0, resumed, kept, fault);
    fault.rethrow();
    done_ += std::uint64_t{resumed} * plan.block;
    const std::size_t cached = tiers_.cached_blocks(i, options_.threads);
    const int threads = std::min<int>(options_.threads, std::max<int>(1, blocks - resumed));
#pragma omp parallel num_threads(threads)
    {
      Worker worker(*this, i, cached);
#pragma omp for schedule(dynamic, 1) ordered
      for (std::uint32_t block = resumed; block < blocks; ++block) {
        std::span<const char> frame;
        if (!fault && !stopped()) frame = worker.run(block, kept, fault);
#pragma omp ordered
        if (!frame.empty() && !fault) {
          store(frame, plan.positions(i, block), block == writer_.next_block(), fault);
        }
      }
    }
    fault.rethrow();
  }

  // Blocks that follow one that was given up on an interruption are dropped.
  void store(std::span<const char> frame, std::uint64_t positions, bool in_order, Fault& fault) {
    if (!in_order) return;
    try {
      writer_.append(frame);
      done_ += positions;
      if (options_.progress) options_.progress(done_, total_);
    } catch (...) {
      fault.capture();
    }
  }

  // Decodes blocks first..last-1 of a solved tier.
  void load(std::size_t i, std::uint32_t first, std::uint32_t last, Code* out, Fault& fault) {
    const Plan& plan = writer_.plan();
    const int threads = std::min<int>(options_.threads, std::max<int>(1, last - first));
#pragma omp parallel num_threads(threads)
    {
      BlockCodec codec;
      std::vector<char> frame;
#pragma omp for schedule(dynamic, 1)
      for (std::uint32_t block = first; block < last; ++block) {
        try {
          writer_.read(i, block, codec, frame,
                       {out + std::uint64_t{block} * plan.block, plan.positions(i, block)});
        } catch (...) {
          fault.capture();
        }
      }
    }
  }

  // What one thread needs to fill blocks of a tier.
  class Worker {
   public:
    Worker(Builder& builder, std::size_t i, std::size_t cached)
        : plan_(builder.writer_.plan()),
          i_(i),
          children_(plan_, cached,
                    [&builder, this](std::size_t tier, std::uint32_t block, std::span<Code> out) {
                      builder.writer_.read(tier, block, codec_, frame_, out);
                    }),
          filler_(builder.setup_, static_cast<int>(plan_.tiers[i].tier)) {
      children_.set_sources(builder.tiers_.sources(i));
    }

    std::span<const char> run(std::uint32_t block, Code* kept, Fault& fault) {
      try {
        const std::uint64_t first = std::uint64_t{block} * plan_.block;
        const std::size_t count = plan_.positions(i_, block);
        if (kept == nullptr) codes_.resize(count);
        const std::span<Code> out(kept == nullptr ? codes_.data() : kept + first, count);
        filler_.fill(first, out, children_);
        return codec_.encode(plan_.tiers[i_].tier, block, out);
      } catch (...) {
        fault.capture();
        return {};
      }
    }

   private:
    const Plan& plan_;
    std::size_t i_;
    BlockCodec codec_;
    std::vector<char> frame_;
    std::vector<Code> codes_;
    Children children_;
    Filler<G, H> filler_;
  };

  const typename G::Setup& setup_;
  const BuildOptions& options_;
  ContainerWriter writer_;
  ResidentTiers tiers_;
  std::uint64_t done_ = 0;
  std::uint64_t total_ = 0;
};

// Solves the game into the file `path`, going on where an earlier run ended. `name` identifies the
// game and its rules in the file. Throws UserError when the file cannot be written or is of another
// run.
template <Tiered G, class H = NoHooks>
BuildResult build(const typename G::Setup& setup, const std::string& name, const std::string& path,
                  const BuildOptions& options) {
  return Builder<G, H>(setup, name, path, options).run();
}

}  // namespace trilith::retrograde
