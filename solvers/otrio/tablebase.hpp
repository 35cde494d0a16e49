// Databases of two-player games: build, look up, count and verify, for rules known at run time.
//
// A duel is solved whole; any game for two can be solved from a position on.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engines/otrio/position.hpp"
#include "engines/otrio/rules.hpp"
#include "solvers/otrio/score.hpp"
#include "solvers/otrio/solver.hpp"
#include "solvers/retrograde/database.hpp"
#include "solvers/retrograde/solve.hpp"

namespace trilith::otrio {

// What a database solves: everything below `root`, or without one a whole duel, in which each
// colour has `pieces` (1 to 3; the game has 3) of every size. Fewer make a smaller game for trials.
struct TablebaseGame {
  Rules rules;
  int pieces = kPiecesPerSize;
  std::optional<Position> root = {};

  // Throws UserError when the rules do not fit, the pieces are not 1 to 3 or the root is no running
  // position.
  void check() const;
  std::string name() const;
};

// Throws UserError as retrograde::build does.
retrograde::BuildResult build_tablebase(const TablebaseGame& game, const std::string& path,
                                        const retrograde::BuildOptions& options);

// One tier, counted.
struct TierCount {
  int ply = 0;        // pieces on the board; below a root its pieces and the plies since
  std::string label;  // the tier among those of its ply
  std::uint64_t ranks = 0;
  std::uint64_t classes = 0;  // positions up to symmetry, by Burnside's lemma
  retrograde::Census census;  // the same positions by code, counted one by one
};

// How a sample of positions compares with the forward search.
struct SearchCheck {
  std::uint64_t positions = 0;
  std::string first_difference;  // empty when there is none
};

class Tablebase {
 public:
  // Throws UserError when the file cannot be read, CheckFailed when it is damaged or not a database
  // of Otrio.
  explicit Tablebase(const std::string& path);
  ~Tablebase();
  Tablebase(Tablebase&&) noexcept;

  const TablebaseGame& game() const;
  std::uint64_t bytes() const;
  int tiers() const;

  // `text` as a position of this game; throws UserError.
  Position parse(const std::string& text) const;
  Value value(const Position& p);
  // Every legal move with its value for the mover, slots rising.
  std::vector<MoveValue> moves(const Position& p);

  TierCount count(int tier, int threads, const std::atomic<bool>* interrupt) const;
  retrograde::VerifyResult verify(const retrograde::VerifyOptions& options) const;
  // Solves running positions by forward search and compares: for each a tier at random, and in it a
  // rank. Only for three pieces. progress(done) after each thousand.
  SearchCheck compare_with_search(std::uint64_t positions, std::uint64_t seed, int threads,
                                  const std::atomic<bool>* interrupt,
                                  const std::function<void(std::uint64_t)>& progress);

  class Implementation;

 private:
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace trilith::otrio
