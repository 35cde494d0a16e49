// Trio's players as players of any game: by their text, one per seat.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "engines/trio/game.hpp"
#include "solvers/players/player.hpp"
#include "solvers/trio/ismcts.hpp"
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
    reveals_.clear();
    if (player_.kind != PlayerKind::ismcts || view.in_swap()) {
      return trio::choose(player_, view, random_, state_);
    }
    // What trio::choose would do, but the search is kept.
    reveals_ = search_reveals(view.observation(), player_.playouts, random_);
    return reveals_[0].move;
  }
  players::Thought<Trio> thought() const override {
    players::Thought<Trio> thought;
    for (const SearchedReveal& reveal : reveals_) {
      thought.visits.emplace_back(reveal.move, static_cast<std::uint64_t>(reveal.deals));
    }
    if (!reveals_.empty() && reveals_[0].deals > 0) {
      thought.value = 2.0 * reveals_[0].wins / reveals_[0].deals - 1;
    }
    return thought;
  }
  std::string_view value_unit() const override {
    return player_.kind == PlayerKind::ismcts ? players::kMeanResult : players::kNoValues;
  }

 private:
  trio::Player player_;
  players::PlayerOptions options_;
  RandomStream random_;
  PlayerState state_;
  std::vector<SearchedReveal> reveals_;  // of the last choice, best first; of ismcts only
};

// The kinds of parse_player; throws UserError for another.
inline std::unique_ptr<players::Player<Trio>> make_player(const players::Spec& spec,
                                                          const players::PlayerOptions& options) {
  return std::make_unique<SeatPlayer>(parse_player(spec.text()), options);
}

}  // namespace trilith::trio
