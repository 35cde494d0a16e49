// `trilith othello play`: a game between people, the engine and chance on the terminal.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <array>
#include <bit>
#include <charconv>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engines/error.hpp"
#include "engines/othello/notation.hpp"
#include "engines/random.hpp"
#include "tools/common.hpp"
#include "tools/othello.hpp"
#include "tools/othello_engine.hpp"
#include "tools/othello_game.hpp"

namespace trilith::tools {
namespace {

using othello::Choice;
using othello::kBlack;
using othello::Move;
using othello::Position;

enum class SeatKind { human, engine, random };

struct SeatPlan {
  SeatKind kind = SeatKind::human;
  othello::PlayLimits limits;
};

struct Options {
  std::string seats = "human,engine";
  std::string position;
  std::string moves;
};

constexpr const char* kSeatsHelp =
    "Black's and White's player: human, engine or random; an engine may have limits of its own, "
    "like engine:depth=8 or engine:time=0.5:nodes=100000";

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == separator) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

template <class Number>
Number parse_limit(const std::string& text, Number least, Number most, const std::string& seat) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < least || value > most) {
    throw UserError(
        fmt::format("seat '{}': '{}' is no number from {} to {}", seat, text, least, most));
  }
  return value;
}

SeatPlan parse_seat(const std::string& text, const EngineOptions& defaults) {
  const std::vector<std::string> parts = split(text, ':');
  SeatPlan plan;
  if (parts[0] == "human" || parts[0] == "random") {
    plan.kind = parts[0] == "human" ? SeatKind::human : SeatKind::random;
    if (parts.size() > 1) {
      throw UserError(fmt::format("seat '{}': only an engine has limits", text));
    }
    return plan;
  }
  if (parts[0] != "engine") {
    throw UserError(fmt::format("seat '{}': a player is human, engine or random", text));
  }
  plan.kind = SeatKind::engine;
  EngineOptions options = defaults;
  if (parts.size() > 1) {
    options.depth.reset();
    options.seconds.reset();
    options.nodes.reset();
  }
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const std::size_t equals = parts[i].find('=');
    const std::string name = parts[i].substr(0, equals);
    const std::string value = equals == std::string::npos ? "" : parts[i].substr(equals + 1);
    if (name == "depth") {
      options.depth = parse_limit(value, 1, 60, text);
    } else if (name == "time") {
      options.seconds = parse_limit(value, 0.0, 1e6, text);
    } else if (name == "nodes") {
      options.nodes = parse_limit<std::uint64_t>(value, 1, 1'000'000'000'000'000, text);
    } else {
      throw UserError(fmt::format("seat '{}': limits are depth=N, time=SECONDS, nodes=N", text));
    }
  }
  plan.limits = options.limits();
  plan.limits.interrupt = &interrupted();
  return plan;
}

class Match {
 public:
  Match(const std::array<SeatPlan, 2>& seats, const OthelloGame& game, OthelloEngine& engine,
        const Common& common)
      : seats_(seats), game_(game), engine_(engine), common_(common) {}

  void run() {
    show_board();
    while (!is_over(game_.position())) {
      if (interrupted()) throw Interrupted{"interrupted; " + resume_text()};
      const SeatPlan& seat = seats_[game_.position().seat];
      if (must_pass(game_.position())) {
        made({});
      } else if (seat.kind == SeatKind::human) {
        if (!ask()) return;
      } else {
        made(seat.kind == SeatKind::engine ? engine_.choose(game_.position(), seat.limits)
                                           : random_choice());
      }
    }
    finish();
  }

 private:
  std::string side() const { return game_.position().seat == kBlack ? "Black" : "White"; }
  std::string moves_text() const { return othello::game_text(game_.moves()); }
  std::string resume_text() const {
    return fmt::format("go on with --position '{}'{}", othello::position_text(game_.start()),
                       game_.moves().empty() ? "" : " --moves " + moves_text());
  }

  Choice random_choice() {
    othello::Mask moves = placements(game_.position());
    RandomStream random(common_.seed, game_.moves().size());
    for (std::uint32_t skip = random.below(static_cast<std::uint32_t>(std::popcount(moves)));
         skip > 0; --skip) {
      moves &= moves - 1;
    }
    Choice choice;
    choice.move = static_cast<Move>(std::countr_zero(moves));
    return choice;
  }

