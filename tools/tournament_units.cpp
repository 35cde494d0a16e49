// Games with faults, and their replay.
#include "tools/tournament_units.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "engines/permutation.hpp"
#include "tools/entrants.hpp"
#include "tools/external_program.hpp"
#include "tools/make_seat.hpp"
#include "tools/othello_external.hpp"

namespace trilith::tools {
namespace {

// A run is given up when a program could not be started so often in a row.
constexpr int kMostFailedStarts = 5;

// A program of somebody else's or a player of ours.
template <Game G>
std::unique_ptr<players::Player<G>> make_entrant(const RulesOf<G>& rules, const std::string& spec,
                                                 const players::PlayerOptions& options) {
  if constexpr (std::is_same_v<G, othello::Othello>) {
    if (is_external(spec)) {
      if (rules.setup.variant != othello::Variant::standard) {
        throw UserError("external engines play standard Othello only");
      }
      return make_external(parse_external(spec));
    }
  }
  return make_seat<G>(rules, players::parse_spec(spec), options);
}

template <Game G>
typename G::Setup setup_of(const RulesOf<G>& rules) {
  if constexpr (std::is_same_v<G, othello::Othello>) {
    return rules.setup;
  } else if constexpr (std::is_same_v<G, trio::Trio>) {
    return rules.rules;
  } else {
    return {rules.rules.blocked};
  }
}

template <Game G>
std::vector<int> sides_of(const RulesOf<G>& rules) {
  std::vector<int> sides(static_cast<std::size_t>(rules.seats()));
  std::iota(sides.begin(), sides.end(), 0);
  if constexpr (std::is_same_v<G, trio::Trio>) {
    for (int seat = 0; seat < rules.seats(); ++seat) {
      sides[static_cast<std::size_t>(seat)] = rules.rules.side_of(seat);
    }
  }
  return sides;
}

template <Game G>
std::string picture_of([[maybe_unused]] const RulesOf<G>& rules, const typename G::Position& p) {
  if constexpr (std::is_same_v<G, othello::Othello>) {
    return othello::board_text(p, is_terminal(1));
  } else if constexpr (std::is_same_v<G, trio::Trio>) {
    return {};  // the notation is all there is
  } else {
    return otrio::board_text(p, rules.rules, is_terminal(1));
  }
}

template <Game G>
std::string svg_of(const RulesOf<G>& rules, const typename G::Position& p) {
  if constexpr (std::is_same_v<G, othello::Othello>) {
    return othello::board_svg(p);
  } else if constexpr (std::is_same_v<G, trio::Trio>) {
    return {};
  } else {
    return otrio::board_svg(p, rules.rules);
  }
}

// The players of one thread by (entrant, seat); an external engine is one for all seats.
template <Game G>
class Seats {
 public:
  Seats(const TournamentSettings& settings, const RulesOf<G>& rules)
      : settings_(&settings), rules_(&rules) {}

  players::Player<G>& at(std::size_t entrant, std::size_t seat) {
    const std::string& spec = settings_->entrants[entrant].spec;
    auto& player = players_[{entrant, is_external(spec) ? 0 : seat}];
    if (!player) {
      player = make_entrant<G>(*rules_, spec, {settings_->seed, static_cast<std::uint32_t>(seat)});
    }
    return *player;
  }
  bool external(std::size_t entrant) const {
    return std::is_same_v<G, othello::Othello> && is_external(settings_->entrants[entrant].spec);
  }
  int& failed_starts(std::size_t entrant) { return failed_starts_[entrant]; }

 private:
  const TournamentSettings* settings_;
  const RulesOf<G>* rules_;
  std::map<std::pair<std::size_t, std::size_t>, std::unique_ptr<players::Player<G>>> players_;
  std::map<std::size_t, int> failed_starts_;
};

template <Game G>
class UnitsOf : public TournamentUnits {
  using Position = typename G::Position;
  using Move = typename G::Move;

 public:
  UnitsOf(TournamentSettings settings, const RulesOf<G>& rules, Openings<G> openings)
      : settings_(std::move(settings)),
        rules_(rules),
        openings_(std::move(openings)),
        line_ups_(line_ups(settings_.entrants.size(), settings_.seats(),
                           settings_.format == "gauntlet")) {}

