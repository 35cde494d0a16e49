// `trilith trio play`: games between people and players of the program.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "engines/trio/game.hpp"
#include "engines/trio/notation.hpp"
#include "solvers/trio/players.hpp"
#include "tools/common.hpp"
#include "tools/play_loop.hpp"
#include "tools/trio.hpp"

namespace trilith::tools {
namespace {

using trio::Move;
using trio::Position;
using trio::Trio;

constexpr std::uint32_t kDealing = trio::kMaxPlayers;  // the stream after those of the seats

struct Options {
  PlayOptions play;
  std::string rules = "3,simple";
  std::string deal;
};

std::string trios_text(const Position& p, int side) {
  std::string text;
  for (int v = 1; v <= p.rules.numbers; ++v) {
    if ((p.taken[side] >> v & 1) != 0) text += (text.empty() ? "" : ",") + std::to_string(v);
  }
  return text;
}

std::string seat_name(int seat) { return "seat " + std::to_string(seat + 1); }

// What a reveal shows and what comes of it; answers in a swap are secret.
std::string announce(const Position& before, Move move) {
  if (move >= trio::kKeep) return "answers the swap";
  Position after = before;
  trio::play(after, move);
  const char* end = after.taken != before.taken ? " takes the trio" : " no match";
  return fmt::format("{}={}{}", trio::move_text(move), trio::revealed_number(before, move),
                     after.shown == 0 ? end : "");
}

// The table as one seat sees it, in the notation that `trio advise` reads.
std::string view(const Position& p, int seat) {
  std::string text;
  for (int side = 0; side < p.rules.sides(); ++side) {
    const std::string trios = trios_text(p, side);
    text += fmt::format("{}{} {} has {}", side == 0 ? "" : "; ", p.rules.teams ? "team" : "seat",
                        side + 1, trios.empty() ? "no trio" : "taken " + trios);
  }
  return fmt::format("{}\n{}\n", text, trio::observation_text(trio::Observation(p, seat)));
}

std::string picture(const Position& p) {
  std::string text;
  for (int side = 0; side < p.rules.sides(); ++side) {
    const std::string trios = trios_text(p, side);
    text += fmt::format("{} {}: {}\n", p.rules.teams ? "team" : "seat", side + 1,
                        trios.empty() ? "no trio" : trios);
  }
  return text;
}

void add_details(const Position& start, const Position& end, Json& json) {
  json["deal"] = trio::deal_text(start);
  json["won_by"] = trio::win_text(end.win);
  if (end.status == trio::Status::won) json["winner"] = end.winner + 1;
}

void run(const Options& options, const Common& common) {
  const trio::Rules rules = trio::parse_rules(options.rules);
  PlayOptions play = options.play;
  if (play.seats.empty()) {
    play.seats = "human";
    for (int seat = 1; seat < rules.players; ++seat) play.seats += ",memory";
  }
  const Presentation<Trio> presentation{
      .picture = picture,
      .seat_name = seat_name,
      .view = view,
      .announce = announce,
      .verdict = [](const Position& end) { return fmt::format(" by {}", win_text(end.win)); },
      .details = add_details,
  };
  run_play<Trio>(play, common, Json{{"rules", trio::rules_text(rules)}}, rules.players,
                 presentation, trio::make_player, [&](int number) {
                   RandomStream cards(common.seed, static_cast<std::uint64_t>(number), kDealing);
                   PlayedGame<Trio> game;
                   game.start = game.end = options.deal.empty()
                                               ? trio::deal(rules, cards)
                                               : trio::parse_deal(rules, options.deal);
                   return game;
                 });
}

}  // namespace

void add_trio_play(CLI::App& trio) {
  CLI::App* command =
      trio.add_subcommand("play", "Plays games between people and players of the program");
  const auto common = add_common(*command);
  const auto options = std::make_shared<Options>();
  command->add_option("--rules", options->rules, kTrioRulesHelp)->capture_default_str();
  add_play_options(*command, options->play);
  command->add_option("--deal", options->deal,
                      "Cards like '1,1,2;2,3,3 1,2,3': hands, then the centre (default random)");
  command
      ->add_option("--max-moves", options->play.max_moves,
                   "Stop an undecided game after so many reveals")
      ->capture_default_str()
      ->check(CLI::Range(std::size_t{1}, std::size_t{10'000'000}));
  command->callback([common, options] { run(*options, *common); });
}

}  // namespace trilith::tools
