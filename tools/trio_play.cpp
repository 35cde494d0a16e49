// `trilith trio play`: a game between people and programs on the terminal.
#include <fmt/core.h>

#include <iostream>
#include <optional>

#include "engines/error.hpp"
#include "engines/trio/notation.hpp"
#include "solvers/trio/experiment.hpp"
#include "tools/common.hpp"
#include "tools/trio.hpp"

namespace trilith::tools {
namespace {

struct Options {
  std::string rules = "3,simple";
  std::string seats = "human,memory,memory";
  std::string deal;
  std::uint64_t max_turns = 1000;
};

// Nobody for a person, otherwise a program.
using Seats = std::vector<std::optional<trio::Player>>;

Seats parse_seats(const std::string& text, int seats) {
  Seats result;
  for (std::size_t begin = 0;;) {
    const std::size_t end = text.find(',', begin);
    const std::string name = text.substr(begin, end - begin);
    if (name == "human") {
      result.emplace_back();
    } else {
      result.emplace_back(trio::parse_player(name));
    }
    if (end == std::string::npos) break;
    begin = end + 1;
  }
  if (static_cast<int>(result.size()) != seats) {
    throw UserError(fmt::format("seats '{}': {} players for {} seats", text, result.size(), seats));
  }
  return result;
}

// A legal move from the keyboard; nothing at the end of input or on `quit`.
std::optional<trio::Move> ask(const trio::Position& p, int seat) {
  const trio::Observation seen(p, seat);
  fmt::print("{}\n", trio::observation_text(seen));
  for (std::string line;;) {
    fmt::print("seat {}> ", seat + 1);
    std::cout << std::flush;
    if (!std::getline(std::cin, line) || line == "quit") return std::nullopt;
    try {
      return trio::parse_move(seen.table(), line);
    } catch (const UserError& error) {
      fmt::print("{}\n", error.what());
    }
  }
}

void run(const Options& options, const Common& common) {
  const trio::Rules rules = trio::parse_rules(options.rules);
  const Seats seats = parse_seats(options.seats, rules.players);
  RandomStream deal_stream(common.seed, 0, 0);
  RandomStream random(common.seed, 0, 1);
  trio::Position p =
      options.deal.empty() ? trio::deal(rules, deal_stream) : trio::parse_deal(rules, options.deal);
  const std::string deal = trio::deal_text(p);
  std::array<trio::PlayerState, trio::kMaxPlayers> states{};
  Json moves = Json::array();
  std::uint64_t turns = 0;
  while (!trio::is_terminal(p) && turns < options.max_turns) {
    if (interrupted()) throw Interrupted{"interrupted"};
    const int seat = trio::side_to_move(p);
    std::optional<trio::Move> move;
    if (seats[seat]) {
      move = trio::choose(*seats[seat], trio::View(p, seat), random, states[seat]);
    } else {
      move = ask(p, seat);
      if (!move) break;
    }
    const bool reveal = *move < trio::kKeep;
    const std::string shown =
        reveal ? '=' + std::to_string(trio::revealed_number(p, *move)) : std::string();
    const auto taken = p.taken;
    trio::play(p, *move);
    turns += reveal && p.shown == 0;
    moves.push_back(trio::move_text(*move) + shown);
    if (common.json) continue;
    // Answers in a swap are secret.
    if (reveal) {
      fmt::print("seat {}: {}{}{}\n", seat + 1, trio::move_text(*move), shown,
                 p.taken != taken ? "  takes the trio"
                 : p.shown == 0   ? "  no match"
                                  : "");
    }
  }
  const bool won = p.status == trio::Status::won;
  if (common.json) {
    Json json = {{"rules", trio::rules_text(rules)}, {"deal", deal},
                 {"seats", options.seats},           {"turns", turns},
                 {"finished", trio::is_terminal(p)}, {"won_by", trio::win_text(p.win)}};
    if (won) json["winner"] = p.winner + 1;
    json["moves"] = std::move(moves);
    print_json(json);
  } else if (won) {
    fmt::print("{} {} wins by {} after {} turns\ndeal {}\n", rules.teams ? "team" : "seat",
               p.winner + 1, trio::win_text(p.win), turns, deal);
  } else {
    fmt::print("the game was not decided; {} turns\ndeal {}\n", turns, deal);
  }
}

}  // namespace

void add_trio_play(CLI::App& trio) {
  CLI::App* command = trio.add_subcommand("play", "A game between people and programs");
  const auto common = add_common(*command);
  const auto options = std::make_shared<Options>();
  command->add_option("--rules", options->rules, kTrioRulesHelp)->capture_default_str();
  command
      ->add_option("--seats", options->seats,
                   "One per seat: human, random, memory, forgetful:rate=R, myopic, "
                   "ismcts:playouts=N, no-seven, no-own, centre-only")
      ->capture_default_str();
  command->add_option("--deal", options->deal,
                      "Cards like '1,1,2;2,3,3 1,2,3': hands, then the centre (default random)");
  command
      ->add_option("--max-turns", options->max_turns, "End an undecided game after so many turns")
      ->capture_default_str()
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{10'000'000}));
  command->callback([common, options] { run(*options, *common); });
}

}  // namespace trilith::tools
