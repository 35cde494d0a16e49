// Finds the positions below a root level by level and solves them backwards.
#include "solvers/otrio/reachable.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "engines/error.hpp"
#include "engines/otrio/game.hpp"
#include "engines/otrio/notation.hpp"
#include "engines/random.hpp"
#include "solvers/otrio/board_key.hpp"
#include "solvers/otrio/solver.hpp"
#include "solvers/retrograde/filler.hpp"

namespace trilith::otrio {
namespace {

using retrograde::Code;

template <class F>
decltype(auto) visit_two_players(const Rules& rules, F&& f) {
  require_two_players(rules);
  return visit(rules, [&]<class G>(G game) {
    if constexpr (G::players == Players::pairs || G::players == Players::duel) f(game);
  });
}

void make_unique(std::vector<std::uint64_t>& keys) {
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
}

// Ways to fill slots with up to `left[c]` pieces of each colour of a layer, by pieces of all
// colours together: placed[n] counts boards of n pieces more.
double ways(int open, int pieces) {
  double result = 1;
  for (int i = 0; i < pieces; ++i) result = result * (open - i) / (i + 1);
  return result;
}

struct Finder {
  const Rules& rules;
  const Reachable::Options& options;
  std::vector<int> symmetries;

  bool stopped() const {
    return options.interrupt != nullptr && options.interrupt->load(std::memory_order_relaxed);
  }

  // The keys of all running positions one ply after those of `from`.
  template <class G>
  std::vector<std::uint64_t> next_level(const std::vector<std::uint64_t>& from, int due,
                                        std::uint64_t most) const {
    std::vector<std::uint64_t> all;
    bool too_many = false;
    const auto count = static_cast<std::int64_t>(from.size());
#pragma omp parallel num_threads(options.threads)
    {
      std::vector<std::uint64_t> mine;
      std::size_t limit = std::size_t{1} << 20;
      const auto collect = [&] {
#pragma omp critical(reachable_collect)
        {
          all.insert(all.end(), mine.begin(), mine.end());
          if (all.size() > limit) make_unique(all);
          too_many = too_many || all.size() > most;
        }
        mine.clear();
      };
#pragma omp for schedule(dynamic, 4096) nowait
      for (std::int64_t i = 0; i < count; ++i) {
        if (too_many || stopped()) continue;
        const Position p = board_of_key(rules, from[i], due);
        MoveList<G> moves;
        G::legal_moves(p, moves);
        for (const Move move : moves) {
          Position child = p;
          G::play(child, move);
          if (!G::is_terminal(child)) mine.push_back(least_board_key(child.pieces, symmetries));
        }
        if (mine.size() >= limit) {
          make_unique(mine);
          collect();
        }
      }
      make_unique(mine);
      collect();
    }
    make_unique(all);
    if (too_many || all.size() > most) {
      throw UserError("the positions below the root outgrow the memory at " + std::to_string(most) +
                      " of one level; start from a later position or give" +
                      " more with --memory-mb");
    }
    return all;
  }

