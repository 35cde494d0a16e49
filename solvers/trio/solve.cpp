// Exact solutions of small decks.
#include "solvers/trio/solve.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "engines/trio/notation.hpp"
#include "solvers/trio/deal_odds.hpp"
#include "solvers/trio/turn_odds.hpp"

namespace trilith::trio {
namespace {

mpq_class ratio(const mpz_class& numerator, const mpz_class& denominator) {
  mpq_class result(numerator, denominator);
  result.canonicalize();
  return result;
}

// Deals that look alike to whoever decides, with their weights.
using Group = std::vector<WeightedDeal>;

mpz_class weight_of(const Group& group) {
  mpz_class sum = 0;
  for (const WeightedDeal& deal : group) sum += deal.weight;
  return sum;
}

// The group after a move, split by what the move showed.
std::map<int, Group> split_by_number(const Group& group, Move move) {
  std::map<int, Group> after;
  for (const WeightedDeal& deal : group) {
    Group& part = after[revealed_number(deal.position, move)];
    part.push_back(deal);
    play(part.back().position, move);
  }
  return after;
}

// Deals by what seat 0 sees of them.
std::map<std::string, Group> by_observation(const std::vector<WeightedDeal>& deals) {
  std::map<std::string, Group> groups;
  for (const WeightedDeal& deal : deals) {
    groups[observation_text(Observation(deal.position, 0))].push_back(deal);
  }
  return groups;
}

// The cards alone: which hands and how many of each number in the centre.
std::vector<std::uint64_t> card_key(const Position& p) {
  std::vector<std::uint64_t> key;
  for (int seat = 0; seat < p.rules.players; ++seat) {
    key.push_back(p.hands[seat].cards);
    key.push_back(p.taken[seat]);
  }
  std::uint64_t centre = 0;
  for (std::uint64_t slots = p.centre_present; slots != 0; slots &= slots - 1) {
    centre += std::uint64_t{1} << 4 * p.centre[std::countr_zero(slots)];
  }
  key.push_back(centre);
  key.push_back(p.turn);
  return key;
}

class RandomSolver {
 public:
  struct Value {
    std::vector<mpq_class> wins;
    mpq_class turns = 0;
    mpq_class by_seven = 0;
    mpq_class drawn = 0;

    void add(const mpq_class& chance, const Value& other) {
      for (std::size_t side = 0; side < wins.size(); ++side) {
        wins[side] += chance * other.wins[side];
      }
      turns += chance * other.turns;
      by_seven += chance * other.by_seven;
      drawn += chance * other.drawn;
    }
  };

  const Value& value(const Position& p) {
    const std::vector<std::uint64_t> key = card_key(p);
    const auto found = values_.find(key);
    if (found != values_.end()) return found->second;
    return values_.emplace(key, compute(p)).first->second;
  }

 private:
  // The chances that a random turn ends in each position with a trio taken.
  static void turn_ends(const Position& p, const mpq_class& chance,
                        std::vector<std::pair<Position, mpq_class>>& ends, int trios_before) {
    FixedList<Move, kMaxMoves> moves;
    legal_moves(p, moves);
    const mpq_class each = chance / static_cast<unsigned long>(moves.size());
    for (const Move move : moves) {
      Position next = p;
      play(next, move);
      if (next.shown != 0) {
        turn_ends(next, each, ends, trios_before);
      } else if (trios(next) > trios_before) {
        ends.emplace_back(next, each);
      }
    }
  }

  static int trios(const Position& p) {
    int sum = 0;
    for (const std::uint16_t taken : p.taken) sum += std::popcount(taken);
    return sum;
  }