  // Plays the choice and says so.
  void made(const Choice& choice) {
    const std::string who = side();
    game_.play(choice.move);
    if (common_.json) {
      Json line = {{"ply", game_.moves().size()},
                   {"side", who == "Black" ? "X" : "O"},
                   {"move", othello::move_text(choice.move)}};
      if (choice.depth > 0) {
        line["score"] = choice.score;
        line["depth"] = choice.depth;
        line["exact"] = choice.exact;
        line["nodes"] = choice.nodes;
        line["seconds"] = choice.seconds;
      }
      print_json(line);
      return;
    }
    fmt::print("{}: {}", who, othello::move_text(choice.move));
    if (choice.depth > 0) {
      fmt::print("   ({:+.2f} discs for {}, {}, {} nodes, {:.2f} s)", choice.score, who,
                 choice.exact ? "proven" : fmt::format("{} discs ahead", choice.depth),
                 choice.nodes, choice.seconds);
    }
    fmt::print("\n");
    show_board();
  }

  // Asks the person until a move or the end of input; false at the end.
  bool ask() {
    while (true) {
      if (!common_.json) {
        fmt::print("{} to move (a square, undo or quit): ", side());
        std::cout << std::flush;
        std::fflush(stdout);
      }
      std::string line;
      if (!std::getline(std::cin, line)) return stop("the input ended");
      if (!line.empty() && line.back() == '\r') line.pop_back();
      if (line == "quit") return stop("stopped");
      if (line == "undo") {
        undo();
        return true;
      }
      if (line.empty()) continue;
      try {
        Choice choice;
        choice.move = othello::parse_move(game_.position(), line);
        made(choice);
        return true;
      } catch (const UserError& error) {
        fmt::print(stderr, "{}\n", error.what());
      }
    }
  }

  // Back to this person's last turn.
  void undo() {
    const othello::Seat seat = game_.position().seat;
    OthelloGame back = game_;
    while (back.undo()) {
      if (back.position().seat == seat && !must_pass(back.position())) {
        game_ = back;
        show_board();
        return;
      }
    }
    fmt::print(stderr, "there is no move of yours to take back\n");
  }

  bool stop(const std::string& why) {
    std::fflush(stdout);
    if (!common_.quiet) fmt::print(stderr, "{} before the game did; {}\n", why, resume_text());
    return false;
  }

  void show_board() {
    if (common_.json) return;
    std::fflush(stdout);
    std::cout << othello::board_text(game_.position(), is_terminal(1)) << std::flush;
  }

  void finish() {
    const Position& p = game_.position();
    const int score = othello::score(p);
    const int black = p.seat == kBlack ? score : -score;
    if (common_.json) {
      print_json({{"result", black > 0   ? "black"
                             : black < 0 ? "white"
                                         : "draw"},
                  {"score", black},
                  {"black_discs", std::popcount(p.discs_of(kBlack))},
                  {"white_discs", std::popcount(p.discs_of(othello::kWhite))},
                  {"moves", moves_text()}});
      return;
    }
    fmt::print("{} (score {:+} for Black)\n{}\n",
               black > 0   ? "Black wins"
               : black < 0 ? "White wins"
                           : "A draw",
               black, moves_text());
  }

  std::array<SeatPlan, 2> seats_;
  OthelloGame game_;
  OthelloEngine& engine_;
  const Common& common_;
};

}  // namespace

void add_othello_play(CLI::App& othello) {
  CLI::App* command = othello.add_subcommand("play", "Plays a game: people, engine, chance");
  const auto common = add_common(*command);
  const auto setup = add_setup_options(*command);
  const auto engine_options = add_engine_options(*command);
  const auto options = std::make_shared<Options>();
  command->add_option("--seats", options->seats, kSeatsHelp)->capture_default_str();
  command->add_option("--position", options->position, "Where to start (default: the start)");
  command->add_option("--moves", options->moves, "Moves already played, like f5d6c3");
  command->callback([common, setup, engine_options, options] {
    const std::vector<std::string> names = split(options->seats, ',');
    if (names.size() != 2) {
      throw UserError(
          fmt::format("--seats '{}': two players, Black's and White's, with a comma "
                      "between them",
                      options->seats));
    }
    const std::array<SeatPlan, 2> seats = {parse_seat(names[0], *engine_options),
                                           parse_seat(names[1], *engine_options)};
    OthelloGame game(options->position.empty()
                         ? othello::initial_position(*setup)
                         : othello::parse_position(*setup, options->position));
    for (const Move move : othello::parse_game(game.position(), options->moves)) game.play(move);
    OthelloEngine engine(*engine_options, common->threads);
    Match(seats, game, engine, *common).run();
  });
}

}  // namespace trilith::tools
