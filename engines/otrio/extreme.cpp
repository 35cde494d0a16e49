// The penalty rule of Otrio Extreme.
#include "engines/otrio/extreme.hpp"

namespace trilith::otrio {

std::optional<int> colour_to_blame(const Rules& rules, std::span<const Move> moves) {
  const int count = colours(rules.players);
  std::vector<Position> before;  // each move
  Position p = empty_board(rules);
  for (const Move move : moves) {
    before.push_back(p);
    play(p, move, rules.placement, count);
  }
  if (p.status != Status::won) return std::nullopt;

  const auto last = static_cast<int>(moves.size()) - 1;
  const Move winning = moves[last];
  const int winner = before[last].due;
  SlotMask blocks = 0;
  for (int slot = 0; slot < kSlots; ++slot) {
    if ((closed_by(rules.placement, slot) >> winning & 1) != 0) blocks |= slot_bit(slot);
  }
  for (int turn = last - 1; turn > last - count && turn >= 0; --turn) {
    const int colour = before[turn].due;
    if (rules.players == Players::pairs && colour % 2 == winner % 2) continue;
    if ((placements(before[turn], colour) & blocks) != 0) return colour;
  }
  return std::nullopt;
}

void ExtremeScore::add(std::optional<int> winner, std::optional<int> to_blame) {
  if (winner) ++totals_[*winner];
  if (to_blame) --totals_[*to_blame];
}

std::optional<int> ExtremeScore::match_winner() const {
  for (std::size_t seat = 0; seat < totals_.size(); ++seat) {
    if (totals_[seat] >= target_) return static_cast<int>(seat);
  }
  return std::nullopt;
}

}  // namespace trilith::otrio