  Value compute(const Position& p) {
    Value result;
    result.wins.resize(p.rules.sides());
    if (is_terminal(p)) {
      if (p.status == Status::won) result.wins[p.winner] = 1;
      result.by_seven = p.win == Win::seven;
      result.drawn = p.status == Status::drawn;
      return result;
    }
    // With success chance s in every turn, seat t + j takes the next trio with chance
    // (1 - s)^j / (1 - (1 - s)^n), after 1 / s turns on average.
    const int players = p.rules.players;
    mpq_class fail = 1;
    std::vector<std::vector<std::pair<Position, mpq_class>>> by_seat(players);
    for (int j = 0; j < players; ++j) {
      Position start = p;
      start.turn = static_cast<std::uint8_t>((p.turn + j) % players);
      turn_ends(start, 1, by_seat[j], trios(p));
    }
    for (const auto& [end, chance] : by_seat[0]) fail -= chance;
    mpq_class fail_round = 1;
    for (int j = 0; j < players; ++j) fail_round *= fail;
    mpq_class before = 1 / (1 - fail_round);
    for (int j = 0; j < players; ++j, before *= fail) {
      for (const auto& [end, chance] : by_seat[j]) result.add(before * chance, value(end));
    }
    result.turns += 1 / (1 - fail);
    return result;
  }

  std::map<std::vector<std::uint64_t>, Value> values_;
};

class Response {
 public:
  explicit Response(std::size_t most_nodes) : most_nodes_(most_nodes) {}

  // The chance that seat 0 wins within `turns` more turns, given the group.
  mpq_class value(const Group& group, int turns) {
    const Position& any = group[0].position;
    if (is_terminal(any)) return any.status == Status::won && any.winner == any.rules.side_of(0);
    if (turns == 0 || too_many()) return 0;
    std::string key = observation_text(Observation(any, 0)) + ' ' + std::to_string(turns);
    const auto found = values_.find(key);
    if (found != values_.end()) return found->second;

    FixedList<Move, kMaxMoves> moves;
    legal_moves(any, moves);
    mpq_class best = 0;
    mpq_class sum = 0;
    for (const Move move : moves) {
      const mpq_class after = value_after(group, move, turns);
      best = std::max(best, after);
      sum += after;
    }
    const mpq_class result =
        any.turn == 0 ? best : mpq_class(sum / static_cast<unsigned long>(moves.size()));
    values_.emplace(std::move(key), result);
    return result;
  }

  bool too_many() const { return values_.size() > most_nodes_; }

 private:
  mpq_class value_after(const Group& group, Move move, int turns) {
    mpq_class sum = 0;
    for (const auto& [number, part] : split_by_number(group, move)) {
      const int left = part[0].position.shown == 0 ? turns - 1 : turns;
      sum += weight_of(part) * value(part, left);
    }
    return sum / weight_of(group);
  }

  std::size_t most_nodes_;
  std::map<std::string, mpq_class> values_;
};

// The weight of the deals in which the turn ends in a trio for the open-card player.
mpq_class open_success(const Group& group) {
  FixedList<Move, kMaxMoves> moves;
  legal_moves(group[0].position, moves);
  std::vector<mpz_class> completed(moves.size());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    for (const WeightedDeal& deal : group) {
      if (completes_openly(deal.position, moves[i])) completed[i] += deal.weight;
    }
  }
  const mpz_class most = *std::max_element(completed.begin(), completed.end());
  mpq_class sum = 0;
  unsigned long ties = 0;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (completed[i] != most) continue;
    ++ties;
    for (const auto& [number, part] : split_by_number(group, moves[i])) {
      const Position& next = part[0].position;
      if (next.shown != 0) {
        sum += open_success(part);
      } else if (next.taken != group[0].position.taken) {
        sum += weight_of(part);
      }
    }
  }
  return sum / ties;
}

mpz_class open_belief(const Group& group) {
  FixedList<Move, kMaxMoves> moves;
  legal_moves(group[0].position, moves);
  mpz_class most = 0;
  for (const Move move : moves) {
    mpz_class completed = 0;
    for (const WeightedDeal& deal : group) {
      if (completes_openly(deal.position, move)) completed += deal.weight;
    }
    most = std::max(most, completed);
  }
  return most;
}

// The next order of slots in the order of numbers, false after the last one (std::next_permutation
// by hand: g++ 12 raises a false alarm on it).
bool next_order(std::vector<std::uint8_t>& slots) {
  const std::size_t size = slots.size();
  std::size_t tail = size;  // start of the falling end
  while (tail >= 2 && slots[tail - 2] >= slots[tail - 1]) --tail;
  if (tail < 2) return false;
  std::size_t larger = size - 1;
  while (slots[larger] <= slots[tail - 2]) --larger;
  std::swap(slots[tail - 2], slots[larger]);
  for (std::size_t i = tail - 1, j = size - 1; i < j; ++i, --j) std::swap(slots[i], slots[j]);
  return true;
}

