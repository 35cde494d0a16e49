// Closed forms about the deal and the first turn, as exact fractions, for any deck.
#pragma once

#include <gmpxx.h>

#include "engines/trio/rules.hpp"

namespace trilith::trio {

mpz_class binomial(int n, int k);

// A hand (the centre) holds all copies of one given number.
mpq_class hand_holds_number(const Rules& rules);
mpq_class centre_holds_number(const Rules& rules);
// A hand holds all copies of some number.
mpq_class hand_holds_some_trio(const Rules& rules);
mpq_class expected_distinct_numbers(const Rules& rules);
// A hand's lowest card is 1, the same as that it has a 1.
mpq_class lowest_is_one(const Rules& rules);
// A hand has a 1 or a card of the largest number.
mpq_class hand_has_an_extreme(const Rules& rules);

// An all-knowing starter could complete this number in the first turn; how many numbers in mean.
mpq_class completable(const Rules& rules, int number);
mpq_class expected_completable(const Rules& rules);

// Uniformly random reveals (two actions per hand with hidden cards, one per centre card) make a
// trio in the first turn.
mpq_class random_turn_succeeds(const Rules& rules);

}  // namespace trilith::trio