  const TournamentSettings& settings() const override { return settings_; }
  std::uint64_t units_per_round() const override { return line_ups_.size(); }
  std::uint64_t openings() const override { return openings_.list.size(); }

  UnitPlayer make_player() const override {
    auto seats = std::make_shared<Seats<G>>(settings_, rules_);
    return [this, seats](std::uint64_t unit) { return play(unit, *seats); };
  }

  ShownGame show(const LoggedUnit& unit, std::size_t number,
                 std::optional<std::size_t> ply) const override {
    const LoggedGame& game = unit.games.at(number);
    ShownGame shown;
    shown.moves = words_of(unit.opening);
    for (std::string& move : words_of(game.moves)) shown.moves.push_back(std::move(move));
    const std::size_t last = ply.value_or(shown.moves.size());
    if (last > shown.moves.size()) {
      throw UserError(fmt::format("ply {}: the game has {}", last, shown.moves.size()));
    }
    try {
      Position p = G::parse_position(setup_of(rules_), unit.start);
      for (std::size_t i = 0;; ++i) {
        if (i == last) {
          shown.position = G::position_text(p);
          shown.picture = picture_of(rules_, p);
          shown.svg = svg_of<G>(rules_, p);
        }
        if (i == shown.moves.size()) break;
        if (G::is_terminal(p)) throw UserError("goes on after its end");
        G::play(p, G::parse_move(p, shown.moves[i]));
      }
      check_end(p, game);
    } catch (const UserError& error) {
      throw CheckFailed(fmt::format("game {}.{}: {}", unit.unit, number + 1, error.what()));
    }
    return shown;
  }

 private:
  void check_end(const Position& p, const LoggedGame& game) const {
    if (game.finished != G::is_terminal(p)) {
      throw UserError(game.finished ? "ends before its end" : "is over but counts as unfinished");
    }
    if (!game.finished) return;
    const Payoff<G> payoff = G::payoff(p);
    if (!std::equal(game.payoff.begin(), game.payoff.end(), payoff.begin())) {
      throw UserError("has another result on the board");
    }
  }

  Position deal(std::uint64_t round) const {
    if constexpr (Chance<G>) {
      RandomStream random(settings_.seed, round, kDealStream);
      return G::deal(setup_of(rules_), random);
    } else {
      return rules_.start();
    }
  }

  LoggedUnit play(std::uint64_t unit, Seats<G>& seats) const {
    LoggedUnit logged;
    logged.unit = unit;
    logged.round = unit / line_ups_.size();
    Position start = deal(logged.round);
    logged.start = G::position_text(start);
    std::vector<Move> opening;
    if (!openings_.list.empty()) {
      opening =
          openings_.list[draw_without_repeats(openings_.list.size(), settings_.seed, logged.round)];
      Position p = start;
      for (const Move move : opening) {
        logged.opening += (logged.opening.empty() ? "" : " ") + G::move_text(p, move);
        G::play(p, move);
      }
    }
    const std::vector<std::size_t>& line_up = line_ups_[unit % line_ups_.size()];
    for (std::size_t rotation = 0; rotation < line_up.size(); ++rotation) {
      LoggedGame game;
      for (std::size_t seat = 0; seat < line_up.size(); ++seat) {
        game.seats.push_back(line_up[(seat + rotation) % line_up.size()]);
      }
      play_game(start, opening, unit * line_up.size() + rotation, seats, game);
      logged.games.push_back(std::move(game));
    }
    return logged;
  }

