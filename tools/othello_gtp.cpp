// `trilith othello gtp`: the Go Text Protocol, version 2, as Othello programs speak it.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <bit>
#include <cctype>
#include <charconv>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "engines/error.hpp"
#include "engines/othello/notation.hpp"
#include "engines/othello/sgf.hpp"
#include "tools/common.hpp"
#include "tools/line_input.hpp"
#include "tools/othello.hpp"
#include "tools/othello_engine.hpp"
#include "tools/othello_game.hpp"

namespace trilith::tools {
namespace {

using othello::kBlack;
using othello::kPass;
using othello::kWhite;
using othello::Position;
using othello::Seat;

// What a command answers with `?`.
struct Refusal {
  std::string reason;
};

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

// GTP 2, section 3.1: no control characters, no comments, blanks alike.
std::string cleaned(const std::string& line) {
  std::string text;
  for (const char c : line) {
    if (c == '#') break;
    if (c == '\t') {
      text += ' ';
    } else if (static_cast<unsigned char>(c) >= 32 && c != 127) {
      text += c;
    }
  }
  return text;
}

Seat parse_colour(const std::string& text) {
  const std::string name = lower(text);
  if (name == "black" || name == "b") return kBlack;
  if (name == "white" || name == "w") return kWhite;
  throw Refusal{"syntax error: colour is black or white"};
}

double parse_number(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !(value >= 0)) {
    throw Refusal{"syntax error: not a number"};
  }
  return value;
}

std::string vertex(othello::Move move) {
  if (move == kPass) return "pass";
  std::string text = othello::move_text(move);
  text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

// Black's result: `B+12`, `W+3` or `0`.
std::string result_text(const Position& p) {
  const int score = othello::score(p);
  const int black = p.seat == kBlack ? score : -score;
  return black > 0 ? fmt::format("B+{}", black) : black < 0 ? fmt::format("W+{}", -black) : "0";
}

class Session {
 public:
  Session(OthelloEngine& engine, const othello::PlayLimits& limits)
      : engine_(engine), limits_(limits) {
    const auto add = [this](const std::string& name, std::size_t arguments, auto method) {
      commands_[name] = {arguments,
                         [this, method](const Words& words) { return (this->*method)(words); }};
    };
    add("protocol_version", 0, &Session::protocol_version);
    add("name", 0, &Session::name);
    add("version", 0, &Session::version);
    add("known_command", 1, &Session::known_command);
    add("list_commands", 0, &Session::list_commands);
    add("quit", 0, &Session::quit);
    add("boardsize", 1, &Session::boardsize);
    add("clear_board", 0, &Session::clear_board);
    add("komi", 1, &Session::komi);
    add("play", 2, &Session::play);
    add("genmove", 1, &Session::genmove);
    add("reg_genmove", 1, &Session::reg_genmove);
    add("undo", 0, &Session::undo);
    add("time_settings", 3, &Session::time_settings);
    add("time_left", 3, &Session::time_left);
    add("set_game", 1, &Session::set_game);
    add("list_games", 0, &Session::list_games);
    add("loadsgf", 1, &Session::loadsgf);
    add("showboard", 0, &Session::showboard);
    add("final_score", 0, &Session::final_score);
    add("gogui-rules_game_id", 0, &Session::list_games);
    add("gogui-rules_board", 0, &Session::board);
    add("gogui-rules_board_size", 0, &Session::board_size);
    add("gogui-rules_legal_moves", 0, &Session::legal_moves);
    add("gogui-rules_side_to_move", 0, &Session::side_to_move);
    add("gogui-rules_final_result", 0, &Session::final_result);
  }

  // Answers one line; false when the session is over.
  bool answer(const std::string& line) {
    std::istringstream stream(cleaned(line));
    Words words;
    for (std::string word; stream >> word;) words.push_back(word);
    std::string id;
    if (!words.empty() && words[0].find_first_not_of("0123456789") == std::string::npos) {
      id = words[0];
      words.erase(words.begin());
    }
    if (words.empty()) return true;
    const std::string name = words[0];
    words.erase(words.begin());
    try {
      const auto command = commands_.find(name);
      if (command == commands_.end()) throw Refusal{"unknown command"};
      if (words.size() < command->second.arguments)
        throw Refusal{"syntax error: too few arguments"};
      const std::string text = command->second.run(words);
      std::cout << '=' << id << ' ' << text << "\n\n" << std::flush;
    } catch (const Refusal& refusal) {
      std::cout << '?' << id << ' ' << refusal.reason << "\n\n" << std::flush;
    }
    return !over_;
  }

 private:
  using Words = std::vector<std::string>;
  struct Command {
    std::size_t arguments = 0;
    std::function<std::string(const Words&)> run;
  };
  // What undo goes back to.
  struct Step {
    std::size_t moves = 0;
  };

  std::string protocol_version(const Words&) { return "2"; }
  std::string name(const Words&) { return "Trilith"; }
  std::string version(const Words&) { return TRILITH_VERSION; }
  std::string known_command(const Words& words) {
    return commands_.contains(words[0]) ? "true" : "false";
  }
  std::string list_commands(const Words&) {
    std::string text;
    for (const auto& [command, unused] : commands_) text += (text.empty() ? "" : "\n") + command;
    return text;
  }
  std::string quit(const Words&) {
    over_ = true;
    return "";
  }
  std::string boardsize(const Words& words) {
    if (words[0] != "8") throw Refusal{"unacceptable size"};
    return clear_board(words);
  }
  std::string clear_board(const Words&) {
    game_ = OthelloGame();
    steps_.clear();
    engine_.clear();
    return "";
  }
  std::string komi(const Words& words) {
    parse_number(words[0][0] == '-' ? words[0].substr(1) : words[0]);
    return "";
  }

  // Passes for the side to move when it must and the other colour is named.
  void turn_to(Seat seat) {
    if (game_.position().seat == seat || is_over(game_.position())) return;
    if (!must_pass(game_.position())) throw Refusal{"wrong color"};
    game_.play(kPass);
  }
  // Runs `change`; whatever it plays is one step for undo, and nothing is played when it throws.
  template <class Change>
  auto as_step(Change&& change) {
    const std::size_t before = game_.moves().size();
    try {
      auto result = change();
      steps_.push_back({before});
      return result;
    } catch (...) {
      back_to(before);
      throw;
    }
  }
  void back_to(std::size_t moves) {
    while (game_.moves().size() > moves) game_.undo();
  }

  std::string play(const Words& words) {
    const Seat seat = parse_colour(words[0]);
    return as_step([&]() -> std::string {
      othello::Move move = kPass;
      try {
        move = othello::parse_square(words[1]);
      } catch (const UserError&) {
        throw Refusal{"syntax error: not a vertex"};
      }
      turn_to(seat);
      if (move == kPass && is_over(game_.position())) return "";
      try {
        game_.play(othello::parse_move(game_.position(), words[1]));
      } catch (const UserError&) {
        throw Refusal{"illegal move"};
      }
      return "";
    });
  }
  std::string choose() {
    const Position& p = game_.position();
    if (is_over(p) || must_pass(p)) return "pass";
    return vertex(engine_.choose(p, limits_for(p)).move);
  }
  std::string genmove(const Words& words) {
    const Seat seat = parse_colour(words[0]);
    return as_step([&] {
      turn_to(seat);
      const std::string text = choose();
      if (!is_over(game_.position())) {
        game_.play(othello::parse_move(game_.position(), text));
      }
      return text;
    });
  }
  std::string reg_genmove(const Words& words) {
    const Seat seat = parse_colour(words[0]);
    const std::size_t before = game_.moves().size();
    turn_to(seat);
    const std::string text = choose();
    back_to(before);
    return text;
  }
  std::string undo(const Words&) {
    if (steps_.empty()) throw Refusal{"cannot undo"};
    back_to(steps_.back().moves);
    steps_.pop_back();
    return "";
  }

  std::string time_settings(const Words& words) {
    const double main = parse_number(words[0]);
    const double period = parse_number(words[1]);
    const double stones = parse_number(words[2]);
    for (Clock& clock : clocks_) clock = {main, period, stones};
    timed_ = !(stones == 0 && period > 0);  // GTP 2: then there is no limit
    return "";
  }
  std::string time_left(const Words& words) {
    Clock& clock = clocks_[parse_colour(words[0])];
    const double seconds = parse_number(words[1]);
    const double stones = parse_number(words[2]);
    if (stones == 0) {
      clock.main = seconds;
    } else {
      clock = {0, seconds, stones};
    }
    timed_ = true;
    return "";
  }
  // A share of the clock that lasts to the end of the game.
  othello::PlayLimits limits_for(const Position& p) const {
    othello::PlayLimits limits = limits_;
    if (timed_) {
      const Clock& clock = clocks_[p.seat];
      const double moves_left = std::max(1, (p.board.empty_count() + 1) / 2);
      const double of_main = clock.main / (moves_left + 1);
      const double of_period = clock.stones > 0 ? 0.9 * clock.period / clock.stones : 0;
      limits.seconds = std::min(limits.seconds, std::max({of_main, of_period, 0.01}));
    }
    return limits;
  }

  std::string set_game(const Words& words) {
    if (lower(words[0]) != "othello") throw Refusal{"unknown game"};
    return clear_board(words);
  }
  std::string list_games(const Words&) { return "Othello"; }
  // `loadsgf file [n]`: the position before move n, or after the last move.
  std::string loadsgf(const Words& words) {
    othello::GameRecord record;
    try {
      record = othello::parse_sgf_game(read_file(words[0]));
    } catch (const UserError& error) {
      throw Refusal{fmt::format("cannot load file: {}", error.what())};
    }
    std::size_t moves = record.moves.size();
    if (words.size() > 1) {
      const double wanted = parse_number(words[1]);
      if (wanted < 1) throw Refusal{"syntax error: moves count from 1"};
      if (wanted <= static_cast<double>(moves)) moves = static_cast<std::size_t>(wanted) - 1;
    }
    game_ = OthelloGame(record.start);
    steps_.clear();
    engine_.clear();
    for (std::size_t i = 0; i < moves; ++i) {
      steps_.push_back({i});
      game_.play(record.moves[i].move);
    }
    return "";
  }
  std::string showboard(const Words&) {
    std::string text = othello::board_text(game_.position(), false);
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return '\n' + text;
  }
  std::string final_score(const Words&) {
    if (!is_over(game_.position())) throw Refusal{"the game is not over"};
    return result_text(game_.position());
  }
  std::string board(const Words&) {
    const std::string squares = othello::position_text(game_.position());
    std::string text;
    for (std::size_t row = 0; row < 8; ++row) {
      text += '\n';
      for (std::size_t column = 0; column < 8; ++column) {
        const char c = squares[8 * row + column];
        text += c == '-' ? '.' : c;
        if (column < 7) text += ' ';
      }
    }
    return text;
  }
  std::string board_size(const Words&) { return "8"; }
  std::string legal_moves(const Words&) {
    const Position& p = game_.position();
    if (must_pass(p)) return "pass";
    std::string text;
    for (othello::Mask rest = placements(p); rest != 0; rest &= rest - 1) {
      text +=
          (text.empty() ? "" : " ") + vertex(static_cast<othello::Move>(std::countr_zero(rest)));
    }
    return text;
  }
  std::string side_to_move(const Words&) {
    return game_.position().seat == kBlack ? "black" : "white";
  }
  std::string final_result(const Words&) {
    return is_over(game_.position()) ? result_text(game_.position()) : "the game is not over";
  }

  struct Clock {
    double main = 0;    // seconds for the rest of the game
    double period = 0;  // seconds for `stones` moves after that
    double stones = 0;
  };

  OthelloEngine& engine_;
  othello::PlayLimits limits_;
  std::map<std::string, Command> commands_;
  OthelloGame game_;
  std::vector<Step> steps_;
  Clock clocks_[2];
  bool timed_ = false;
  bool over_ = false;
};

}  // namespace

void add_othello_gtp(CLI::App& othello) {
  CLI::App* command = othello.add_subcommand("gtp", "Speaks the Go Text Protocol on stdin, stdout");
  const auto common = add_common(*command);
  const auto options = add_engine_options(*command);
  command->callback([common, options] {
    OthelloEngine engine(*options, common->threads);
    LineInput input([](const std::string&) { return false; });
    othello::PlayLimits limits = options->limits();
    limits.interrupt = &input.stop_signal();
    Session session(engine, limits);
    std::string line;
    while (input.next(line) && session.answer(line)) {
    }
  });
}

}  // namespace trilith::tools
