// Small decks solved exactly: whole games of random players, best responses, the first turn.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "engines/trio/belief.hpp"
#include "engines/trio/position.hpp"

namespace trilith::trio {

mpz_class to_mpz(Wide value);

// A deal up to the order of the centre, and how many sets of physical cards look like it.
struct WeightedDeal {
  Position position;
  mpz_class weight;
};

// All deals of a deck; nothing when there are more than `most`.
std::optional<std::vector<WeightedDeal>> all_deals(const Rules& rules, std::size_t most);

// Whole games in which everybody reveals uniformly at random, from a random deal. Turns that take
// no trio leave the cards as they are, so a state's turns are geometric and the rest is a recursion
// over the trios taken. Games without swaps only.
struct RandomGames {
  std::vector<mpq_class> wins;  // by side, the starter's first
  mpq_class turns;
  mpq_class by_seven;
  mpq_class drawn;
};
// Nothing when the deck has more than `most_deals` deals.
std::optional<RandomGames> solve_random_games(const Rules& rules, std::size_t most_deals);

// The chance that the starter wins within `turns` turns (of all players together) when it plays the
// best it can from what it has seen and the others reveal uniformly at random: expectimax over
// observations. Nothing when more than `most_nodes` observations come up.
std::optional<mpq_class> best_response(const Rules& rules, int turns, std::size_t most_nodes);

// The first turn of a player who knows its own hand, averaged over hands.
struct FirstTurn {
  mpq_class best;          // completes a trio with the best reveals
  mpq_class best_seven;    // the same when only the winning number counts
  mpq_class opponent_end;  // share of hands whose best first reveal is this; ties go to the first
  mpq_class own_end;
  mpq_class centre;
};
// Nothing when the deck has more than `most_hands` hands.
std::optional<FirstTurn> solve_first_turn(const Rules& rules, std::size_t most_hands, int threads);

// A starter who chooses by open cards: in every deal that fits what it has seen it counts the
// reveals after which an all-knowing player could complete a trio, and takes a reveal with the most
// deals (ties with equal chance). `believed` is the share it expects, `achieved` what it gets.
struct OpenControl {
  mpq_class believed;
  mpq_class achieved;
};
std::optional<OpenControl> solve_open_control(const Rules& rules, std::size_t most_deals);

}  // namespace trilith::trio
