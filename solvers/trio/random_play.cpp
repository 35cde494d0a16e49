// Random turns by table.
#include "solvers/trio/random_play.hpp"

#include "solvers/trio/player.hpp"

namespace trilith::trio {
namespace {

using Row = std::array<std::uint8_t, kMaxMoves>;

// What the first two reveals of a turn show, by index in the list of legal moves: the centre's
// cards, then lowest and highest of every hand.
struct Reveals {
  std::uint32_t first_count = 0;
  Row first{};
  Row second_count{};
  std::array<Row, kMaxMoves> second;

  explicit Reveals(const Position& p) {
    FixedList<Move, kMaxMoves> moves;
    legal_moves(p, moves);
    first_count = static_cast<std::uint32_t>(moves.size());
    for (std::uint32_t i = 0; i < first_count; ++i) {
      first[i] = static_cast<std::uint8_t>(revealed_number(p, moves[i]));
    }
    for (std::uint32_t i = 0; i < first_count; ++i) {
      second[i] = first;
      second_count[i] = static_cast<std::uint8_t>(first_count);
      if (is_centre(moves[i])) {
        drop(i, i + 1);
        continue;
      }
      const Hand& hand = p.hands[seat_of(moves[i])];
      if (hand.size == 1) {
        const std::uint32_t low = is_high(moves[i]) ? i - 1 : i;
        drop(i, low + 2);
        drop(i, low + 1);
      } else {
        second[i][i] =
            static_cast<std::uint8_t>(is_high(moves[i]) ? hand.card(hand.size - 2) : hand.card(1));
      }
    }
  }

 private:
  // Moves the entries from `next` on up by one in row i.
  void drop(std::uint32_t i, std::uint32_t next) {
    for (std::uint32_t j = next; j < second_count[i]; ++j) second[i][j - 1] = second[i][j];
    --second_count[i];
  }
};

// One turn reveal by reveal, starting from a draw that was made already. Is a trio taken?
bool play_turn(Position& p, std::uint32_t draw, RandomStream& random) {
  const Position start = p;
  PlayerState state;
  // The draw's halves come first, low before high, as half_draw would have them.
  bool first_half = true;
  const int trios = std::popcount(p.taken[p.rules.side_of(p.turn)]);
  const int side = p.rules.side_of(p.turn);
  do {
    FixedList<Move, kMaxMoves> moves;
    legal_moves(p, moves);
    const auto bound = static_cast<std::uint32_t>(moves.size());
    if (first_half) {
      first_half = false;
      const std::uint32_t product = (draw & 0xffff) * bound;
      state.draw = draw;
      state.half_left = true;
      if ((product & 0xffff) >= 0x10000 % bound) {
        play(p, moves[product >> 16]);
        continue;
      }
    }
    play(p, moves[half_draw(bound, random, state)]);
  } while (p.shown != 0);
  if (std::popcount(p.taken[side]) > trios) return true;
  const auto turn = p.turn;
  p = start;
  p.turn = turn;
  return false;
}

}  // namespace

std::uint64_t play_random_turns(Position& p, std::uint64_t max_turns, RandomStream& random) {
  assert(!is_terminal(p) && p.shown == 0 && p.asked == 0 && p.rules.copies >= 2);
  const Reveals reveals(p);
  const std::uint32_t reject_first = 0x10000 % reveals.first_count;
  for (std::uint64_t turn = 0; turn < max_turns; ++turn) {
    const std::uint32_t draw = random();
    const std::uint32_t first = (draw & 0xffff) * reveals.first_count;
    const std::uint32_t i = first >> 16;
    const std::uint32_t second_count = reveals.second_count[i];
    const std::uint32_t second = (draw >> 16) * second_count;
    const bool mismatch = reveals.first[i] != reveals.second[i][second >> 16];
    // A product below the count may have to be drawn again: rare, and judged reveal by reveal.
    const bool clear = (first & 0xffff) >= reject_first && (second & 0xffff) >= second_count;
    if (mismatch && clear) [[likely]] {
      continue;
    }
    p.turn = static_cast<std::uint8_t>((p.turn + turn) % p.rules.players);
    if (play_turn(p, draw, random)) return turn + 1;
    // Count turns from the seat that the position had at the start.
    p.turn = static_cast<std::uint8_t>((p.turn + p.rules.players - (turn + 1) % p.rules.players) %
                                       p.rules.players);
  }
  p.turn = static_cast<std::uint8_t>((p.turn + max_turns) % p.rules.players);
  return max_turns;
}

}  // namespace trilith::trio
