// Chances of a trio this turn from the exact belief.
#include "solvers/trio/turn_odds.hpp"

#include <algorithm>
#include <numeric>

namespace trilith::trio {
namespace {

constexpr int kMostHandsAsked = kMaxCopies;
constexpr int kEndChoices = 1 << kMostHandsAsked;

// Known hidden cards of a hand relative to a number, and where its unknown part lies in a fill.
struct HandPart {
  int seat = 0;
  int place = -1;  // of the belief's problem, -1 when every card is known
  int unknown = 0;
  int less = 0;
  int equal = 0;
  int greater = 0;
};

std::vector<HandPart> hand_parts(const Table& table, const Problem& problem, int number) {
  std::vector<HandPart> parts;
  for (int seat = 0; seat < table.rules.players; ++seat) {
    const Hand& hand = table.hands[seat];
    if (hand.hidden() == 0) continue;
    HandPart part;
    part.seat = seat;
    for (int i = 0; i < problem.hand_places; ++i) {
      if (problem.hands[i].seat == seat) {
        part.place = i;
        part.unknown = problem.hands[i].size;
      }
    }
    for (int at = hand.low_up; at < hand.size - hand.high_up; ++at) {
      const int card = hand.card(at);
      if (card == 0) continue;
      part.less += card < number;
      part.equal += card == number;
      part.greater += card > number;
    }
    parts.push_back(part);
  }
  return parts;
}

std::uint64_t choose(int n, int k) {
  std::uint64_t result = 1;
  for (int i = 1; i <= k; ++i) result = result * static_cast<std::uint64_t>(n - k + i) / i;
  return result;
}

// Plans for one number: which hands are asked follows from a spread of its unknown copies, at which
// ends from a mask over these hands in the order of `asked` (bit set: high).
class Plans {
 public:
  Plans(const Table& table, const Problem& problem, int number)
      : parts_(hand_parts(table, problem, number)),
        spreads_(problem.spreads[number]),
        asked_(spreads_.size()),
        weights_(spreads_.size()) {
    for (std::size_t j = 0; j < spreads_.size(); ++j) {
      for (std::size_t h = 0; h < parts_.size(); ++h) {
        if (parts_[h].equal + unknown_copies(j, h) > 0) {
          asked_[j].push_back(static_cast<std::uint8_t>(h));
        }
      }
    }
  }

  void add(std::uint64_t fill, const Spread& spread, Wide weight) {
    const auto j = static_cast<std::size_t>(&spread - spreads_.data());
    std::uint32_t low = 0;  // bits of asked hands where the low (high) end shows the number
    std::uint32_t high = 0;
    for (std::size_t i = 0; i < asked_[j].size(); ++i) {
      const HandPart& part = parts_[asked_[j][i]];
      const int before = part.place < 0 ? 0 : static_cast<int>(fill >> 8 * part.place & 255);
      const int after = part.unknown - before - unknown_copies(j, asked_[j][i]);
      if (part.less + before == 0) low |= 1u << i;
      if (part.greater + after == 0) high |= 1u << i;
    }
    const std::uint32_t all = (1u << asked_[j].size()) - 1;
    if ((low | high) != all) return;
    for (std::uint32_t mask = 0; mask <= all; ++mask) {
      if ((mask & ~high) == 0 && (~mask & all & ~low) == 0) weights_[j][mask] += weight;
    }
  }

  // Calls f(weight, spread, hands asked, mask) for the plans that can work.
  template <class F>
  void for_each(F&& f) const {
    for (std::size_t j = 0; j < spreads_.size(); ++j) {
      for (std::uint32_t mask = 0; mask < 1u << asked_[j].size(); ++mask) {
        if (weights_[j][mask] != 0) f(weights_[j][mask], spreads_[j], asked_[j], mask);
      }
    }
  }
  int seat(int part) const { return parts_[part].seat; }

 private:
  using Asked = FixedList<std::uint8_t, kMaxPlayers>;

  int unknown_copies(std::size_t j, std::size_t h) const {
    return parts_[h].place < 0 ? 0 : spreads_[j].at(parts_[h].place);
  }

