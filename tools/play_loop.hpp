// `play` for every game: seats of any kind, a person among them, one game or several.
#pragma once

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engines/error.hpp"
#include "engines/game.hpp"
#include "solvers/players/player.hpp"
#include "solvers/players/spec.hpp"
#include "tools/common.hpp"
#include "tools/person.hpp"

namespace trilith::tools {

inline constexpr const char* kSeatsHelp =
    "Players by seat: kind or kind:option=value,..., joined by commas, like "
    "human,mcts:playouts=20000,c=0.8";

// What can be said of a move that was made.
struct Comment {
  std::string text;
  Json json;
};

// How a game shows itself; everything else comes from its trait. What is empty has a default.
template <Game G>
struct Presentation {
  using Position = typename G::Position;
  using Move = typename G::Move;

  std::function<std::string(const Position&)> picture;
  std::function<std::string(int seat)> seat_name;
  // What a person in this seat may see of the position; the picture.
  std::function<std::string(const Position&, int seat)> view = nullptr;
  // A move as everybody at the table sees it; its text.
  std::function<std::string(const Position& before, const Move&)> announce = nullptr;
  // The only move, when it is one that nobody needs to be asked for; none ever.
  std::function<std::optional<Move>(const Position&)> forced = nullptr;
  // Told of every move, for whoever asked for it; nothing.
  std::function<Comment(const Position& before, const Move&)> comment = nullptr;
  // Words on a finished game; nothing.
  std::function<std::string(const Position& end)> verdict = nullptr;
  // Adds the game's own fields to the JSON of a game that is over or was stopped.
  std::function<void(const Position& start, const Position& end, Json&)> details = nullptr;
  // The options that go on with a game that was left; nothing.
  std::function<std::string(const Position& start, const std::vector<Move>&)> resume = nullptr;
};

// Thrown by a person's seat and caught by the loop: the game is left, the last turn is taken back.
struct GameLeft {};
struct TakeBack {
  int seat;
};

// A person at the terminal: reads moves from stdin.
template <Game G>
class HumanPlayer : public players::Player<G> {
 public:
  using Position = typename G::Position;

  HumanPlayer(int seat, const Presentation<G>& presentation, bool prompts)
      : seat_(seat), presentation_(presentation), prompts_(prompts) {}

