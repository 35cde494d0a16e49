// `play` for every game: seats of any kind, a person among them, one game or several.
#pragma once

#include <fmt/core.h>

#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "engines/error.hpp"
#include "engines/game.hpp"
#include "solvers/players/player.hpp"
#include "solvers/players/spec.hpp"
#include "tools/common.hpp"

namespace trilith::tools {

inline constexpr const char* kSeatsHelp =
    "Players by seat: kind or kind:option=value,..., joined by commas, like "
    "human,mcts:playouts=20000,c=0.8";

// How a game shows itself; everything else comes from its trait.
template <Game G>
struct Presentation {
  std::function<std::string(const typename G::Position&)> picture;
  std::function<std::string(int seat)> seat_name;
  // What a person in this seat may see of the position.
  std::function<std::string(const typename G::Position&, int seat)> view = nullptr;
};

// A person at the terminal: reads moves from stdin.
template <Game G>
class HumanPlayer : public players::Player<G> {
 public:
  using Position = typename G::Position;

  HumanPlayer(int seat, const Presentation<G>& presentation)
      : seat_(seat), presentation_(presentation) {}

  // Throws Interrupted when the person quits or the input ends.
  typename G::Move choose(const Position& p) override {
    std::cerr << (presentation_.view ? presentation_.view(p, seat_) : presentation_.picture(p));
    for (std::string line;;) {
      std::cerr << presentation_.seat_name(seat_) << ", your move (? for all): " << std::flush;
      if (!std::getline(std::cin, line) || line == "quit") throw Interrupted{"the game was left"};
      if (!line.empty() && line.back() == '\r') line.pop_back();
      if (line == "?") {
        print_moves(p);
        continue;
      }
      try {
        return G::parse_move(p, line);
      } catch (const UserError& error) {
        std::cerr << error.what() << '\n';
      }
    }
  }

 private:
  static void print_moves(const Position& p) {
    MoveList<G> moves;
    G::legal_moves(p, moves);
    for (const typename G::Move& move : moves) std::cerr << G::move_text(p, move) << ' ';
    std::cerr << "or quit\n";
  }

  int seat_;
  const Presentation<G>& presentation_;
};

// One finished game.
template <Game G>
struct PlayedGame {
  typename G::Position start;
  typename G::Position end;
  std::vector<typename G::Move> moves;
  bool finished = true;  // false when it came to the cap
};

// Plays a game between players by seat; `seen` is called after every move with the position before
// it. Stops after max_moves.
template <Game G, class Seen>
PlayedGame<G> play_game(const typename G::Position& start, std::uint64_t unit,
                        const std::vector<std::unique_ptr<players::Player<G>>>& seats,
                        std::size_t max_moves, Seen&& seen) {
  PlayedGame<G> game{start, start, {}, true};
  for (const auto& seat : seats) seat->start(start, unit);
  typename G::Position& p = game.end;
  while (!G::is_terminal(p)) {
    if (interrupted()) throw Interrupted{"interrupted during a game"};
    if (game.moves.size() == max_moves) {
      game.finished = false;
      break;
    }
    const typename G::Move move = seats[G::side_to_move(p)]->choose(p);
    const typename G::Position before = p;
    G::play(p, move);
    game.moves.push_back(move);
    for (const auto& seat : seats) seat->played(before, move);
    seen(before, move);
  }
  return game;
}

// The moves of a game in text.
template <Game G>
std::vector<std::string> move_texts(const PlayedGame<G>& game) {
  std::vector<std::string> texts;
  typename G::Position p = game.start;
  for (const typename G::Move& move : game.moves) {
    texts.push_back(G::move_text(p, move));
    G::play(p, move);
  }
  return texts;
}

// The parsed list must name exactly `count` players; one name stands for all of them.
inline std::vector<players::Spec> read_seats(const std::string& list, int count) {
  std::vector<players::Spec> specs = players::parse_specs(list);
  if (specs.size() == 1) specs.resize(static_cast<std::size_t>(count), specs[0]);
  if (specs.size() != static_cast<std::size_t>(count)) {
    throw UserError(fmt::format("seats '{}': {} players for {} seats", list, specs.size(), count));
  }
  return specs;
}

struct PlayOptions {
  std::string seats;
  int games = 1;
  std::size_t max_moves = 100'000;
};

// The whole of a `play` command: games one after the other, a line (or JSON object) per move and
// game. make(spec, player options) gives the players other than `human`; header opens every JSON
// object; start(game number) gives the first position.
template <Game G, class Make, class Start>
void run_play(const PlayOptions& options, const Common& common, const Json& header, int seat_count,
              const Presentation<G>& presentation, Make&& make, Start&& start) {
  const std::vector<players::Spec> specs = read_seats(options.seats, seat_count);
  std::vector<std::unique_ptr<players::Player<G>>> seats;
  for (int seat = 0; seat < seat_count; ++seat) {
    if (specs[seat].kind == "human") {
      players::OptionReader(specs[seat]).finish();
      seats.push_back(std::make_unique<HumanPlayer<G>>(seat, presentation));
    } else {
      seats.push_back(
          make(specs[seat], players::PlayerOptions{common.seed, static_cast<std::uint32_t>(seat)}));
    }
  }
  for (int number = 0; number < options.games; ++number) {
    const auto game = play_game<G>(
        start(number), static_cast<std::uint64_t>(number), seats, options.max_moves,
        [&](const typename G::Position& before, const typename G::Move& move) {
          if (common.json || common.quiet) return;
          const int seat = G::side_to_move(before);
          const std::string remark = seats[seat]->remark();
          fmt::print("{} ({}): {}{}\n", presentation.seat_name(seat), specs[seat].text(),
                     G::move_text(before, move), remark.empty() ? "" : "  " + remark);
          std::fflush(stdout);
        });
    const Payoff<G> payoff = game.finished ? G::payoff(game.end) : Payoff<G>{};
    std::vector<int> result(payoff.begin(), payoff.begin() + seat_count);
    if (common.json) {
      Json json = header;
      json["game"] = number;
      json["seats"] = Json::array();
      for (const players::Spec& spec : specs) json["seats"].push_back(spec.text());
      json["start"] = G::position_text(game.start);
      json["moves"] = move_texts(game);
      json["result"] = result;
      json["finished"] = game.finished;
      print_json(json);
      continue;
    }
    if (!common.quiet) std::cout << presentation.picture(game.end);
    std::string winners;
    for (int seat = 0; seat < seat_count; ++seat) {
      if (result[seat] > 0)
        winners += (winners.empty() ? "" : " and ") + presentation.seat_name(seat);
    }
    fmt::print("game {}: {} after {} moves\n", number + 1,
               !game.finished    ? "stopped"
               : winners.empty() ? "a draw"
                                 : winners + " won",
               game.moves.size());
  }
}

}  // namespace trilith::tools
