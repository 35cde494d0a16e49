// `trilith othello nboard`: the protocol of the NBoard GUI, versions 1 and 2.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "engines/error.hpp"
#include "engines/othello/ggf.hpp"
#include "engines/othello/notation.hpp"
#include "tools/common.hpp"
#include "tools/line_input.hpp"
#include "tools/othello.hpp"
#include "tools/othello_engine.hpp"
#include "tools/othello_game.hpp"

namespace trilith::tools {
namespace {

using othello::Choice;
using othello::kPass;
using othello::Position;

constexpr int kDeepest = 60;

std::string square_text(othello::Move move) {
  if (move == kPass) return "PA";
  std::string text = othello::move_text(move);
  text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

// A principal variation without blanks.
std::string line_text(const Choice& choice) {
  std::string text;
  for (const othello::Move move : choice.pv) text += square_text(move);
  return text;
}

std::string depth_text(const Choice& choice) {
  return choice.exact ? "100%" : std::to_string(choice.depth);
}

// The number at the start of `text`; `fallback` when there is none.
int parse_int(const std::string& text, int fallback) {
  int value = fallback;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

void say(const std::string& line) { std::cout << line << '\n' << std::flush; }

// The first word of `text`, which loses it and the blanks around it.
std::string take_word(std::string& text) {
  const std::size_t start = std::min(text.find_first_not_of(" \t"), text.size());
  const std::size_t end = std::min(text.find_first_of(" \t", start), text.size());
  std::string word = text.substr(start, end - start);
  text.erase(0, std::min(text.find_first_not_of(" \t", end), text.size()));
  return word;
}

class Session {
 public:
  Session(OthelloEngine& engine, const othello::PlayLimits& limits)
      : engine_(engine), limits_(limits) {}

  // Acts on one line; false after `quit`. A line that is not understood is ignored, as the protocol
  // asks.
  bool act(std::string line) {
    const std::string command = take_word(line);
    if (command == "quit") return false;
    if (command == "nboard") {
      say("set myname Trilith");
    } else if (command == "set") {
      set(line);
    } else if (command == "move") {
      move(line);
    } else if (command == "hint") {
      hint(parse_int(line, 1));
    } else if (command == "go") {
      go();
    } else if (command == "ping") {
      say("pong " + line.substr(0, line.find_first_of(" \t")));
    } else if (command == "learn") {
      say("learned");
    } else if (command == "analyze") {
      analyze();
    } else if (command.size() == 2 && line.empty() && is_move(command)) {
      move(command);  // version 1 sends the bare move
    }
    return true;
  }

 private:
  static bool is_move(const std::string& text) {
    try {
      othello::parse_square(text);
      return true;
    } catch (const UserError&) {
      return false;
    }
  }

  void set(std::string rest) {
    const std::string what = take_word(rest);
    if (what == "depth") {
      limits_.depth = std::clamp(parse_int(rest, limits_.depth), 1, kDeepest);
      say("set myname Trilith" + std::to_string(limits_.depth));
    } else if (what == "game") {
      try {
        const othello::GameRecord game = othello::parse_ggf_game(rest);
        OthelloGame next(game.start);
        for (const othello::RecordedMove& recorded : game.moves) next.play(recorded.move);
        game_ = std::move(next);
      } catch (const UserError& error) {
        say(fmt::format("status the game is refused, the old one stays: {}", error.what()));
      }
    }
    // Contempt and settings of later versions change nothing here.
  }

  // `F5/0.12/3.4`, evaluation and time optional.
  void move(const std::string& text) {
    try {
      game_.play(text.substr(0, text.find_first_of("/ \t")));
    } catch (const UserError& error) {
      say(fmt::format("status {}", error.what()));
    }
  }

  void hint(int count) {
    if (is_over(game_.position())) {
      say("status the game is over");
      return;
    }
    say("status Trilith is analyzing");
    const auto show = [](const std::vector<Choice>& choices) {
      for (const Choice& choice : choices) {
        say(fmt::format("search {} {:.2f} 0 {}", line_text(choice), choice.score,
                        depth_text(choice)));
      }
    };
    const std::vector<Choice> best = engine_.player().rank(
        game_.position().board, static_cast<std::size_t>(std::clamp(count, 1, 64)), limits_, show);
    node_stats(best[0]);
    say("status Trilith is waiting");
  }

  // The engine's own move, which it does not play: the GUI sends it back.
  void go() {
    const Position& p = game_.position();
    if (is_over(p)) {
      say("=== PA");
      return;
    }
    say("status Trilith is thinking");
    const Choice choice = engine_.choose(p, limits_);
    node_stats(choice);
    say(fmt::format("=== {}/{:.2f}/{:.2f}", square_text(choice.move), choice.score,
                    choice.seconds));
    say("status Trilith is waiting");
  }

  // The value of every position of the game for the side to move, from its end to its start.
  void analyze() {
    say("status Trilith is analyzing");
    OthelloGame game = game_;
    while (true) {
      const Choice choice = engine_.choose(game.position(), limits_);
      say(fmt::format("analysis {} {:.2f}", game.moves().size(), choice.score));
      if (limits_.interrupt->load() || !game.undo()) break;
    }
    say("status Trilith is waiting");
  }

  static void node_stats(const Choice& choice) {
    say(fmt::format("nodestats {} {:.2f}", choice.nodes, choice.seconds));
  }

  OthelloEngine& engine_;
  othello::PlayLimits limits_;
  OthelloGame game_;
};

// What must stop a running search: then GUI and engine speak about the same position again.
bool is_urgent(const std::string& line) {
  std::string rest = line;
  const std::string command = take_word(rest);
  return command == "ping" || command == "quit";
}

}  // namespace

void add_othello_nboard(CLI::App& othello) {
  CLI::App* command =
      othello.add_subcommand("nboard", "Speaks the NBoard protocol on stdin and stdout");
  const auto common = add_common(*command);
  const auto options = add_engine_options(*command);
  command->callback([common, options] {
    OthelloEngine engine(*options, common->threads);
    LineInput input(is_urgent);
    othello::PlayLimits limits = options->limits();
    limits.interrupt = &input.stop_signal();
    Session session(engine, limits);
    std::string line;
    while (input.next(line) && session.act(line)) {
    }
  });
}

}  // namespace trilith::tools