// All deals with their centre in every order: slots that have been shown are told apart. Equal
// numbers give one order, weighed by those of their physical cards.
std::optional<std::vector<WeightedDeal>> ordered_deals(const Rules& rules, std::size_t most) {
  const auto deals = all_deals(rules, most);
  if (!deals || rules.swaps) return std::nullopt;
  std::vector<WeightedDeal> ordered;
  for (const WeightedDeal& deal : *deals) {
    Position p = deal.position;
    Counts centre;
    for (int slot = 0; slot < rules.centre(); ++slot) centre.add(p.centre[slot]);
    mpz_class weight = deal.weight;
    for (int v = 1; v <= rules.numbers; ++v) {
      for (int x = 2; x <= centre[v]; ++x) weight *= x;
    }
    std::vector<std::uint8_t> slots(p.centre.begin(), p.centre.begin() + rules.centre());
    do {
      std::copy(slots.begin(), slots.end(), p.centre.begin());
      ordered.push_back({p, weight});
      if (ordered.size() > most) return std::nullopt;
    } while (next_order(slots));
  }
  return ordered;
}

// Every hand that can be dealt, as copies of each number.
std::vector<Counts> all_hands(const Rules& rules, std::size_t most) {
  std::vector<Counts> hands;
  const auto extend = [&](auto&& self, int number, int rest, const Counts& hand) -> void {
    if (hands.size() > most) return;
    if (rest == 0) {
      hands.push_back(hand);
      return;
    }
    if (number > rules.numbers) return;
    Counts next = hand;
    for (int x = 0; x <= std::min<int>(rest, rules.copies); ++x) {
      if (x > 0) next.add(number);
      self(self, number + 1, rest - x, next);
    }
  };
  extend(extend, 1, rules.hand, {});
  return hands;
}

// The start as seat 0 sees it with this hand.
Observation start_with(const Rules& rules, const Counts& own) {
  Table table = dealt(rules, deck(rules));
  table.swapping = table.asked = 0;
  std::uint64_t cards = 0;
  int shift = 0;
  for (int number = 1; number <= rules.numbers; ++number) {
    for (int x = 0; x < own[number]; ++x, shift += 4) {
      cards |= static_cast<std::uint64_t>(number) << shift;
    }
  }
  table.hands[0].cards = cards;
  return Observation(table, 0);
}

}  // namespace

mpz_class to_mpz(Wide value) {
  mpz_class result = static_cast<unsigned long>(value >> 64);
  result <<= 64;
  result += static_cast<unsigned long>(value);
  return result;
}

std::optional<std::vector<WeightedDeal>> all_deals(const Rules& rules, std::size_t most) {
  std::vector<WeightedDeal> deals;
  std::array<Counts, kMaxPlayers + 1> places;  // the last used one is the centre
  std::array<int, kMaxPlayers + 1> room{};
  for (int seat = 0; seat < rules.players; ++seat) room[seat] = rules.hand;
  room[rules.players] = rules.centre();
  const auto fill = [&](auto&& self, int number, int place, int rest,
                        const mpz_class& weight) -> void {
    if (deals.size() > most) return;
    if (number > rules.numbers) {
      std::array<std::uint8_t, kMaxCards> cards{};
      int next = 0;
      for (int at = 0; at <= rules.players; ++at) {
        for (int v = 1; v <= rules.numbers; ++v) {
          for (int x = 0; x < places[at][v]; ++x) cards[next++] = static_cast<std::uint8_t>(v);
        }
      }
      deals.push_back({dealt(rules, cards), weight});
      return;
    }
    if (place == rules.players) {
      if (rest > room[place]) return;
      const Counts before = places[place];
      for (int x = 0; x < rest; ++x) places[place].add(number);
      room[place] -= rest;
      self(self, number + 1, 0, rules.copies, weight);
      room[place] += rest;
      places[place] = before;
      return;
    }
    const Counts before = places[place];
    for (int x = 0; x <= std::min(rest, room[place]); ++x) {
      if (x > 0) places[place].add(number);
      room[place] -= x;
      self(self, number, place + 1, rest - x, mpz_class(weight * binomial(rest, x)));
      room[place] += x;
    }
    places[place] = before;
  };
  fill(fill, 1, 0, rules.copies, 1);
  if (deals.size() > most) return std::nullopt;
  return deals;
}

