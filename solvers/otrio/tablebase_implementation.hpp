// What a Tablebase does, whatever its file holds.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engines/random.hpp"
#include "solvers/otrio/tablebase.hpp"

namespace trilith::otrio {

class Tablebase::Implementation {
 public:
  explicit Implementation(const TablebaseGame& of) : game(of) {}
  virtual ~Implementation() = default;
  virtual const retrograde::ContainerReader& reader() const = 0;
  virtual int tiers() const = 0;
  virtual TierCount count(int tier, int threads, const std::atomic<bool>* interrupt) const = 0;
  virtual retrograde::VerifyResult verify(const retrograde::VerifyOptions& options) const = 0;
  // A running or drawn position: a tier at random and in it a position.
  virtual Position random_position(RandomStream& random) = 0;
  virtual Position parse(const std::string& text) const = 0;
  // Of a position that is not won.
  virtual retrograde::Code probe(const Position& p) = 0;
  virtual std::vector<MoveValue> moves(const Position& p) = 0;

  TablebaseGame game;
};

Value value_of_code(retrograde::Code code);

// A file of everything below the game's root, see reachable.hpp.
std::unique_ptr<Tablebase::Implementation> open_reachable(const TablebaseGame& game,
                                                          const std::string& path);
retrograde::BuildResult build_reachable(const TablebaseGame& game, const std::string& path,
                                        const retrograde::BuildOptions& options);

}  // namespace trilith::otrio
