// The dynamic program over fills, and what is read off it.
#include "engines/trio/belief.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace trilith::trio {
namespace {

constexpr std::array<std::uint32_t, kMaxCopies + 1> kFactorial = {1, 1, 2, 6, 24};

double log2_factorial(int n) { return std::lgamma(n + 1.0) / std::log(2.0); }

// Uniform in [0, bound).
std::uint64_t uniform(std::uint64_t bound, RandomStream& random) {
  const std::uint64_t mask = std::bit_ceil(bound) - 1;  // counts below 2^63 use this type
  for (;;) {
    const std::uint64_t value = random.next64() & mask;
    if (value < bound) return value;
  }
}

Wide uniform(Wide bound, RandomStream& random) {
  const auto high = static_cast<std::uint64_t>((bound - 1) >> 64);
  const int bits = high != 0
                       ? 64 + static_cast<int>(std::bit_width(high))
                       : static_cast<int>(std::bit_width(static_cast<std::uint64_t>(bound - 1)));
  const Wide mask = bits == 128 ? ~Wide{0} : (Wide{1} << bits) - 1;
  for (;;) {
    const Wide low = random.next64();
    const Wide value = (low | Wide{random.next64()} << 64) & mask;
    if (value < bound) return value;
  }
}

// A decimal number that grows by small factors.
class Decimal {
 public:
  explicit Decimal(Wide value) {
    for (; value != 0; value /= kBase) digits_.push_back(static_cast<std::uint64_t>(value % kBase));
  }
  void multiply(std::uint64_t factor) {
    std::uint64_t carry = 0;
    for (std::uint64_t& digit : digits_) {
      digit = digit * factor + carry;
      carry = digit / kBase;
      digit %= kBase;
    }
    if (carry != 0) digits_.push_back(carry);
  }
  std::string text() const {
    if (digits_.empty()) return "0";
    std::string result = std::to_string(digits_.back());
    for (std::size_t i = digits_.size() - 1; i-- > 0;) {
      const std::string part = std::to_string(digits_[i]);
      result += std::string(9 - part.size(), '0') + part;
    }
    return result;
  }

 private:
  static constexpr std::uint64_t kBase = 1'000'000'000;
  std::vector<std::uint64_t> digits_;
};

}  // namespace

std::string decimal(Wide value) { return Decimal(value).text(); }

