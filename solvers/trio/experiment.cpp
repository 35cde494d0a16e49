// Blocks of Trio games and what is counted in them.
#include "solvers/trio/experiment.hpp"

#include <algorithm>

#include "engines/error.hpp"
#include "solvers/trio/random_play.hpp"

namespace trilith::trio {
namespace {

// Chunks of cheap players are long enough to hide the cost of handing them out.
std::uint64_t blocks_for(const std::vector<LineUp>& line_ups) {
  std::uint64_t blocks = 256;
  for (const LineUp& line_up : line_ups) {
    for (const Player& player : line_up) {
      if (player.kind == PlayerKind::myopic) blocks = std::min<std::uint64_t>(blocks, 16);
      if (player.kind == PlayerKind::open) blocks = std::min<std::uint64_t>(blocks, 4);
      if (player.kind == PlayerKind::ismcts || player.kind == PlayerKind::mcts) blocks = 1;
    }
  }
  return blocks;
}

// What a block counts for a line-up after the win shares, in this order.
enum Counted : std::uint8_t { kTurns, kBySeven, kByTrios, kByLink, kDrawn, kCapped, kCountedEnd };

}  // namespace

std::uint64_t random_turns(Position& p, std::uint64_t max_turns, RandomStream& random) {
  return play_random_turns(p, max_turns, random);
}

void Experiment::Tally::add(const Tally& other) {
  lengths.resize(std::max(lengths.size(), other.lengths.size()));
  for (std::size_t i = 0; i < other.lengths.size(); ++i) {
    auto& mine = lengths[i];
    mine.resize(std::max(mine.size(), other.lengths[i].size()));
    for (std::size_t l = 0; l < other.lengths[i].size(); ++l) mine[l] += other.lengths[i][l];
  }
}

Experiment::Experiment(const Rules& rules, std::vector<LineUp> line_ups, std::uint64_t seed,
                       std::uint64_t max_turns, std::uint64_t most_blocks_per_chunk)
    : rules_(rules),
      line_ups_(std::move(line_ups)),
      seed_(seed),
      max_turns_(max_turns),
      blocks_per_chunk_(std::min(blocks_for(line_ups_), most_blocks_per_chunk)) {
  describe();
}

bool Experiment::mixed(std::size_t line_up) const {
  const LineUp& players = line_ups_[line_up];
  return std::any_of(players.begin(), players.end(),
                     [&](const Player& player) { return player != players[0]; });
}

int Experiment::games(std::size_t line_up) const {
  return mixed(line_up) ? rules_.players * rules_.players : rules_.players;
}

// By line-up: win shares by seat (by side in teams), by player if they differ, then what is
// Counted. At the end, for later line-ups, what the first player (the first seat, if all play
// alike) wins more often than in the first line-up, and how many turns more games take.
void Experiment::describe() {
  for (std::size_t i = 0; i < line_ups_.size(); ++i) {
    first_statistic_.push_back(described_.size());
    const int line_up = static_cast<int>(i);
    const std::int64_t count = games(i);
    const auto add = [&](std::string name, std::int64_t low, std::int64_t high) {
      described_.push_back({std::move(name), line_up, low, high, static_cast<double>(count)});
    };
    const std::string side = rules_.teams ? "team " : "seat ";
    for (int s = 1; s <= rules_.sides(); ++s) add(side + std::to_string(s), 0, count);
    if (mixed(i)) {
      for (int s = 1; s <= rules_.players; ++s) add("player " + std::to_string(s), 0, count);
    }
    const auto most_turns = count * static_cast<std::int64_t>(max_turns_);
    add("turns", 0, most_turns);
    for (const char* name : {"by seven", "by trios", "by link", "drawn", "capped"}) {
      add(name, 0, count);
    }
  }
  for (std::size_t i = 1; i < line_ups_.size(); ++i) {
    const std::int64_t both = std::int64_t{games(i)} * games(0);
    const auto turns = both * static_cast<std::int64_t>(max_turns_);
    const auto scale = static_cast<double>(both);
    const int line_up = static_cast<int>(i);
    described_.push_back({"share difference", line_up, -both, both, scale});
    described_.push_back({"turns difference", line_up, -turns, turns, scale});
  }
}

std::int64_t Experiment::head_share(std::span<const std::int64_t> values, std::size_t i) const {
  return values[first_statistic_[i] + (mixed(i) ? rules_.sides() : 0)];
}

std::int64_t Experiment::turns(std::span<const std::int64_t> values, std::size_t i) const {
  return values[first_statistic_[i] + rules_.sides() + (mixed(i) ? rules_.players : 0) + kTurns];
}

Position Experiment::start(std::uint64_t block, std::size_t, int game) const {
  RandomStream deal_stream(seed_, block, 0);
  const Position dealt_position = deal(rules_, deal_stream);
  Position p = dealt_position;
  const int shift = game % rules_.players;
  for (int seat = 0; seat < rules_.players; ++seat) {
    p.hands[seat] = dealt_position.hands[(seat + shift) % rules_.players];
  }
  return p;
}

std::vector<Player> Experiment::seated(std::size_t line_up, int game) const {
  const LineUp& players = line_ups_[line_up];
  std::vector<Player> by_seat(players.size());
  const int shift = game / rules_.players;
  for (int i = 0; i < rules_.players; ++i) by_seat[(i + shift) % rules_.players] = players[i];
  return by_seat;
}

RandomStream Experiment::random(std::uint64_t block, int game) const {
  return RandomStream(seed_, block, static_cast<std::uint32_t>(game) + 1);
}

std::int64_t Experiment::run(std::uint64_t block, std::span<std::int64_t> values,
                             Tally& tally) const {
  std::fill(values.begin(), values.end(), 0);
  tally.lengths.resize(line_ups_.size());
  const Position deal = start(block, 0, 0);
  for (std::size_t i = 0; i < line_ups_.size(); ++i) {
    const bool is_mixed = mixed(i);
    std::int64_t* const by_side = values.data() + first_statistic_[i];
    std::int64_t* const by_player = by_side + rules_.sides();
    std::int64_t* const counted = by_player + (is_mixed ? rules_.players : 0);
    std::array<Player, kMaxPlayers> by_seat;
    for (int game = 0; game < games(i); ++game) {
      const int hand_shift = game % rules_.players;
      const int player_shift = game / rules_.players;
      Position p = deal;
      for (int seat = 0; seat < rules_.players; ++seat) {
        p.hands[seat] = deal.hands[(seat + hand_shift) % rules_.players];
        by_seat[(seat + player_shift) % rules_.players] = line_ups_[i][seat];
      }
      RandomStream stream = random(block, game);
      const PlayedGame played =
          play_game(p, std::span<const Player>(by_seat).first(rules_.players), max_turns_, stream);
      counted[kTurns] += static_cast<std::int64_t>(played.turns);
      counted[kBySeven] += played.end.win == Win::seven;
      counted[kByTrios] += played.end.win == Win::trios;
      counted[kByLink] += played.end.win == Win::link;
      counted[kDrawn] += played.end.status == Status::drawn;
      counted[kCapped] += played.capped;
      if (played.end.status == Status::won) {
        ++by_side[played.end.winner];
        for (int player = 0; is_mixed && player < rules_.players; ++player) {
          const int seat = (player + player_shift) % rules_.players;
          by_player[player] += rules_.side_of(seat) == played.end.winner;
        }
      }
      auto& lengths = tally.lengths[i];
      if (lengths.size() <= played.turns) lengths.resize(played.turns + 1);
      ++lengths[played.turns];
    }
  }
  std::size_t next = described_.size() - 2 * (line_ups_.size() - 1);
  for (std::size_t i = 1; i < line_ups_.size(); ++i) {
    values[next++] = head_share(values, i) * games(0) - head_share(values, 0) * games(i);
    values[next++] = turns(values, i) * games(0) - turns(values, 0) * games(i);
  }
  return completable_numbers(deal);
}

int completable_numbers(const Position& start) {
  std::array<int, kMaxNumbers + 1> reachable{};
  for (int seat = 0; seat < start.rules.players; ++seat) {
    const Hand& hand = start.hands[seat];
    const int lowest = hand.lowest();
    const int highest = hand.highest();
    for (int place = 0; place < hand.size; ++place) {
      const int card = hand.card(place);
      reachable[card] += card == lowest || card == highest;
    }
  }
  for (int slot = 0; slot < start.rules.centre(); ++slot) ++reachable[start.centre[slot]];
  return static_cast<int>(std::count(reachable.begin() + 1, reachable.end(), start.rules.copies));
}

LineUp parse_line_up(std::string_view text, int seats) {
  LineUp players;
  for (const players::Spec& spec : players::parse_specs(text)) {
    players.push_back(read_player(spec));
  }
  if (players.size() == 1) players.resize(seats, players[0]);
  if (static_cast<int>(players.size()) != seats) {
    throw UserError("seats '" + std::string(text) + "': " + std::to_string(players.size()) +
                    " players for " + std::to_string(seats) +
                    " seats; give one for all or one each");
  }
  return players;
}

std::string line_up_text(const LineUp& line_up) {
  const bool same = std::all_of(line_up.begin(), line_up.end(),
                                [&](const Player& player) { return player == line_up[0]; });
  std::string text = player_text(line_up[0]);
  for (std::size_t i = 1; !same && i < line_up.size(); ++i) text += ',' + player_text(line_up[i]);
  return text;
}

}  // namespace trilith::trio
