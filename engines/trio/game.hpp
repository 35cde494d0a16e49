// Trio as a Game with chance (the deal) and hidden cards.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "engines/game.hpp"
#include "engines/hashing.hpp"
#include "engines/trio/belief.hpp"
#include "engines/trio/notation.hpp"
#include "engines/trio/observation.hpp"
#include "engines/trio/position.hpp"
#include "engines/trio/rules.hpp"

namespace trilith::trio {

// Play can be endless when players are stubborn: simulations need a cap.
struct Trio {
  using Position = trio::Position;
  using Move = trio::Move;
  using Setup = Rules;
  using Observation = trio::Observation;
  // Prepared once for an observation; then `sample(random)` is a fraction of what resample costs.
  using Belief = trio::Belief;

  static constexpr std::string_view name = "trio";
  static constexpr std::size_t max_moves = kMaxMoves;
  static constexpr std::size_t max_seats = kMaxPlayers;
  static constexpr int max_payoff = 1;

  // The deck dealt in rising order: a position to start from where none should be random.
  static Position initial(const Setup& setup) { return dealt(setup, deck(setup)); }
  static Position deal(const Setup& setup, RandomStream& random) {
    return trio::deal(setup, random);
  }
  static int seats(const Position& p) { return p.rules.players; }
  static int side_to_move(const Position& p) { return trio::side_to_move(p); }
  static bool is_terminal(const Position& p) { return trio::is_terminal(p); }
  static void legal_moves(const Position& p, FixedList<Move, max_moves>& list) {
    trio::legal_moves(p, list);
  }
  static void play(Position& p, Move move) { trio::play(p, move); }

  // 1 for the winner (and its partner), -1 for the others; 0 for all when nobody won.
  static std::array<int, max_seats> payoff(const Position& p) {
    std::array<int, max_seats> result{};
    if (p.status != Status::won) return result;
    for (int seat = 0; seat < p.rules.players; ++seat) {
      result[seat] = p.rules.side_of(seat) == p.winner ? 1 : -1;
    }
    return result;
  }

  static std::string move_text(const Position&, Move move) { return trio::move_text(move); }
  static Move parse_move(const Position& p, std::string_view text) {
    return trio::parse_move(p, text);
  }
  static std::string position_text(const Position& p) { return trio::position_text(p); }
  static Position parse_position(const Setup& setup, std::string_view text) {
    return trio::parse_position(setup, text);
  }

  static Observation observe(const Position& p, int seat) { return Observation(p, seat); }
  static Position resample(const Observation& observation, RandomStream& random) {
    return trio::Belief(observation).sample(random);
  }

  static std::uint64_t key(const Position& p) { return table_key(p); }
  // Equal for equal observations: what a tree over information sets may be keyed by.
  static std::uint64_t observation_key(const Observation& observation) {
    return mix64(table_key(observation.table()) + static_cast<std::uint64_t>(observation.seat()));
  }

 private:
  static std::uint64_t table_key(const Table& t);
};

inline std::uint64_t Trio::table_key(const Table& t) {
  std::uint64_t key = 0;
  const auto add = [&key](std::uint64_t value) { key = mix64(key ^ value); };
  const auto bits = [](auto... bytes) {
    std::uint64_t packed = 0;
    ((packed = packed << 8 | static_cast<std::uint8_t>(bytes)), ...);
    return packed;
  };
  for (int seat = 0; seat < t.rules.players; ++seat) {
    const Hand& hand = t.hands[seat];
    add(hand.cards);
    add(bits(hand.size, hand.known_low, hand.known_high, hand.low_up, hand.high_up) << 16 |
        t.taken[seat]);
    if (!t.rules.swaps) continue;
    for (int v = 1; v <= t.rules.numbers; ++v) add(bits(t.held[seat][v], t.told[seat][v]));
    add(t.answers[seat]);
  }
  std::uint64_t slots = 0;
  for (int slot = 0; slot < t.rules.centre(); ++slot) {
    slots = slots << 4 | t.centre[slot];
    if (slot % 16 == 15) add(slots);
  }
  add(slots);
  add(t.centre_present);
  add(t.centre_known);
  add(t.centre_up);
  add(bits(t.turn, t.showing, t.shown, t.status, t.swapping, t.asked));
  return key;
}

}  // namespace trilith::trio
