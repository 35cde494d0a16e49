// Kinds of Trio players, their text `forgetful:rate=0.1`, and how they choose.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engines/trio/view.hpp"
#include "solvers/players/spec.hpp"

namespace trilith::trio {

enum class PlayerKind : std::uint8_t {
  random,  // any legal reveal, all with equal chance
  memory,  // perfect memory: takes the lowest trio whose cards are all known and reachable, else
           // turns over a random unknown reachable card, then matches while it knows a match
  myopic,  // the best chance of a trio this turn by the exact belief
  ismcts,  // information-set search with exact beliefs and exact chances of this turn
  mcts,    // the generic information-set tree search with `memory` playouts
  open,    // looks for a trio with open cards on sampled deals: wrong on purpose, a control
};

// A kind and its restrictions. The restrictions belong to `memory`.
struct Player {
  PlayerKind kind = PlayerKind::memory;
  // Chance to fail to recall, anew in every turn of one's own, each run of shown cards at an end of
  // a hand and each shown centre card; `forgetful` is memory with this.
  double forget = 0;
  bool no_seven = false;     // never turns over a card it knows to be the winning number
  bool no_own = false;       // shows no card of its own hand while anything else can be turned
  bool centre_only = false;  // explores the centre only, as long as it has unknown cards
  int samples = 32;          // deals that `open` samples for a decision
  int playouts = 1000;       // of `ismcts` and `mcts` for a decision

  bool operator==(const Player&) const = default;
};

// `random`, `memory`, `forgetful:rate=R`, `no-seven`, `no-own`, `centre-only`, `myopic`,
// `ismcts:playouts=N`, `mcts:playouts=N` and `open:samples=N`, in the grammar of all players
// (solvers/players/spec.hpp). The readers throw UserError.
std::string player_text(const Player& player);
Player read_player(const players::Spec& spec);
Player parse_player(std::string_view text);

// What a player carries from reveal to reveal; one per seat and game.
struct PlayerState {
  std::uint32_t draw = 0;  // random: the other half of the last draw, from bit 16 on
  bool half_left = false;
  std::uint64_t centre_forgotten = 0;  // slots
  std::uint32_t ends_forgotten = 0;  // bit 2 s for the low end of seat s, 2 s + 1 for the high end
};

// The move of the seat that is due. Everybody answers swaps at random, each answer equally likely,
// but players other than `random` never give away a card of a pair or trio of theirs.
Move choose(const Player& player, const View& view, RandomStream& random, PlayerState& state);

// Uniform below `bound` from 16 bits of a draw at a time, two for each: the low half first. A turn
// starts with a fresh draw, so that a turn's two first reveals cost one draw.
inline std::uint32_t half_draw(std::uint32_t bound, RandomStream& random, PlayerState& state) {
  for (;;) {
    if (!state.half_left) state.draw = random();
    const std::uint32_t product =
        (state.half_left ? state.draw >> 16 : state.draw & 0xffff) * bound;
    state.half_left = !state.half_left;
    if ((product & 0xffff) >= 0x10000 % bound) return product >> 16;
  }
}

}  // namespace trilith::trio
