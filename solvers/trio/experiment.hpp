// Trio games in blocks for estimators: every line-up plays the same deals, from every start.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engines/trio/position.hpp"
#include "solvers/trio/player.hpp"

namespace trilith::trio {

// One player per seat.
using LineUp = std::vector<Player>;

struct PlayedGame {
  Position end;
  std::uint64_t turns = 0;
  bool capped = false;  // stopped after max_turns turns
};

// Plays on from the start of a turn. `seated` is the line-up by seat. on_move(position, move) is
// called before every move; without it, games of random players take a short cut.
struct NoWatcher {};
template <class Watcher = NoWatcher>
PlayedGame play_game(const Position& start, std::span<const Player> seated, std::uint64_t max_turns,
                     RandomStream& random, Watcher&& watch = {});

// An integer that every block gives; its mean over blocks, divided by `scale`, is what is reported.
struct Statistic {
  std::string name;
  int line_up = 0;
  std::int64_t low = 0;
  std::int64_t high = 0;
  double scale = 1;
};

// An experiment for montecarlo::run_chunks. A block is a deal; each line-up plays it once per
// rotation of the hands over the seats and, when its players differ, of the players over the seats
// too, so that everybody has every hand and every seat. Game g of a block draws from stream g + 1
// for every line-up (common random numbers).
class Experiment {
 public:
  // Games by length: lengths[l] counts those of l turns.
  struct Tally {
    std::vector<std::vector<std::uint64_t>> lengths;  // by line-up
    void add(const Tally& other);
  };

  Experiment(const Rules& rules, std::vector<LineUp> line_ups, std::uint64_t seed,
             std::uint64_t max_turns, std::uint64_t most_blocks_per_chunk = 256);

  std::size_t statistics() const { return described_.size(); }
  const std::vector<Statistic>& described() const { return described_; }
  std::uint64_t blocks_per_chunk() const { return blocks_per_chunk_; }
  std::int64_t run(std::uint64_t block, std::span<std::int64_t> values, Tally& tally) const;

  // Games of a line-up in a block.
  int games(std::size_t line_up) const;
  // The start of a game, its players by seat and its random numbers, to play it again.
  Position start(std::uint64_t block, std::size_t line_up, int game) const;
  std::vector<Player> seated(std::size_t line_up, int game) const;
  RandomStream random(std::uint64_t block, int game) const;

  const Rules& rules() const { return rules_; }
  const std::vector<LineUp>& line_ups() const { return line_ups_; }
  std::uint64_t max_turns() const { return max_turns_; }

 private:
  bool mixed(std::size_t line_up) const;
  std::int64_t head_share(std::span<const std::int64_t> values, std::size_t line_up) const;
  std::int64_t turns(std::span<const std::int64_t> values, std::size_t line_up) const;
  void describe();

  Rules rules_;
  std::vector<LineUp> line_ups_;
  std::uint64_t seed_;
  std::uint64_t max_turns_;
  std::uint64_t blocks_per_chunk_ = 1;
  std::vector<Statistic> described_;
  std::vector<std::size_t> first_statistic_;  // by line-up
};

// Numbers that an all-knowing starter could complete in the first turn: the control variate.
int completable_numbers(const Position& start);

// `memory` for every seat, or one text per seat separated by commas. Throws UserError.
LineUp parse_line_up(std::string_view text, int seats);
std::string line_up_text(const LineUp& line_up);

// ---------------------------------------------------------------------------------------------

// Turns random players alone take from here, by the short cut.
std::uint64_t random_turns(Position& p, std::uint64_t max_turns, RandomStream& random);

template <class Watcher>
PlayedGame play_game(const Position& start, std::span<const Player> seated, std::uint64_t max_turns,
                     RandomStream& random, Watcher&& watch) {
  constexpr bool kWatched = !std::is_same_v<std::remove_cvref_t<Watcher>, NoWatcher>;
  PlayedGame game;
  game.end = start;
  Position& p = game.end;
  bool all_random = !kWatched;
  for (const Player& player : seated) all_random &= player.kind == PlayerKind::random;

  std::array<PlayerState, kMaxPlayers> states{};
  while (!is_terminal(p)) {
    if (game.turns == max_turns) {
      game.capped = true;
      break;
    }
    if (all_random && p.asked == 0) {
      game.turns += random_turns(p, max_turns - game.turns, random);
      continue;
    }
    const int seat = side_to_move(p);
    const Move move = choose(seated[seat], View(p, seat), random, states[seat]);
    if constexpr (kWatched) watch(p, move);
    play(p, move);
    // A reveal after which nothing lies face up has ended the turn.
    game.turns += move < kKeep && p.shown == 0;
  }
  return game;
}

}  // namespace trilith::trio