Problem::Problem(const Observation& observation) {
  const Table& table = observation.table();
  const Rules& rules = table.rules;
  numbers = rules.numbers;

  std::array<Counts, kMaxPlayers> shown;  // of the other hands
  std::array<Counts, kMaxPlayers> least;
  for (int seat = 0; seat < rules.players; ++seat) {
    if (seat == observation.seat()) continue;
    const Hand& hand = table.hands[seat];
    shown[seat] = hand.shown_counts();
    least[seat] = table.held[seat];
    if (rules.teams && observation.seat() != kSpectator &&
        seat == rules.partner(observation.seat())) {
      const Counts told = table.told[observation.seat()];
      for (int v = 1; v <= numbers; ++v) {
        while (least[seat][v] < told[v]) least[seat].add(v);
      }
    }
    if (hand.unknown() == 0) continue;
    Place& place = hands[hand_places];
    place.seat = seat;
    place.size = hand.unknown();
    place.lowest = hand.known_low > 0 ? hand.card(hand.known_low - 1) : 1;
    place.highest = hand.known_high > 0 ? hand.card(hand.size - hand.known_high) : numbers;
    room |= static_cast<std::uint64_t>(place.size) << 8 * hand_places;
    ++hand_places;
  }
  centre_size = std::popcount(table.centre_present & ~table.centre_known);
  room |= static_cast<std::uint64_t>(centre_size) << 8 * kCentrePlace;

  std::array<std::int32_t, kMaxPlayers> stride{};
  std::int32_t size = 1;
  for (int i = 0; i < hand_places; ++i) {
    stride[i] = size;
    size *= hands[i].size + 1;
  }
  fills.resize(size);
  for (std::int32_t index = 0; index < size; ++index) {
    for (int i = 0; i < hand_places; ++i) {
      fills[index] |= static_cast<std::uint64_t>(index / stride[i] % (hands[i].size + 1)) << 8 * i;
    }
  }

  std::uint32_t taken = 0;
  for (const std::uint16_t numbers_taken : table.taken) taken |= numbers_taken;
  Counts centre;
  for (std::uint64_t slots = table.centre_known; slots != 0; slots &= slots - 1) {
    centre.add(table.centre[std::countr_zero(slots)]);
  }
  const Counts own =
      observation.seat() == kSpectator ? Counts{} : table.hands[observation.seat()].counts();

  for (int v = 1; v <= numbers; ++v) {
    const bool in_play = (taken >> v & 1) == 0;
    int shown_copies = 0;
    std::uint32_t shown_factorials = 1;  // of hands without unknown cards
    for (int seat = 0; seat < rules.players; ++seat) {
      shown_copies += shown[seat][v];
      const bool is_place = std::any_of(hands.begin(), hands.begin() + hand_places,
                                        [&](const Place& place) { return place.seat == seat; });
      if (!is_place) shown_factorials *= kFactorial[shown[seat][v]];
    }
    const int unknown = in_play ? rules.copies - own[v] - centre[v] - shown_copies : 0;
    assert(unknown >= 0);
    filled_below[v + 1] = filled_below[v] + unknown;
    const int spread_copies = in_play ? unknown + shown_copies : 0;
    if (in_play) {
      for (int i = spread_copies + 1; i <= rules.copies; ++i) constant_factors.push_back(i);
      // Own copies are a set: divide by own! and the shared factors are whole again.
      std::uint32_t divide = kFactorial[own[v]];
      for (int& factor : constant_factors) {
        while (divide % 2 == 0 && factor % 2 == 0) factor /= 2, divide /= 2;
        while (divide % 3 == 0 && factor % 3 == 0) factor /= 3, divide /= 3;
      }
      assert(divide == 1);
    }
    log2_bound += std::log2(kFactorial[spread_copies]) - std::log2(kFactorial[unknown]);

    // All x with sum `unknown`, place by place; the centre takes the rest.
    const auto spread_from = [&](auto&& self, int place, int rest, Spread spread,
                                 std::uint32_t factorials) -> void {
      if (place == hand_places) {
        if (rest > centre_size) return;
        spread.cards |= static_cast<std::uint64_t>(rest) << 8 * kCentrePlace;
        spread.ways = kFactorial[spread_copies] / (factorials * kFactorial[rest]);
        spreads[v].push_back(spread);
        return;
      }
      const Place& hand = hands[place];
      const bool in_range = hand.lowest <= v && v <= hand.highest;
      for (int x = 0; x <= (in_range ? std::min(rest, hand.size) : 0); ++x) {
        const int copies = shown[hand.seat][v] + x;
        if (copies < least[hand.seat][v]) continue;
        Spread next = spread;
        next.cards |= static_cast<std::uint64_t>(x) << 8 * place;
        next.offset += x * stride[place];
        self(self, place + 1, rest - x, next, factorials * kFactorial[copies]);
      }
    };
    spread_from(spread_from, 0, unknown, {}, shown_factorials);
  }

  log2_bound += log2_factorial(filled_below[numbers + 1]) - log2_factorial(centre_size);
  for (int i = 0; i < hand_places; ++i) log2_bound -= log2_factorial(hands[i].size);
}

std::uint64_t Problem::room_left(int number, std::size_t index) const {
  const std::uint64_t fill = fills[index];
  int in_hands = 0;
  for (int i = 0; i < hand_places; ++i) in_hands += static_cast<int>(fill >> 8 * i & 255);
  const std::uint64_t in_centre = static_cast<std::uint64_t>(filled_below[number] - in_hands);
  return room - fill - (in_centre << 8 * kCentrePlace);
}

bool Problem::valid_state(int number, std::size_t index) const {
  const std::uint64_t fill = fills[index];
  int in_hands = 0;
  for (int i = 0; i < hand_places; ++i) in_hands += static_cast<int>(fill >> 8 * i & 255);
  const int in_centre = filled_below[number] - in_hands;
  return in_centre >= 0 && in_centre <= centre_size;
}

template <class Count>
BeliefTable<Count>::BeliefTable(const Problem& problem) {
  const std::size_t size = problem.fills.size();
  const int end = problem.numbers + 1;
  after_[end].assign(size, 0);
  if (problem.valid_state(end, size - 1) && problem.room_left(end, size - 1) == 0) {
    after_[end][size - 1] = 1;
  }
  for (int number = end - 1; number >= 1; --number) {
    after_[number].assign(size, 0);
    const std::vector<Count>& next = after_[number + 1];
    const std::vector<Spread>& spreads = problem.spreads[number];
    const std::size_t states = number == 1 ? 1 : size;
    for (std::size_t index = 0; index < states; ++index) {
      if (!problem.valid_state(number, index)) continue;
      const std::uint64_t left = problem.room_left(number, index);
      Count sum = 0;
      for (const Spread& spread : spreads) {
        if (Problem::fits(left, spread.cards)) sum += spread.ways * next[index + spread.offset];
      }
      after_[number][index] = sum;
    }
  }
}

