// How the codes of a tier are computed: position by position, unless the game knows better.
//
// A hooks type H says what a game has to offer beside Tiered:
//
//   H::known(setup, p)   OPTIONAL: std::optional<Code> of a running position whose value needs no
//                        table. It must be there for positions with a child that has no rank.
//   H::Filler            OPTIONAL: fills runs of ranks at once and counts them; without it every
//                        position is unranked and each of its children ranked. Members as in
//                        PositionFiller; the codes must be the same.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engines/game.hpp"
#include "solvers/retrograde/children.hpp"
#include "solvers/retrograde/code.hpp"

namespace trilith::retrograde {

struct NoHooks {};

template <class G, class H>
std::optional<Code> known(const typename G::Setup& setup, const typename G::Position& p) {
  if constexpr (requires { H::known(setup, p); }) {
    return H::known(setup, p);
  } else {
    return std::nullopt;
  }
}

// A finished position as its table entry: a draw, or decided, whoever won.
template <Game G>
Code finished_code(const typename G::Position& p) {
  return G::payoff(p) == Payoff<G>{} ? kDraw : kFinished;
}

// The code of a running position from those of its children; child(position) looks one up.
template <Game G, class H, class Lookup>
Code code_from_children(const typename G::Setup& setup, const typename G::Position& p,
                        Lookup&& lookup) {
  const int seat = G::side_to_move(p);
  MoveList<G> moves;
  G::legal_moves(p, moves);
  Code best = -kNoChild;
  for (const typename G::Move& move : moves) {
    typename G::Position child = p;
    G::play(child, move);
    Code code;
    if (G::is_terminal(child)) {
      const int payoff = G::payoff(child)[seat];
      code = payoff > 0 ? win_in(1) : payoff < 0 ? loss_in(1) : kDraw;
    } else {
      const std::optional<Code> value = known<G, H>(setup, child);
      code = value ? *value : lookup(child);
      code = G::side_to_move(child) == seat ? older(code) : turned(code);
    }
    best = std::max(best, code);
  }
  return best;
}

// How many positions of each class of equal images have which code.
struct Census {
  std::array<std::uint64_t, 256> by_code{};  // by code + 128
  void add(Code code, std::uint64_t count = 1) { by_code[code + 128] += count; }
  std::uint64_t of(Code code) const { return by_code[code + 128]; }
  Census& operator+=(const Census& other) {
    for (std::size_t i = 0; i < by_code.size(); ++i) by_code[i] += other.by_code[i];
    return *this;
  }
};

template <Tiered G, class H>
class PositionFiller {
 public:
  PositionFiller(const typename G::Setup& setup, int tier)
      : setup_(setup), tier_(tier), child_tiers_(G::child_tiers(setup, tier)) {}

  // The codes of ranks first, first + 1, ...
  void fill(std::uint64_t first, std::span<Code> out, Children& children) {
    for (std::size_t i = 0; i < out.size(); ++i) {
      const typename G::Position p = G::unrank(setup_, tier_, first + i);
      if (G::is_terminal(p)) {
        out[i] = finished_code<G>(p);
      } else if (const std::optional<Code> value = known<G, H>(setup_, p)) {
        out[i] = *value;
      } else {
        out[i] = code_from_children<G, H>(setup_, p, [&](const typename G::Position& child) {
          const int tier = G::tier(setup_, child);
          std::size_t number = 0;
          while (child_tiers_[number] != tier) ++number;
          return children.code(number, G::rank(setup_, child));
        });
      }
    }
  }

  // Adds the positions of ranks first, first + 1, ... that stand for their class.
  void count(std::uint64_t first, std::span<const Code> codes, Census& census) {
    for (std::size_t i = 0; i < codes.size(); ++i) {
      if (G::rank(setup_, G::unrank(setup_, tier_, first + i)) == first + i) census.add(codes[i]);
    }
  }

 private:
  const typename G::Setup& setup_;
  int tier_;
  std::vector<int> child_tiers_;
};

namespace detail {
template <class G, class H>
struct FillerOf {
  using Type = PositionFiller<G, H>;
};
template <class G, class H>
  requires requires { typename H::Filler; }
struct FillerOf<G, H> {
  using Type = typename H::Filler;
};
}  // namespace detail

template <Tiered G, class H>
using Filler = typename detail::FillerOf<G, H>::Type;

}  // namespace trilith::retrograde
