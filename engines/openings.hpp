// All openings of a game of a given length, one for each class of equal positions up to symmetry.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

#include "engines/error.hpp"
#include "engines/game.hpp"

namespace trilith {

// The moves of one opening from a start for each canonical form of running positions after `plies`
// plies, in a fixed order: of several ways to a form the first by the order of legal moves. Throws
// UserError when there are more than `most` forms.
template <Symmetric G>
  requires Hashed<G>
std::vector<std::vector<typename G::Move>> distinct_openings(const typename G::Position& start,
                                                             int plies, std::size_t most) {
  using Position = typename G::Position;
  struct Hash {
    std::size_t operator()(const Position& p) const { return G::key(p); }
  };
  struct Opening {
    Position position;
    std::vector<typename G::Move> moves;
  };

  std::vector<Opening> openings{{start, {}}};
  for (int ply = 0; ply < plies; ++ply) {
    std::vector<Opening> longer;
    std::unordered_set<Position, Hash> forms;
    for (const Opening& opening : openings) {
      MoveList<G> moves;
      G::legal_moves(opening.position, moves);
      for (const typename G::Move& move : moves) {
        Position next = opening.position;
        G::play(next, move);
        if (G::is_terminal(next) || !forms.insert(G::canonical(next)).second) continue;
        if (forms.size() > most) {
          throw UserError("openings of " + std::to_string(plies) + " plies: more than " +
                          std::to_string(most) + "; fewer plies are right");
        }
        longer.push_back({next, opening.moves});
        longer.back().moves.push_back(move);
      }
    }
    openings = std::move(longer);
  }

  std::vector<std::vector<typename G::Move>> result;
  result.reserve(openings.size());
  for (Opening& opening : openings) result.push_back(std::move(opening.moves));
  return result;
}

}  // namespace trilith
