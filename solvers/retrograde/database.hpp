// Looks positions up in a complete database, counts it, and checks it against itself.
#pragma once

#include <omp.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engines/error.hpp"
#include "engines/game.hpp"
#include "engines/random.hpp"
#include "solvers/retrograde/block_cache.hpp"
#include "solvers/retrograde/children.hpp"
#include "solvers/retrograde/container.hpp"
#include "solvers/retrograde/fault.hpp"
#include "solvers/retrograde/filler.hpp"
#include "solvers/retrograde/solve.hpp"

namespace trilith::retrograde {

struct VerifyOptions {
  int threads = 1;
  std::uint64_t sample = 100;  // blocks to recompute
  std::uint64_t seed = 1;
  const std::atomic<bool>* interrupt = nullptr;
  // Called after every block with blocks done and to do; from one thread at a time.
  std::function<void(std::uint64_t done, std::uint64_t total)> progress{};
};

struct VerifyResult {
  bool complete = false;         // false when interrupted
  std::uint64_t blocks = 0;      // decoded, checksums held
  std::uint64_t recomputed = 0;  // of them from their children
};

// Calls work(unit) for units 0..count-1 on `threads` threads; make_work() gives each thread its
// own. The first exception stops the rest and is thrown again.
template <class MakeWork>
void parallel_units(std::uint64_t count, int threads, const std::atomic<bool>* interrupt,
                    MakeWork&& make_work) {
  Fault fault;
#pragma omp parallel num_threads(static_cast<int>(std::clamp<std::uint64_t>(count, 1, threads)))
  {
    auto work = make_work();
#pragma omp for schedule(dynamic, 1)
    for (std::uint64_t unit = 0; unit < count; ++unit) {
      if (fault || (interrupt != nullptr && interrupt->load(std::memory_order_relaxed))) continue;
      try {
        work(unit);
      } catch (...) {
        fault.capture();
      }
    }
  }
  fault.rethrow();
}

template <Tiered G, class H = NoHooks>
class Database {
 public:
  static constexpr std::size_t kCachedBlocks = 256;

  // Throws UserError when the file cannot be read or is of another game, CheckFailed when it is
  // damaged.
  Database(const typename G::Setup& setup, const std::string& name, const std::string& path)
      : setup_(setup), reader_(path), cache_(kCachedBlocks, reader_.plan().block) {
    const Plan expected = make_plan<G>(setup, name, reader_.plan().block);
    if (reader_.plan().name != name || reader_.plan().tiers != expected.tiers) {
      throw UserError("file '" + path + "': a database of '" + reader_.plan().name + "', not of '" +
                      name + "'");
    }
  }

  const ContainerReader& reader() const { return reader_; }

  // The code of a position, finished or not. Not for several threads at once.
  Code probe(const typename G::Position& p) {
    if (G::is_terminal(p)) return finished_code<G>(p);
    if (const std::optional<Code> value = known<G, H>(setup_, p)) return *value;
    const std::size_t i = place(G::tier(setup_, p));
    const std::uint64_t rank = G::rank(setup_, p);
    const Plan& plan = reader_.plan();
    const auto number = static_cast<std::uint32_t>(rank / plan.block);
    const Code* block =
        cache_.block(i, number, plan.positions(i, number),
                     [this](std::size_t tier, std::uint32_t which, std::span<Code> out) {
                       reader_.read(tier, which, codec_, frame_, out);
                     });
    return block[rank % plan.block];
  }

  // Counts the positions of a tier, images once.
  Census census(int tier, int threads, const std::atomic<bool>* interrupt = nullptr) const {
    const Plan& plan = reader_.plan();
    const std::size_t i = place(tier);
    Census total;
    parallel_units(plan.blocks(i), threads, interrupt, [&] {
      return
          [&, filler = Filler<G, H>(setup_, tier), codec = BlockCodec(),
           frame = std::vector<char>(), codes = std::vector<Code>()](std::uint64_t unit) mutable {
            const auto number = static_cast<std::uint32_t>(unit);
            codes.resize(plan.positions(i, number));
            reader_.read(i, number, codec, frame, codes);
            Census part;
            filler.count(unit * plan.block, codes, part);
#pragma omp critical(retrograde_census)
            total += part;
          };
    });
    return total;
  }