template <class Count>
void BeliefTable<Count>::draw(const Problem& problem, RandomStream& random,
                              std::array<std::uint64_t, kMaxNumbers + 1>& chosen) const {
  assert(total() > 0);
  Count rest = uniform(total(), random);
  std::size_t index = 0;
  for (int number = 1; number <= problem.numbers; ++number) {
    const std::uint64_t left = problem.room_left(number, index);
    for (const Spread& spread : problem.spreads[number]) {
      if (!Problem::fits(left, spread.cards)) continue;
      const Count weight = spread.ways * after_[number + 1][index + spread.offset];
      if (rest >= weight) {
        rest -= weight;
        continue;
      }
      // Uniform below ways * after, so the quotient is uniform below `after`.
      rest /= spread.ways;
      chosen[number] = spread.cards;
      index += spread.offset;
      break;
    }
  }
}

template class BeliefTable<std::uint64_t>;
template class BeliefTable<Wide>;

std::variant<BeliefTable<std::uint64_t>, BeliefTable<Wide>> Belief::make(const Problem& problem) {
  if (problem.log2_bound < 62.5) return BeliefTable<std::uint64_t>(problem);
  return BeliefTable<Wide>(problem);
}

Belief::Belief(const Observation& observation)
    : observation_(observation), problem_(observation), table_(make(problem_)) {}

Wide Belief::total() const {
  return std::visit([](const auto& table) { return Wide{table.total()}; }, table_);
}

std::string Belief::deals() const {
  Decimal number(total());
  for (const int factor : problem_.constant_factors) number.multiply(factor);
  for (int i = 2; i <= problem_.centre_size; ++i) number.multiply(i);
  return number.text();
}

Position Belief::sample(RandomStream& random) const {
  std::array<std::uint64_t, kMaxNumbers + 1> chosen{};
  std::visit([&](const auto& table) { table.draw(problem_, random, chosen); }, table_);

  Position p = observation_.table();
  std::array<int, kMaxPlayers> next{};  // place of the next card in each hand
  for (int i = 0; i < problem_.hand_places; ++i) {
    next[i] = p.hands[problem_.hands[i].seat].known_low;
  }
  std::array<std::uint8_t, kMaxCards> centre_cards;
  std::size_t centre_count = 0;
  for (int number = 1; number <= problem_.numbers; ++number) {
    for (int i = 0; i < problem_.hand_places; ++i) {
      Hand& hand = p.hands[problem_.hands[i].seat];
      for (int x = static_cast<int>(chosen[number] >> 8 * i & 255); x > 0; --x) {
        hand.cards |= static_cast<std::uint64_t>(number) << 4 * next[i]++;
      }
    }
    for (int x = static_cast<int>(chosen[number] >> 8 * kCentrePlace & 255); x > 0; --x) {
      centre_cards[centre_count++] = static_cast<std::uint8_t>(number);
    }
  }
  std::span<std::uint8_t> centre = std::span(centre_cards).first(centre_count);
  shuffle(centre, random);
  std::size_t i = 0;
  for (std::uint64_t slots = p.centre_present & ~p.centre_known; slots != 0; slots &= slots - 1) {
    p.centre[std::countr_zero(slots)] = centre[i++];
  }
  // Answers of others in a swap are taken as uniform over what they may answer.
  for (int seat = 0; seat < p.rules.players; ++seat) {
    const bool answered = ((p.swapping & ~p.asked) >> seat & 1) != 0;
    if (!answered || seat == observation_.seat()) continue;
    Table asking = p;
    asking.asked = static_cast<std::uint8_t>(1 << seat);
    FixedList<Move, kMaxMoves> answers;
    legal_moves(asking, answers);
    p.answers[seat] = answers[random.below(static_cast<std::uint32_t>(answers.size()))];
  }
  return p;
}

Belief::Ends Belief::ends() const {
  Ends result;
  const Table& table = observation_.table();
  const Wide all = total();
  for_each([&](int number, std::uint64_t fill, const Spread& spread, Wide weight) {
    for (int i = 0; i < problem_.hand_places; ++i) {
      const int x = spread.at(i);
      if (x == 0) continue;
      const Problem::Place& place = problem_.hands[i];
      const int before = static_cast<int>(fill >> 8 * i & 255);
      if (before == 0) result.lowest[place.seat][number] += weight;
      if (before + x == place.size) result.highest[place.seat][number] += weight;
    }
    result.centre[number] += weight * spread.at(kCentrePlace);
  });
  // The ends that are known, by having been shown or by being the seat's own.
  for (int seat = 0; seat < table.rules.players; ++seat) {
    const Hand& hand = table.hands[seat];
    if (hand.hidden() == 0) {
      result.lowest[seat] = result.highest[seat] = {};
      continue;
    }
    if (hand.lowest() != 0) {
      result.lowest[seat] = {};
      result.lowest[seat][hand.lowest()] = all;
    }
    if (hand.highest() != 0) {
      result.highest[seat] = {};
      result.highest[seat][hand.highest()] = all;
    }
  }
  return result;
}

}  // namespace trilith::trio
