// How Trio's players choose.
#include "solvers/trio/player.hpp"

#include <array>
#include <charconv>

#include "engines/error.hpp"
#include "solvers/trio/ismcts.hpp"
#include "solvers/trio/turn_odds.hpp"

namespace trilith::trio {
namespace {

constexpr Move kNone = 255;

// What a player remembers: a view through its forgetfulness.
class Memory {
 public:
  Memory(const Player& player, const View& view, const PlayerState& state)
      : player_(player), view_(view), state_(state) {}

  int lowest(int seat) const { return forgotten(2 * seat) ? 0 : view_.lowest(seat); }
  int highest(int seat) const { return forgotten(2 * seat + 1) ? 0 : view_.highest(seat); }
  std::uint64_t centre_known() const { return view_.centre_known() & ~state_.centre_forgotten; }
  std::uint64_t centre_unknown() const {
    return view_.centre_unknown() | (view_.centre_known() & state_.centre_forgotten);
  }

  // A hidden reachable card of this number.
  Move match(int number) const {
    if (avoids(number)) return kNone;
    for (std::uint64_t slots = centre_known(); slots != 0; slots &= slots - 1) {
      const int slot = std::countr_zero(slots);
      if (view_.centre(slot) == number) return centre_move(slot);
    }
    for (int seat = 0; seat < view_.rules().players; ++seat) {
      if (view_.hidden(seat) == 0 || shuns(seat)) continue;
      if (lowest(seat) == number) return low_move(seat);
      if (highest(seat) == number) return high_move(seat);
    }
    return kNone;
  }

  // The lowest number all of whose copies are known and reachable, 0 for none.
  int takeable() const {
    std::uint64_t counts = 0;  // nibble v: reachable copies of v
    for (std::uint64_t slots = centre_known(); slots != 0; slots &= slots - 1) {
      counts += std::uint64_t{1} << 4 * view_.centre(std::countr_zero(slots));
    }
    for (int seat = 0; seat < view_.rules().players; ++seat) {
      if (view_.hidden(seat) == 0 || shuns(seat)) continue;
      const int low = lowest(seat);
      const int high = highest(seat);
      if (low != 0) counts += static_cast<std::uint64_t>(view_.low_run(seat)) << 4 * low;
      if (high != 0 && high != low) {
        counts += static_cast<std::uint64_t>(view_.high_run(seat)) << 4 * high;
      }
    }
    // Adding 8 - copies sets the top bit of nibbles that have all copies.
    constexpr std::uint64_t kEach = 0x1111111111110u;
    std::uint64_t full =
        (counts + kEach * static_cast<unsigned>(8 - view_.rules().copies)) & (kEach << 3);
    if (player_.no_seven) full &= ~(std::uint64_t{15} << 4 * view_.rules().seven);
    return full == 0 ? 0 : std::countr_zero(full) / 4;
  }

  // A random reachable card that is not known; if there is none, a random legal move.
  Move explore(RandomStream& random) const {
    const std::uint64_t centre = centre_unknown();
    if (player_.centre_only && centre != 0) {
      std::uint32_t pick = random.below(static_cast<std::uint32_t>(std::popcount(centre)));
      return nth(centre, pick);
    }
    // Bit 2 s: the low end of seat s, bit 2 s + 1: the high end, left out when it is the same card.
    std::uint32_t ends = 0;
    for (int seat = 0; seat < view_.rules().players; ++seat) {
      if (seat == view_.seat() || view_.hidden(seat) == 0) continue;
      if (lowest(seat) == 0) ends |= 1u << 2 * seat;
      if (highest(seat) == 0 && view_.hidden(seat) > 1) ends |= 2u << 2 * seat;
    }
    const int in_centre = std::popcount(centre);
    const int all = in_centre + std::popcount(ends);
    if (all == 0) return any(random);
    std::uint32_t pick = random.below(static_cast<std::uint32_t>(all));
    if (pick < static_cast<std::uint32_t>(in_centre)) return nth(centre, pick);
    for (pick -= in_centre; pick > 0; --pick) ends &= ends - 1;
    return static_cast<Move>(kFirstEnd + std::countr_zero(ends));
  }

 private:
  bool forgotten(int end) const { return (state_.ends_forgotten >> end & 1) != 0; }
  bool shuns(int seat) const { return player_.no_own && seat == view_.seat(); }
  bool avoids(int number) const { return player_.no_seven && number == view_.rules().seven; }

  static Move nth(std::uint64_t slots, std::uint32_t n) {
    for (; n > 0; --n) slots &= slots - 1;
    return centre_move(std::countr_zero(slots));
  }

  // A random legal move that the restrictions allow; if none does, any.
  Move any(RandomStream& random) const {
    FixedList<Move, kMaxMoves> legal;
    view_.legal_moves(legal);
    FixedList<Move, kMaxMoves> allowed;
    for (const Move move : legal) {
      int number = 0;
      if (is_centre(move)) {
        if (view_.centre_known() >> move & 1) number = view_.centre(move);
      } else {
        if (shuns(seat_of(move))) continue;
        number = is_high(move) ? view_.highest(seat_of(move)) : view_.lowest(seat_of(move));
      }
      if (number == 0 || !avoids(number)) allowed.push_back(move);
    }
    const auto& moves = allowed.empty() ? legal : allowed;
    return moves[random.below(static_cast<std::uint32_t>(moves.size()))];
  }

