// Trio's players as players of any game: by their text, one per seat.
#pragma once

#include <memory>

#include "engines/trio/game.hpp"
#include "solvers/players/player.hpp"
#include "solvers/trio/player.hpp"

namespace trilith::trio {

// Sees only what its seat has seen: `choose` is handed a View of the position.
class SeatPlayer : public players::Player<Trio> {
 public:
  SeatPlayer(const trio::Player& player, const players::PlayerOptions& options)
      : player_(player), options_(options), random_(options.seed, 0, options.seat) {}

  void start(const Position&, std::uint64_t unit) override {
    random_ = RandomStream(options_.seed, unit, options_.seat);
    state_ = {};
  }
  Move choose(const Position& position) override {
    const View view(position, side_to_move(position));
    return trio::choose(player_, view, random_, state_);
  }

 private:
  trio::Player player_;
  players::PlayerOptions options_;
  RandomStream random_;
  PlayerState state_;
};

// The kinds of parse_player; throws UserError for another.
inline std::unique_ptr<players::Player<Trio>> make_player(const players::Spec& spec,
                                                          const players::PlayerOptions& options) {
  return std::make_unique<SeatPlayer>(parse_player(spec.text()), options);
}

}  // namespace trilith::trio