std::optional<RandomGames> solve_random_games(const Rules& rules, std::size_t most_deals) {
  if (rules.swaps) return std::nullopt;
  const auto deals = all_deals(rules, most_deals);
  if (!deals) return std::nullopt;
  RandomSolver solver;
  RandomSolver::Value sum;
  sum.wins.resize(rules.sides());
  const mpz_class total = weight_of(*deals);
  for (const WeightedDeal& deal : *deals) {
    sum.add(ratio(deal.weight, total), solver.value(deal.position));
  }
  return RandomGames{std::move(sum.wins), sum.turns, sum.by_seven, sum.drawn};
}

std::optional<mpq_class> best_response(const Rules& rules, int turns, std::size_t most_nodes) {
  const auto ordered = ordered_deals(rules, most_nodes);
  if (!ordered) return std::nullopt;
  Response response(most_nodes);
  mpq_class sum = 0;
  for (const auto& [seen, group] : by_observation(*ordered)) {
    sum += weight_of(group) * response.value(group, turns);
    if (response.too_many()) return std::nullopt;
  }
  return mpq_class(sum / weight_of(*ordered));
}

std::optional<FirstTurn> solve_first_turn(const Rules& rules, std::size_t most_hands, int threads) {
  const std::vector<Counts> hands = all_hands(rules, most_hands);
  if (hands.size() > most_hands) return std::nullopt;
  FirstTurn sum;
  const auto count = static_cast<std::int64_t>(hands.size());
#pragma omp parallel for schedule(dynamic, 16) num_threads(threads)
  for (std::int64_t i = 0; i < count; ++i) {
    const Observation seen = start_with(rules, hands[i]);
    const Belief belief(seen);
    const TurnTable table = turn_odds(seen, belief);
    const TurnTable seven = turn_odds(seen, belief, rules.seven);
    const auto less = [](const TurnOdds& a, const TurnOdds& b) { return a.ways < b.ways; };
    const Wide best = std::max_element(table.moves.begin(), table.moves.end(), less)->ways;
    const Wide best_seven = std::max_element(seven.moves.begin(), seven.moves.end(), less)->ways;
    std::array<bool, 3> among_best{};  // opponent's end, own end, centre
    for (const TurnOdds& odds : table.moves) {
      if (odds.ways != best) continue;
      among_best[is_centre(odds.move) ? 2 : seat_of(odds.move) == 0 ? 1 : 0] = true;
    }
    mpz_class weight = 1;
    for (int v = 1; v <= rules.numbers; ++v) weight *= binomial(rules.copies, hands[i][v]);
    const mpz_class denominator = to_mpz(table.denominator);
#pragma omp critical
    {
      sum.best += weight * ratio(to_mpz(best), denominator);
      sum.best_seven += weight * ratio(to_mpz(best_seven), denominator);
      (among_best[0] ? sum.opponent_end : among_best[1] ? sum.own_end : sum.centre) += weight;
    }
  }
  const mpz_class all = binomial(rules.cards(), rules.hand);
  for (mpq_class* part :
       {&sum.best, &sum.best_seven, &sum.opponent_end, &sum.own_end, &sum.centre}) {
    *part /= all;
  }
  return sum;
}

std::optional<OpenControl> solve_open_control(const Rules& rules, std::size_t most_deals) {
  const auto ordered = ordered_deals(rules, most_deals);
  if (!ordered) return std::nullopt;
  OpenControl sum;
  for (const auto& [seen, group] : by_observation(*ordered)) {
    sum.believed += open_belief(group);
    sum.achieved += open_success(group);
  }
  const mpz_class total = weight_of(*ordered);
  sum.believed /= total;
  sum.achieved /= total;
  return sum;
}

}  // namespace trilith::trio
