// Counting deals by where the copies of one number lie.
#include "solvers/trio/deal_odds.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace trilith::trio {
namespace {

mpz_class factorial(int n) {
  mpz_class result;
  mpz_fac_ui(result.get_mpz_t(), static_cast<unsigned long>(n));
  return result;
}

mpq_class ratio(const mpz_class& numerator, const mpz_class& denominator) {
  mpq_class result(numerator, denominator);
  result.canonicalize();
  return result;
}

// Copies of one number that lie where a turn can reach them: `copies` in each hand that has any,
// how many of its ends show the number, and copies in the centre.
struct Reach {
  std::array<int, kMaxPlayers> copies{};
  std::array<int, kMaxPlayers> ends{};  // 0 for hands without the number
  int centre = 0;
};

// Calls f(reach, deals) for all ways in which every copy of `number` can be reached; deals are of
// distinct cards to hands and a centre without order.
template <class F>
void for_each_reach(const Rules& rules, int number, F&& f) {
  const int lower = (number - 1) * rules.copies;
  const int upper = (rules.numbers - number) * rules.copies;
  // Hands are settled one after another. `low` and `high` cards of other numbers are left after
  // the rest of each hand with the number was chosen: all from below it or all from above.
  const auto settle = [&](auto&& self, int seat, int rest, int low, int high, const Reach& reach,
                          const mpz_class& ways) -> void {
    if (seat == rules.players) {
      if (rest > rules.centre()) return;
      Reach full = reach;
      full.centre = rest;
      int free_hands = 0;
      for (int s = 0; s < rules.players; ++s) free_hands += reach.copies[s] == 0;
      mpz_class others = factorial(low + high);
      for (int i = 0; i < free_hands; ++i) others /= factorial(rules.hand);
      others /= factorial(rules.centre() - rest);
      f(full, mpz_class(ways * others));
      return;
    }
    self(self, seat + 1, rest, low, high, reach, ways);
    for (int x = 1; x <= std::min<int>(rest, rules.hand); ++x) {
      Reach next = reach;
      next.copies[seat] = x;
      const mpz_class chosen = ways * binomial(rest, x);
      const int others = rules.hand - x;
      if (others == 0) {
        next.ends[seat] = 2;
        self(self, seat + 1, rest - x, low, high, next, chosen);
        continue;
      }
      next.ends[seat] = 1;
      if (others <= low) {
        self(self, seat + 1, rest - x, low - others, high, next,
             mpz_class(chosen * binomial(low, others)));
      }
      if (others <= high) {
        self(self, seat + 1, rest - x, low, high - others, next,
             mpz_class(chosen * binomial(high, others)));
      }
    }
  };
  settle(settle, 0, rules.copies, lower, upper, {}, 1);
}

mpz_class all_deals(const Rules& rules) {
  mpz_class deals = factorial(rules.cards()) / factorial(rules.centre());
  for (int i = 0; i < rules.players; ++i) deals /= factorial(rules.hand);
  return deals;
}

// Random reveals meet all copies, one after the other, out of `actions`.
mpq_class meets_all(const Rules& rules, const Reach& reach, int actions,
                    const std::array<int, kMaxPlayers>& sizes) {
  int left = reach.centre;
  for (const int copies : reach.copies) left += copies;
  if (left == 0) return 1;
  mpq_class result = 0;
  if (reach.centre > 0) {
    Reach next = reach;
    --next.centre;
    result += ratio(reach.centre, actions) * meets_all(rules, next, actions - 1, sizes);
  }
  for (int seat = 0; seat < rules.players; ++seat) {
    if (reach.copies[seat] == 0) continue;
    Reach next = reach;
    --next.copies[seat];
    std::array<int, kMaxPlayers> next_sizes = sizes;
    --next_sizes[seat];
    const int next_actions = next_sizes[seat] == 0 ? actions - 2 : actions;
    result += ratio(reach.ends[seat], actions) * meets_all(rules, next, next_actions, next_sizes);
  }
  return result;
}

}  // namespace

mpz_class binomial(int n, int k) {
  mpz_class result;
  if (k < 0 || k > n) return result;
  mpz_bin_uiui(result.get_mpz_t(), static_cast<unsigned long>(n), static_cast<unsigned long>(k));
  return result;
}

mpq_class hand_holds_number(const Rules& rules) {
  return ratio(binomial(rules.hand, rules.copies), binomial(rules.cards(), rules.copies));
}

mpq_class centre_holds_number(const Rules& rules) {
  return ratio(binomial(rules.centre(), rules.copies), binomial(rules.cards(), rules.copies));
}

// Hands without a whole number: the coefficient of x^hand in ((1 + x)^copies - x^copies)^numbers.
mpq_class hand_holds_some_trio(const Rules& rules) {
  std::array<mpz_class, kMaxCards + 1> ways;
  ways[0] = 1;
  for (int number = 0; number < rules.numbers; ++number) {
    for (int size = rules.hand; size >= 0; --size) {
      mpz_class sum = 0;
      for (int x = 0; x < rules.copies && x <= size; ++x) {
        sum += ways[size - x] * binomial(rules.copies, x);
      }
      ways[size] = sum;
    }
  }
  return 1 - ratio(ways[rules.hand], binomial(rules.cards(), rules.hand));
}

mpq_class lowest_is_one(const Rules& rules) {
  return 1 - ratio(binomial(rules.cards() - rules.copies, rules.hand),
                   binomial(rules.cards(), rules.hand));
}

mpq_class expected_distinct_numbers(const Rules& rules) {
  return lowest_is_one(rules) * rules.numbers;  // every number is in the hand with this chance
}

mpq_class hand_has_an_extreme(const Rules& rules) {
  if (rules.numbers == 1) return 1;
  return 1 - ratio(binomial(rules.cards() - 2 * rules.copies, rules.hand),
                   binomial(rules.cards(), rules.hand));
}

mpq_class completable(const Rules& rules, int number) {
  mpz_class deals = 0;
  for_each_reach(rules, number, [&](const Reach&, const mpz_class& ways) { deals += ways; });
  return ratio(deals, all_deals(rules));
}

mpq_class expected_completable(const Rules& rules) {
  mpq_class result = 0;
  for (int number = 1; number <= rules.numbers; ++number) result += completable(rules, number);
  return result;
}

mpq_class random_turn_succeeds(const Rules& rules) {
  std::array<int, kMaxPlayers> sizes{};
  for (int seat = 0; seat < rules.players; ++seat) sizes[seat] = rules.hand;
  const int actions = 2 * rules.players + rules.centre();
  mpq_class sum = 0;
  for (int number = 1; number <= rules.numbers; ++number) {
    for_each_reach(rules, number, [&](const Reach& reach, const mpz_class& ways) {
      sum += meets_all(rules, reach, actions, sizes) * ways;
    });
  }
  return sum / all_deals(rules);
}

}  // namespace trilith::trio