  // Decodes every block, so every checksum is checked, and computes a random sample of blocks again
  // from their children. Throws CheckFailed naming the first block that is not as it should be.
  VerifyResult verify(const VerifyOptions& options) const {
    const Plan& plan = reader_.plan();
    std::vector<std::pair<std::size_t, std::uint32_t>> blocks;
    for (std::size_t i = 0; i < plan.tiers.size(); ++i) {
      for (std::uint32_t number = 0; number < plan.blocks(i); ++number)
        blocks.push_back({i, number});
    }
    const std::vector<bool> chosen = sample(blocks.size(), options);
    VerifyResult result;
    parallel_units(blocks.size(), options.threads, options.interrupt, [&] {
      return [&, checker = Checker(*this)](std::uint64_t unit) mutable {
        const auto [i, number] = blocks[unit];
        checker.check(i, number, chosen[unit]);
#pragma omp critical(retrograde_verify)
        {
          ++result.blocks;
          result.recomputed += chosen[unit];
          if (options.progress) options.progress(result.blocks, blocks.size());
        }
      };
    });
    result.complete = result.blocks == blocks.size();
    return result;
  }

 private:
  std::size_t place(int tier) const { return reader_.plan().tiers.size() - 1 - tier; }

  static std::vector<bool> sample(std::size_t blocks, const VerifyOptions& options) {
    std::vector<bool> chosen(blocks, options.sample >= blocks);
    if (options.sample >= blocks) return chosen;
    RandomStream random(options.seed, 0);
    for (std::uint64_t left = options.sample; left > 0;) {
      const std::uint32_t block = random.below(static_cast<std::uint32_t>(blocks));
      if (chosen[block]) continue;
      chosen[block] = true;
      --left;
    }
    return chosen;
  }

  class Checker {
   public:
    explicit Checker(const Database& database) : database_(database) {}

    void check(std::size_t i, std::uint32_t number, bool recompute) {
      const Plan& plan = database_.reader_.plan();
      const TierSize& tier = plan.tiers[i];
      codes_.resize(plan.positions(i, number));
      database_.reader_.read(i, number, codec_, frame_, codes_);
      if (!recompute) return;
      Children children(plan, kCachedBlocks,
                        [this](std::size_t child, std::uint32_t block, std::span<Code> out) {
                          database_.reader_.read(child, block, codec_, frame_, out);
                        });
      std::vector<Children::Source> sources;
      for (const int child : G::child_tiers(database_.setup_, static_cast<int>(tier.tier))) {
        sources.push_back({database_.place(child), nullptr});
      }
      children.set_sources(sources);
      std::vector<Code> again(codes_.size());
      const std::uint64_t first = std::uint64_t{number} * plan.block;
      Filler<G, H>(database_.setup_, static_cast<int>(tier.tier)).fill(first, again, children);
      const auto [stored, computed] = std::ranges::mismatch(codes_, again);
      if (stored == codes_.end()) return;
      throw CheckFailed(
          "file '" + database_.reader_.path() + "': tier " + std::to_string(tier.tier) + ", rank " +
          std::to_string(first + static_cast<std::uint64_t>(stored - codes_.begin())) +
          ": stored " + std::to_string(*stored) + ", computed " + std::to_string(*computed));
    }

   private:
    const Database& database_;
    BlockCodec codec_;
    std::vector<char> frame_;
    std::vector<Code> codes_;
  };

  const typename G::Setup& setup_;
  ContainerReader reader_;
  BlockCache cache_;
  BlockCodec codec_;
  std::vector<char> frame_;
};

}  // namespace trilith::retrograde