  std::vector<HandPart> parts_;
  const std::vector<Spread>& spreads_;
  std::vector<Asked> asked_;
  std::vector<std::array<Wide, kEndChoices>> weights_;
};

// The best plan for one number through each kind of reveal.
struct Best {
  std::array<std::array<Wide, 2>, kMaxPlayers> end{};  // by seat; low, high
  Wide centre = 0;                                     // an unknown slot
  Wide any = 0;
};

Best best_plans(const Plans& plans, int centre_unknown, std::uint64_t denominator) {
  Best best;
  plans.for_each([&](Wide weight, const Spread& spread, const auto& asked, std::uint32_t mask) {
    const int slots = spread.at(kCentrePlace);
    const Wide ways = weight * (denominator / choose(centre_unknown, slots));
    best.any = std::max(best.any, ways);
    if (slots > 0) best.centre = std::max(best.centre, ways);
    for (std::size_t i = 0; i < asked.size(); ++i) {
      Wide& end = best.end[plans.seat(asked[i])][mask >> i & 1];
      end = std::max(end, ways);
    }
  });
  return best;
}

Move pick_best(const std::vector<TurnOdds>& moves, RandomStream& random) {
  Wide best = 0;
  for (const TurnOdds& odds : moves) best = std::max(best, odds.ways);
  FixedList<Move, kMaxMoves> ties;
  for (const TurnOdds& odds : moves) {
    if (odds.ways == best) ties.push_back(odds.move);
  }
  return ties[random.below(static_cast<std::uint32_t>(ties.size()))];
}

std::vector<TurnOdds> empty_odds(const Table& table) {
  FixedList<Move, kMaxMoves> moves;
  legal_moves(table, moves);
  std::vector<TurnOdds> odds;
  for (const Move move : moves) odds.push_back({.move = move});
  return odds;
}

}  // namespace

bool completes_openly(const Position& p, Move move) {
  const int number = revealed_number(p, move);
  if (p.shown > 0 && number != p.showing) return false;
  int reachable = p.shown;
  for (int seat = 0; seat < p.rules.players; ++seat) {
    const Hand& hand = p.hands[seat];
    if (hand.hidden() == 0 || (hand.lowest() != number && hand.highest() != number)) continue;
    for (int at = hand.low_up; at < hand.size - hand.high_up; ++at) {
      reachable += hand.card(at) == number;
    }
  }
  for (std::uint64_t slots = p.centre_present & ~p.centre_up; slots != 0; slots &= slots - 1) {
    reachable += p.centre[std::countr_zero(slots)] == number;
  }
  return reachable == p.rules.copies;
}

TurnTable turn_odds(const Observation& seen, const Belief& belief, int only) {
  const Table& table = seen.table();
  const Problem& problem = belief.problem();
  assert(table.asked == 0);

  std::vector<Plans> plans;
  for (int number = 1; number <= table.rules.numbers; ++number) {
    plans.emplace_back(table, problem, number);
  }
  belief.for_each([&](int number, std::uint64_t fill, const Spread& spread, Wide weight) {
    if (table.shown != 0 && number != table.showing) return;
    if (only == 0 || number == only) plans[number - 1].add(fill, spread, weight);
  });

  TurnTable result;
  result.moves = empty_odds(table);
  std::uint64_t denominator = 1;
  for (int k = 1; k <= std::min<int>(table.rules.copies, problem.centre_size); ++k) {
    denominator = std::lcm(denominator, choose(problem.centre_size, k));
  }
  std::uint32_t taken = 0;
  for (const std::uint16_t numbers : table.taken) taken |= numbers;
  for (int number = 1; number <= table.rules.numbers; ++number) {
    if ((taken >> number & 1) != 0 || (table.shown != 0 && number != table.showing)) continue;
    if (only != 0 && number != only) continue;
    const Best best = best_plans(plans[number - 1], problem.centre_size, denominator);
    for (TurnOdds& odds : result.moves) {
      if (is_end(odds.move)) {
        odds.ways += best.end[seat_of(odds.move)][is_high(odds.move)];
      } else if ((table.centre_known >> odds.move & 1) == 0) {
        odds.ways += best.centre;
      } else if (table.centre[odds.move] == number) {
        odds.ways += best.any;
      }
    }
  }
  result.denominator = belief.total() * denominator;
  for (TurnOdds& odds : result.moves) {
    odds.chance = static_cast<double>(odds.ways) / static_cast<double>(result.denominator);
  }
  return result;
}

Move best_reveal(const Observation& seen, RandomStream& random) {
  return pick_best(turn_odds(seen, Belief(seen)).moves, random);
}

std::vector<TurnOdds> open_reveals(const Observation& seen, const Belief& belief, int samples,
                                   RandomStream& random) {
  std::vector<TurnOdds> moves = empty_odds(seen.table());
  for (int i = 0; i < samples; ++i) {
    const Position deal = belief.sample(random);
    for (TurnOdds& odds : moves) odds.ways += completes_openly(deal, odds.move);
  }
  for (TurnOdds& odds : moves) odds.chance = static_cast<double>(odds.ways) / samples;
  return moves;
}

Move best_open_reveal(const Observation& seen, int samples, RandomStream& random) {
  return pick_best(open_reveals(seen, Belief(seen), samples, random), random);
}

}  // namespace trilith::trio