  template <class G>
  void solve(std::vector<Reachable::Level>& levels, std::size_t k, int due) const {
    Reachable::Level& level = levels[k];
    const auto count = static_cast<std::int64_t>(level.keys.size());
    level.codes.resize(level.keys.size());
    const typename G::Setup setup{rules.blocked};
#pragma omp parallel for schedule(dynamic, 4096) num_threads(options.threads)
    for (std::int64_t i = 0; i < count; ++i) {
      if (stopped()) continue;
      const Position p = board_of_key(rules, level.keys[i], due);
      level.codes[i] = retrograde::code_from_children<G, retrograde::NoHooks>(
          setup, p, [&](const Position& child) {
            const Reachable::Level& next = levels[k + 1];
            const std::uint64_t key = least_board_key(child.pieces, symmetries);
            const auto at = std::lower_bound(next.keys.begin(), next.keys.end(), key);
            return next.codes[at - next.keys.begin()];
          });
    }
  }
};

}  // namespace

ReachableEstimate estimate_reachable(const Rules& rules, const Position& root, int samples,
                                     std::uint64_t seed) {
  ReachableEstimate estimate;
  const int colours = otrio::colours(rules.players);
  // The symmetries that keep the root halve, quarter, ... what lies below it.
  int keeping = 0;
  for (const int symmetry : symmetries_of(rules)) {
    keeping += board_key(transform(root, symmetry).pieces) == board_key(root.pieces);
  }
  visit_two_players(rules, [&]<class G>(G) {
    for (int sample = 0; sample < samples; ++sample) {
      RandomStream random(seed, static_cast<std::uint64_t>(sample));
      Position p = root;
      double weight = 1.0 / keeping;
      std::array<int, 4> placed{};
      while (!G::is_terminal(p)) {
        estimate.guess += weight / samples;
        MoveList<G> moves;
        G::legal_moves(p, moves);
        const Move move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
        weight *= static_cast<double>(moves.size());
        if (move != kPass) weight /= ++placed[p.due];
        G::play(p, move);
      }
    }
  });
  // Layer by layer: boards by the number of further pieces, then all three together.
  estimate.most = 1;
  for (int size = 0; size < kSizes; ++size) {
    double boards = 0;
    const int open = std::popcount(~root.closed & layer_of(size));
    std::array<int, 4> left{};
    for (int c = 0; c < colours; ++c) {
      left[c] = kPiecesPerSize - std::popcount(root.pieces[c] & layer_of(size));
    }
    for (int a = 0; a <= left[0]; ++a) {
      for (int b = 0; b <= left[1]; ++b) {
        for (int c = 0; c <= left[2]; ++c) {
          for (int d = 0; d <= left[3]; ++d) {
            if (a + b + c + d > open) continue;
            boards += ways(open, a) * ways(open - a, b) * ways(open - a - b, c) *
                      ways(open - a - b - c, d);
          }
        }
      }
    }
    estimate.most *= boards;
  }
  estimate.most = std::max(1.0, estimate.most / keeping);
  return estimate;
}

Reachable::Reachable(const Rules& rules, const Position& root, const Options& options)
    : rules_(rules) {
  const Finder finder{rules, options, symmetries_of(rules)};
  const int colours = otrio::colours(rules.players);
  const auto due = [&](std::size_t k) { return static_cast<int>((root.due + k) % colours); };
  visit_two_players(rules, [&]<class G>(G) {
    levels_.push_back({{least_board_key(root.pieces, finder.symmetries)}, {}});
    std::uint64_t found = 1;
    while (!levels_.back().keys.empty() && !finder.stopped()) {
      // Nine bytes for each position, and 16 for a key that is being collected.
      const std::uint64_t used = 9 * found;
      const std::uint64_t most = used < options.memory ? (options.memory - used) / 25 : 0;
      const std::size_t k = levels_.size() - 1;
      levels_.push_back({finder.next_level<G>(levels_.back().keys, due(k), most), {}});
      found += levels_.back().keys.size();
      if (options.progress) options.progress("found", found);
    }
    levels_.pop_back();
    std::uint64_t solved = 0;
    for (std::size_t k = levels_.size(); k-- > 0 && !finder.stopped();) {
      finder.solve<G>(levels_, k, due(k));
      solved += levels_[k].keys.size();
      if (options.progress) options.progress("solved", solved);
    }
  });
  complete_ = !finder.stopped();
}

std::uint64_t Reachable::positions() const {
  std::uint64_t sum = 0;
  for (const Level& level : levels_) sum += level.keys.size();
  return sum;
}

Code Reachable::code(std::size_t level, std::uint64_t key) const {
  const Level& in = levels_[level];
  return in.codes[std::lower_bound(in.keys.begin(), in.keys.end(), key) - in.keys.begin()];
}

}  // namespace trilith::otrio
