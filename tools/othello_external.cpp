// The driver's side of GTP and of the NBoard protocol.
#include "tools/othello_external.hpp"

#include <fmt/core.h>

#include <cassert>
#include <type_traits>
#include <utility>

#include "engines/error.hpp"
#include "engines/othello/notation.hpp"

namespace trilith::tools {
namespace {

using othello::kPass;
using othello::Move;
using othello::Othello;
using othello::Position;
using Kind = ProgramFault::Kind;
using Clock = ExternalProgram::Clock;
using Deadline = ExternalProgram::Deadline;

// Lines that a program may say before its answer.
constexpr int kMostLines = 100'000;

Deadline after(double seconds) {
  return Clock::now() +
         std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

std::string upper_square(Move move) {
  std::string text = othello::move_text(move);
  text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

// The first word, up to a blank or a slash.
std::string first_word(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_first_of(" \t/", begin) - begin);
}

// What both protocols share: the life of the program, and which moves are nobody's choice.
class ExternalPlayer : public players::Player<Othello> {
 public:
  explicit ExternalPlayer(ExternalSpec spec) : spec_(std::move(spec)) {}

  void start([[maybe_unused]] const Position& position, std::uint64_t) final {
    assert(position == othello::initial_position({othello::Variant::standard, position.scoring}));
    own_ = false;
    guarded([&] {
      if (!program_) {
        try {
          program_ = std::make_unique<ExternalProgram>(spec_.command);
          get_ready(after(spec_.start_seconds));
        } catch (const ProgramFault& fault) {
          throw ProgramFault{Kind::start,
                             std::string(fault_text(fault.kind)) + ": " + fault.detail};
        }
      }
      new_game();
    });
  }

  Move choose(const Position& p) final {
    own_ = false;
    if (must_pass(p)) return kPass;
    return guarded([&] {
      const std::string answer = ask(p);
      try {
        const Move move = othello::parse_move(p, answer);
        own_ = true;
        return move;
      } catch (const UserError& error) {
        throw ProgramFault{is_square(answer) ? Kind::illegal : Kind::garbage,
                           "move " + printable(answer)};
      }
    });
  }

  void played(const Position& before, const Move& move) final {
    const bool own = std::exchange(own_, false);
    if (!program_) return;  // it failed in this game
    guarded([&] { tell(before, move, own); });
  }

 protected:
  virtual void get_ready(Deadline deadline) = 0;
  virtual void new_game() = 0;
  virtual std::string ask(const Position& p) = 0;
  virtual void tell(const Position& before, Move move, bool own) = 0;

  const ExternalSpec& spec() const { return spec_; }
  ExternalProgram& program() { return *program_; }
  Deadline move_deadline() const { return after(spec_.move_seconds); }

 private:
  static bool is_square(const std::string& text) {
    try {
      othello::parse_square(text);
      return true;
    } catch (const UserError&) {
      return false;
    }
  }

  // After a fault nothing is known of the program's state: it is ended.
  template <class Action>
  std::invoke_result_t<Action> guarded(Action&& action) {
    try {
      return action();
    } catch (const ProgramFault&) {
      program_.reset();
      throw;
    }
  }

  ExternalSpec spec_;
  std::unique_ptr<ExternalProgram> program_;
  bool own_ = false;  // the move to be told is the program's own choice
};

class GtpPlayer : public ExternalPlayer {
 public:
  using ExternalPlayer::ExternalPlayer;

 private:
  struct Answer {
    bool good = false;
    std::string text;
  };

  // `= text` or `? text`, then lines up to an empty one.
  Answer command(const std::string& line, Deadline deadline) {
    program().write_line(line, deadline);
    for (int count = 0; count < kMostLines; ++count) {
      const std::string reply = program().read_line(deadline);
      if (reply.empty() || (reply[0] != '=' && reply[0] != '?')) continue;
      for (int rest = 0; !program().read_line(deadline).empty(); ++rest) {
        if (rest == kMostLines) throw ProgramFault{Kind::garbage, "an answer without end"};
      }
      return {reply[0] == '=', reply.substr(1)};
    }
    throw ProgramFault{Kind::garbage, "no answer to " + printable(line)};
  }

  void expect(const std::string& line, Deadline deadline) {
    const Answer answer = command(line, deadline);
    if (!answer.good) {
      throw ProgramFault{Kind::garbage, printable("refuses '" + line + "':" + answer.text)};
    }
  }

  static std::string colour(const Position& p) {
    return p.seat == othello::kBlack ? "black" : "white";
  }

  void get_ready(Deadline deadline) override {
    const Answer version = command("protocol_version", deadline);
    if (!version.good || first_word(version.text) != "2") {
      throw ProgramFault{Kind::garbage, "protocol version '" + printable(version.text) + "'"};
    }
    command("set_game Othello", deadline);  // programs that play nothing else may not know it
    command("boardsize 8", deadline);
    if (spec().seconds) command(fmt::format("time_settings 0 {} 1", *spec().seconds), deadline);
  }
  void new_game() override { expect("clear_board", move_deadline()); }
  std::string ask(const Position& p) override {
    const Answer answer = command("genmove " + colour(p), move_deadline());
    if (!answer.good) throw ProgramFault{Kind::garbage, printable("refuses: " + answer.text)};
    return first_word(answer.text);
  }
  void tell(const Position& before, Move move, bool own) override {
    if (own) return;  // genmove plays it
    if (move == kPass) {
      command("play " + colour(before) + " pass", move_deadline());  // some pass by themselves
    } else {
      expect("play " + colour(before) + " " + upper_square(move), move_deadline());
    }
  }
};

class NboardPlayer : public ExternalPlayer {
 public:
  using ExternalPlayer::ExternalPlayer;

 private:
  // The rest of the first line that begins with `prefix`; others are talk.
  std::string wait_for(const std::string& prefix, Deadline deadline) {
    for (int count = 0; count < kMostLines; ++count) {
      const std::string line = program().read_line(deadline);
      if (line.starts_with(prefix)) return line.substr(prefix.size());
    }
    throw ProgramFault{Kind::garbage, "no line with '" + prefix + "'"};
  }

  void synchronize(Deadline deadline) {
    const std::string number = std::to_string(++pings_);
    program().write_line("ping " + number, deadline);
    while (first_word(wait_for("pong", deadline)) != number) {
    }
  }

  void get_ready(Deadline deadline) override {
    program().write_line("nboard 2", deadline);
    if (spec().depth) program().write_line(fmt::format("set depth {}", *spec().depth), deadline);
    synchronize(deadline);
  }
  void new_game() override {
    const Deadline deadline = move_deadline();
    program().write_line(
        "set game (;GM[Othello]PC[Trilith]PB[Black]PW[White]RE[?]TI[0]TY[8]BO[8 "
        "---------------------------O*------*O--------------------------- *];)",
        deadline);
    synchronize(deadline);
  }
  std::string ask(const Position&) override {
    const Deadline deadline = move_deadline();
    program().write_line("go", deadline);
    return first_word(wait_for("===", deadline));
  }
  void tell(const Position&, Move move, bool) override {
    program().write_line("move " + (move == kPass ? "PA" : upper_square(move)), move_deadline());
  }

  std::uint64_t pings_ = 0;
};

}  // namespace

bool is_external(std::string_view text) {
  return text.starts_with("gtp:") || text.starts_with("nboard:");
}

ExternalSpec parse_external(std::string_view text) {
  constexpr std::string_view kCommand = "command=";
  ExternalSpec external;
  external.protocol =
      text.starts_with("gtp:") ? ExternalSpec::Protocol::gtp : ExternalSpec::Protocol::nboard;
  const std::size_t first = text.find(':') + 1;
  std::size_t command = std::string_view::npos;
  if (text.substr(first).starts_with(kCommand)) {
    command = first;
  } else if (const std::size_t at = text.find(",command="); at != std::string_view::npos) {
    command = at + 1;
  }
  if (command == std::string_view::npos) {
    throw UserError(
        fmt::format("player '{}': no command; an external engine is {}:command=PROGRAM "
                    "ARGUMENTS, options before it",
                    text, text.substr(0, first - 1)));
  }
  external.command = command_words(text.substr(command + kCommand.size()));
  if (command > first) {
    const players::Spec spec = players::parse_spec(text.substr(0, command - 1));
    players::OptionReader reader(spec);
    external.start_seconds = reader.real("start", external.start_seconds, 0.01, 3600);
    external.move_seconds = reader.real("move", external.move_seconds, 0.01, 86'400);
    if (external.protocol == ExternalSpec::Protocol::gtp) {
      if (reader.given("seconds")) external.seconds = reader.real("seconds", 1, 0.001, 86'400);
    } else if (reader.given("depth")) {
      external.depth = static_cast<int>(reader.whole("depth", 10, 1, 60));
    }
    reader.finish();
  }
  return external;
}

std::unique_ptr<players::Player<Othello>> make_external(const ExternalSpec& spec) {
  if (spec.protocol == ExternalSpec::Protocol::gtp) return std::make_unique<GtpPlayer>(spec);
  return std::make_unique<NboardPlayer>(spec);
}

}  // namespace trilith::tools