  // A player that fails loses the game, the others win it.
  void play_game(const Position& start, const std::vector<Move>& opening, std::uint64_t number,
                 Seats<G>& seats, LoggedGame& game) const {
    std::optional<std::size_t> failed;  // seat
    const auto guarded = [&](std::size_t seat, auto&& action) {
      if (failed) return;
      try {
        action(seats.at(game.seats[seat], seat));
      } catch (const ProgramFault& fault) {
        failed = seat;
        game.faults.push_back(
            {game.seats[seat], std::string(fault_text(fault.kind)), fault.detail});
        count_start(seats, game.seats[seat], fault.kind != ProgramFault::Kind::start);
      }
    };
    Position p = start;
    for (const Move move : opening) G::play(p, move);
    for (std::size_t seat = 0; seat < game.seats.size(); ++seat) {
      // An external engine hears of a game from its first move on.
      if (!seats.external(game.seats[seat])) {
        guarded(seat, [&](auto& player) { player.start(p, number); });
        continue;
      }
      guarded(seat, [&](auto& player) {
        player.start(start, number);
        count_start(seats, game.seats[seat], true);
        Position q = start;
        for (const Move move : opening) {
          const Position before = q;
          G::play(q, move);
          player.played(before, move);
        }
      });
    }
    game.plies = opening.size();
    while (!failed && !G::is_terminal(p) && game.plies < settings_.max_moves) {
      const auto due = static_cast<std::size_t>(G::side_to_move(p));
      Move move{};
      guarded(due, [&](auto& player) { move = player.choose(p); });
      if (failed) break;
      const Position before = p;
      game.moves += (game.moves.empty() ? "" : " ") + G::move_text(p, move);
      ++game.plies;
      G::play(p, move);
      for (std::size_t seat = 0; seat < game.seats.size() && !G::is_terminal(p); ++seat) {
        guarded(seat, [&](auto& player) { player.played(before, move); });
      }
    }
    game.finished = !failed && G::is_terminal(p);
    game.payoff.assign(game.seats.size(), 0);
    if (failed) {
      game.payoff.assign(game.seats.size(), G::max_payoff);
      game.payoff[*failed] = -G::max_payoff;
    } else if (game.finished) {
      const Payoff<G> payoff = G::payoff(p);
      std::copy_n(payoff.begin(), game.payoff.size(), game.payoff.begin());
    }
  }

  void count_start(Seats<G>& seats, std::size_t entrant, bool good) const {
    int& failures = seats.failed_starts(entrant);
    failures = good ? 0 : failures + 1;
    if (failures >= kMostFailedStarts) {
      throw UserError(fmt::format(
          "player '{}': its program could not be started {} times in a row; when it can be, the "
          "same command goes on",
          settings_.entrants[entrant].name, failures));
    }
  }

  TournamentSettings settings_;
  RulesOf<G> rules_;
  Openings<G> openings_;
  std::vector<std::vector<std::size_t>> line_ups_;
};

}  // namespace

std::unique_ptr<const TournamentUnits> make_tournament_units(const TournamentPlan& plan) {
  return visit_rules(
      plan.game, plan.rules,
      [&]<Game G>(G, const RulesOf<G>& rules) -> std::unique_ptr<const TournamentUnits> {
        Openings<G> openings = make_openings<G>(plan.openings, rules);
        TournamentSettings settings{
            plan.game,      rules.text(),       plan.gauntlet ? "gauntlet" : "round-robin",
            openings.text,  plan.seed,          plan.max_moves,
            plan.entrants,  sides_of<G>(rules), G::max_payoff,
            plan.hypotheses};
        if (plan.hypotheses && (plan.entrants.size() != 2 || !settings.pairs())) {
          throw UserError("a sequential test is for a match of two players in a game for two");
        }
        if (plan.entrants.size() < 2) {
          throw UserError("players: a tournament needs at least two");
        }
        for (const Entrant& entrant : plan.entrants) {
          const auto player = make_entrant<G>(rules, entrant.spec, {plan.seed, 0});
          if constexpr (std::is_same_v<G, othello::Othello>) {
            if (!is_external(entrant.spec)) continue;
            try {
              player->start(rules.start(), 0);
            } catch (const ProgramFault& fault) {
              throw UserError(fmt::format("player '{}': {}", entrant.name, fault.detail));
            }
          }
        }
        return std::make_unique<UnitsOf<G>>(std::move(settings), rules, std::move(openings));
      });
}

std::unique_ptr<const TournamentUnits> units_of_log(const TournamentSettings& settings) {
  return visit_rules(
      settings.game, settings.rules,
      [&]<Game G>(G, const RulesOf<G>& rules) -> std::unique_ptr<const TournamentUnits> {
        if (sides_of<G>(rules) != settings.sides || G::max_payoff != settings.max_payoff) {
          throw UserError(fmt::format("rules {} have other seats", settings.rules));
        }
        return std::make_unique<UnitsOf<G>>(settings, rules, Openings<G>{settings.openings, {}});
      });
}

}  // namespace trilith::tools