  typename G::Move choose(const Position& p) override {
    if (prompts_) {
      std::cout << (presentation_.view ? presentation_.view(p, seat_) : presentation_.picture(p));
    }
    for (std::string line;;) {
      if (prompts_) {
        std::cout << presentation_.seat_name(seat_) << ", your move (? for help): " << std::flush;
      }
      if (!read_person_line(line) || line == "quit") throw GameLeft{};
      if (line.empty()) continue;
      if (line == "undo") {
        if (!Hidden<G>) throw TakeBack{seat_};
        std::cerr << "what was shown cannot be taken back\n";
        continue;
      }
      if (line == "?") {
        print_help(p);
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
  static void print_help(const Position& p) {
    MoveList<G> moves;
    G::legal_moves(p, moves);
    std::cerr << "moves:";
    for (const typename G::Move& move : moves) std::cerr << ' ' << G::move_text(p, move);
    std::cerr << (Hidden<G> ? "; or quit\n" : "; or undo, quit\n");
  }

  int seat_;
  const Presentation<G>& presentation_;
  bool prompts_;
};

// One game.
template <Game G>
struct PlayedGame {
  typename G::Position start;
  typename G::Position end;
  std::vector<typename G::Move> moves;
  bool finished = true;  // false when it came to the cap or was left
  bool left = false;     // by a person or an interruption

  // Plays on from the start with the first `count` moves alone.
  void cut(std::size_t count) {
    moves.resize(count);
    end = start;
    for (const typename G::Move& move : moves) G::play(end, move);
  }
};

namespace detail {

// Back to this seat's last turn in which it had a choice; false when there is none.
template <Game G>
bool take_back(PlayedGame<G>& game, int seat, const Presentation<G>& presentation) {
  typename G::Position p = game.start;
  std::size_t last = game.moves.size();
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    const bool forced = presentation.forced && presentation.forced(p).has_value();
    if (G::side_to_move(p) == seat && !forced) last = i;
    G::play(p, game.moves[i]);
  }
  if (last == game.moves.size()) return false;
  game.cut(last);
  return true;
}

}  // namespace detail

// Plays on between players by seat; `seen` is called after every move with the position before it.
// Stops at max_moves. `game` holds the start and the moves already made.
template <Game G, class Seen>
void play_game(PlayedGame<G>& game, std::uint64_t unit,
               const std::vector<std::unique_ptr<players::Player<G>>>& seats, std::size_t max_moves,
               const Presentation<G>& presentation, Seen&& seen) {
  for (const auto& seat : seats) seat->start(game.end, unit);
  typename G::Position& p = game.end;
  try {
    while (!G::is_terminal(p)) {
      if (interrupted()) throw GameLeft{};
      if (game.moves.size() >= max_moves) {
        game.finished = false;
        return;
      }
      std::optional<typename G::Move> move;
      if (presentation.forced) move = presentation.forced(p);
      if (!move) {
        try {
          move = seats[G::side_to_move(p)]->choose(p);
        } catch (const TakeBack& back) {
          if (!detail::take_back(game, back.seat, presentation)) {
            std::cerr << "there is no move of yours to take back\n";
          }
          continue;
        }
      }
      if (interrupted()) throw GameLeft{};
      const typename G::Position before = p;
      G::play(p, *move);
      game.moves.push_back(*move);
      for (const auto& seat : seats) seat->played(before, *move);
      seen(before, *move);
    }
  } catch (const GameLeft&) {
    game.finished = false;
    game.left = true;
  }
}

// The moves of a game in text, as everybody saw them.
template <Game G>
std::vector<std::string> move_texts(const PlayedGame<G>& game,
                                    const Presentation<G>& presentation) {
  std::vector<std::string> texts;
  typename G::Position p = game.start;
  for (const typename G::Move& move : game.moves) {
    texts.push_back(presentation.announce ? presentation.announce(p, move) : G::move_text(p, move));
    G::play(p, move);
  }
  return texts;
}

// The parsed list must name exactly `count` players; one program stands for all of them.
inline std::vector<players::Spec> read_seats(const std::string& list, int count) {
  std::vector<players::Spec> specs = players::parse_specs(list);
  if (specs.size() == 1 && specs[0].kind != "human") {
    specs.resize(static_cast<std::size_t>(count), specs[0]);
  }
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

// The common options of `play` commands.
inline void add_play_options(CLI::App& command, PlayOptions& options) {
  command.add_option("--seats", options.seats, kSeatsHelp)->capture_default_str();
  command.add_option("--games", options.games, "Games, one after the other")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
}

// The seats of a table; make(spec, player options) gives the players other than `human`.
template <Game G, class Make>
std::vector<std::unique_ptr<players::Player<G>>> seat_players(
    const std::vector<players::Spec>& specs, const Common& common,
    const Presentation<G>& presentation, Make&& make) {
  std::vector<std::unique_ptr<players::Player<G>>> seats;
  for (std::size_t seat = 0; seat < specs.size(); ++seat) {
    if (specs[seat].kind == "human") {
      players::OptionReader(specs[seat]).finish();
      seats.push_back(
          std::make_unique<HumanPlayer<G>>(static_cast<int>(seat), presentation, !common.json));
    } else {
      seats.push_back(make(
          specs[seat],
          players::PlayerOptions{common.seed, static_cast<std::uint32_t>(seat), &interrupted()}));
    }
  }
  return seats;
}

// The whole of a `play` command: games one after the other. For people a line per move and game;
// as JSON an object per game, and when a person plays an object per move before it. `header` opens
// a game's object; start(game number) gives the game to play on: a start and moves already made.
// A game that is left ends the command; Ctrl-C does too, with status 130.
template <Game G, class Make, class Start>
void run_play(const PlayOptions& options, const Common& common, const Json& header, int seat_count,
              const Presentation<G>& presentation, Make&& make, Start&& start) {
  const std::vector<players::Spec> specs = read_seats(options.seats, seat_count);
  const auto seats = seat_players<G>(specs, common, presentation, make);
  bool people = false;
  for (const players::Spec& spec : specs) people |= spec.kind == "human";

  for (int number = 0; number < options.games; ++number) {
    PlayedGame<G> game = start(number);
    std::vector<Json> hints;  // by move; null for those made before
    play_game<G>(game, static_cast<std::uint64_t>(number), seats, options.max_moves, presentation,
                 [&](const typename G::Position& before, const typename G::Move& move) {
                   const int seat = G::side_to_move(before);
                   const std::string text = presentation.announce
                                                ? presentation.announce(before, move)
                                                : G::move_text(before, move);
                   Comment comment;
                   if (presentation.comment && (common.json || !common.quiet)) {
                     comment = presentation.comment(before, move);
                     hints.resize(game.moves.size() - 1);  // some may have been taken back
                     hints.push_back(comment.json);
                   }
                   if (common.json) {
                     if (!people) return;
                     Json line{{"ply", game.moves.size()}, {"seat", seat + 1}, {"move", text}};
                     if (presentation.comment) line["hint"] = std::move(comment.json);
                     print_json(line);
                     return;
                   }
                   if (common.quiet) return;
                   const std::string remark = seats[seat]->remark();
                   fmt::print("{} ({}): {}{}\n", presentation.seat_name(seat), specs[seat].text(),
                              text, remark.empty() ? "" : "  " + remark);
                   if (!comment.text.empty()) fmt::print("  {}\n", comment.text);
                   std::fflush(stdout);
                 });
    const Payoff<G> payoff = game.finished ? G::payoff(game.end) : Payoff<G>{};
    const std::vector<int> result(payoff.begin(), payoff.begin() + seat_count);
    if (common.json) {
      Json json = header;
      json["game"] = number;
      json["seats"] = Json::array();
      for (const players::Spec& spec : specs) json["seats"].push_back(spec.text());
      json["start"] = G::position_text(game.start);
      json["moves"] = move_texts(game, presentation);
      if (presentation.comment) {
        hints.resize(game.moves.size());
        json["hints"] = std::move(hints);
      }
      json["result"] = result;
      json["finished"] = game.finished;
      if (presentation.details) presentation.details(game.start, game.end, json);
      print_json(json);
    } else {
      if (!common.quiet) std::cout << presentation.picture(game.end) << std::flush;
      std::string winners;
      for (int seat = 0; seat < seat_count; ++seat) {
        if (result[seat] <= 0) continue;
        winners += (winners.empty() ? "" : " and ") + presentation.seat_name(seat);
      }
      std::string verdict = game.left         ? "left"
                            : !game.finished  ? "stopped"
                            : winners.empty() ? "a draw"
                                              : winners + " won";
      if (game.finished && presentation.verdict) verdict += presentation.verdict(game.end);
      fmt::print("game {}: {} after {} moves\n", number + 1, verdict, game.moves.size());
      std::fflush(stdout);
    }
    if (!game.left) continue;
    std::string how = "the game was left";
    if (presentation.resume) how += "; go on with " + presentation.resume(game.start, game.moves);
    if (interrupted()) throw Interrupted{how};
    if (!common.quiet) fmt::print(stderr, "{}\n", how);
    return;
  }
}

}  // namespace trilith::tools