  const Player& player_;
  const View& view_;
  const PlayerState& state_;
};

void forget(double rate, const View& view, RandomStream& random, PlayerState& state) {
  const auto threshold = static_cast<std::uint64_t>(rate * 0x1p32);
  state.centre_forgotten = 0;
  state.ends_forgotten = 0;
  for (std::uint64_t slots = view.centre_known(); slots != 0; slots &= slots - 1) {
    if (random() < threshold) state.centre_forgotten |= slots & -slots;
  }
  for (int end = 0; end < 2 * view.rules().players; ++end) {
    const int seat = end / 2;
    if (seat == view.seat() || view.hidden(seat) == 0) continue;
    const int number = end % 2 == 0 ? view.lowest(seat) : view.highest(seat);
    if (number != 0 && random() < threshold) state.ends_forgotten |= 1u << end;
  }
}

Move choose_by_memory(const Player& player, const View& view, RandomStream& random,
                      PlayerState& state) {
  if (view.shown() == 0 && player.forget > 0) forget(player.forget, view, random, state);
  const Memory memory(player, view, state);
  const int number = view.shown() > 0 ? view.showing() : memory.takeable();
  if (number != 0) {
    const Move move = memory.match(number);
    if (move != kNone) return move;
  }
  return memory.explore(random);
}

// Uniform over keeping and the numbers of which the hand has one copy.
Move answer_swap(const Player& player, const View& view, RandomStream& random) {
  FixedList<Move, kMaxMoves> answers;
  view.legal_moves(answers);
  if (player.kind != PlayerKind::random) {
    FixedList<Move, kMaxMoves> single;
    const Counts own = view.own_hand().counts();
    for (const Move move : answers) {
      if (move == kKeep || own[given_number(move)] == 1) single.push_back(move);
    }
    answers = single;
  }
  return answers[random.below(static_cast<std::uint32_t>(answers.size()))];
}

}  // namespace

Move choose(const Player& player, const View& view, RandomStream& random, PlayerState& state) {
  if (view.in_swap()) return answer_swap(player, view, random);
  switch (player.kind) {
    case PlayerKind::memory:
      return choose_by_memory(player, view, random, state);
    case PlayerKind::myopic:
      return best_reveal(view.observation(), random);
    case PlayerKind::ismcts:
      return search_reveals(view.observation(), player.playouts, random)[0].move;
    case PlayerKind::mcts:
      return search_tree(view.observation(), player.playouts, random);
    case PlayerKind::open:
      return best_open_reveal(view.observation(), player.samples, random);
    case PlayerKind::random:
      break;
  }
  if (view.shown() == 0) state.half_left = false;
  FixedList<Move, kMaxMoves> moves;
  view.legal_moves(moves);
  return moves[half_draw(static_cast<std::uint32_t>(moves.size()), random, state)];
}

std::string player_text(const Player& player) {
  switch (player.kind) {
    case PlayerKind::random:
      return "random";
    case PlayerKind::myopic:
      return "myopic";
    case PlayerKind::ismcts:
      return "ismcts:playouts=" + std::to_string(player.playouts);
    case PlayerKind::mcts:
      return "mcts:playouts=" + std::to_string(player.playouts);
    case PlayerKind::open:
      return "open:samples=" + std::to_string(player.samples);
    case PlayerKind::memory:
      break;
  }
  if (player.no_seven) return "no-seven";
  if (player.no_own) return "no-own";
  if (player.centre_only) return "centre-only";
  if (player.forget == 0) return "memory";
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), player.forget).ptr;
  return "forgetful:rate=" + std::string(digits.data(), end);
}

Player read_player(const players::Spec& spec) {
  constexpr std::uint64_t kMost = 1'000'000;
  players::OptionReader reader(spec);
  Player player;
  if (spec.kind == "forgetful") {
    player.forget = reader.real("rate", 0.1, 0, 1);
  } else if (spec.kind == "open") {
    player.kind = PlayerKind::open;
    player.samples = static_cast<int>(reader.whole("samples", player.samples, 1, kMost));
  } else if (spec.kind == "ismcts") {
    player.kind = PlayerKind::ismcts;
    player.playouts = static_cast<int>(reader.whole("playouts", player.playouts, 1, kMost));
  } else if (spec.kind == "mcts") {
    player.kind = PlayerKind::mcts;
    player.playouts = static_cast<int>(reader.whole("playouts", player.playouts, 1, kMost));
  } else if (spec.kind == "random") {
    player.kind = PlayerKind::random;
  } else if (spec.kind == "myopic") {
    player.kind = PlayerKind::myopic;
  } else if (spec.kind == "no-seven") {
    player.no_seven = true;
  } else if (spec.kind == "no-own") {
    player.no_own = true;
  } else if (spec.kind == "centre-only") {
    player.centre_only = true;
  } else if (spec.kind != "memory") {
    throw UserError("player '" + spec.text() +
                    "' is not random, memory, forgetful:rate=R, myopic, ismcts:playouts=N, "
                    "mcts:playouts=N, no-seven, no-own, centre-only or open:samples=N");
  }
  reader.finish();
  return player;
}

Player parse_player(std::string_view text) { return read_player(players::parse_spec(text)); }

}  // namespace trilith::trio
