// Openings, players and games of self-play.
#include "tools/selfplay_units.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "engines/error.hpp"
#include "engines/permutation.hpp"
#include "tools/common.hpp"
#include "tools/exact_values.hpp"
#include "tools/game_openings.hpp"
#include "tools/game_record.hpp"
#include "tools/game_rules.hpp"
#include "tools/make_seat.hpp"

namespace trilith::tools {
namespace {

// Of a game's random numbers the stream that draws moves; see also kDealStream.
constexpr std::uint32_t kMoveStream = 0x6d6f;

template <Game G>
class UnitsOf : public SelfplayUnits {
  using Position = typename G::Position;
  using Move = typename G::Move;

 public:
  UnitsOf(const SelfplayPlan& plan, const RulesOf<G>& rules)
      : plan_(plan), rules_(rules), openings_(make_openings<G>(plan.openings, rules)) {
    if (plan.players.size() != static_cast<std::size_t>(rules.seats())) {
      throw UserError(fmt::format("players: {} for the {} seats of rules {}", plan.players.size(),
                                  rules.seats(), rules.text()));
    }
    if (plan.exact > 0 && !ExactSolver<G>::supported) {
      throw UserError(
          fmt::format("--exact: there are no exact values under rules {}", rules.text()));
    }
    for (const players::Spec& spec : plan.players) {
      value_units_.emplace_back(make_seat<G>(rules, spec, {})->value_unit());
    }
  }

  std::string openings_text() const override { return openings_.text; }
  std::uint64_t openings() const override { return openings_.list.size(); }
  std::vector<std::string> value_units() const override { return value_units_; }

  UnitPlayer make_player() const override {
    struct Thread {
      std::vector<std::unique_ptr<players::Player<G>>> players;
      ExactSolver<G> solver;
    };
    auto thread = std::make_shared<Thread>(Thread{{}, ExactSolver<G>(rules_, plan_.exact)});
    for (std::size_t p = 0; p < plan_.players.size(); ++p) {
      thread->players.push_back(
          make_seat<G>(rules_, plan_.players[p], {plan_.seed, static_cast<std::uint32_t>(p)}));
    }
    return [this, thread](std::uint64_t unit) {
      std::vector<RecordedGame> games;
      const std::uint64_t count = plan_.games_per_unit();
      for (std::uint64_t rotation = 0; rotation < count; ++rotation) {
        games.push_back(play(unit, rotation, unit * count + rotation, *thread));
      }
      return unit_text(games);
    };
  }

 private:
  template <class Thread>
  RecordedGame play(std::uint64_t unit, std::uint64_t rotation, std::uint64_t number,
                    Thread& thread) const {
    RecordedGame game;
    game.game = number;
    Position p = first_position(unit, game);
    std::vector<Position> positions;  // before every ply
    const auto made = [&](RecordedPly ply) {
      if (!game.moves.empty()) game.moves += ' ';
      game.moves += G::move_text(p, ply.move);
      positions.push_back(p);
      game.plies.push_back(std::move(ply));
      G::play(p, game.plies.back().move);
    };
    if (!openings_.list.empty()) {
      for (const Move move : openings_.list[game.opening]) {
        made({.move = move, .source = Source::opening});
      }
    }
    const std::size_t seats = plan_.players.size();
    std::vector<players::Player<G>*> seated;
    for (std::size_t seat = 0; seat < seats; ++seat) {
      game.players.push_back(static_cast<int>((seat + rotation) % seats));
      seated.push_back(thread.players[game.players.back()].get());
      seated.back()->start(p, number);
    }
    RandomStream random(plan_.seed, number, kMoveStream);
    const std::size_t opening_plies = game.plies.size();
    while (!G::is_terminal(p) && game.plies.size() < plan_.max_plies) {
      const bool may_be_random =
          plan_.random_until == 0 || game.plies.size() - opening_plies < plan_.random_until;
      const Position before = p;
      made(choose(p, may_be_random ? plan_.random_moves : 0, random, *seated[G::side_to_move(p)]));
      for (players::Player<G>* player : seated) player->played(before, game.plies.back().move);
    }
    game.finished = G::is_terminal(p);
    Payoff<G> payoff{};
    if (game.finished) payoff = G::payoff(p);
    game.result.assign(payoff.begin(), payoff.begin() + static_cast<std::ptrdiff_t>(seats));
    if (plan_.exact > 0) {
      // From the end, so that the solver's table already knows what comes later.
      for (std::size_t i = positions.size(); i-- > 0;) {
        const std::optional<ExactValue> value = thread.solver.solve(positions[i]);
        if (!value) continue;
        game.plies[i].exact = value->value;
        game.plies[i].exact_plies = value->plies;
      }
    }
    return game;
  }

  Position first_position(std::uint64_t unit, RecordedGame& game) const {
    if constexpr (Chance<G>) {
      RandomStream deal(plan_.seed, unit, kDealStream);
      const Position start = G::deal(rules_.rules, deal);
      game.opening = unit;
      game.start = trio::deal_text(start);
      return start;
    } else {
      game.opening = draw_without_repeats(openings_.list.size(), plan_.seed, unit);
      return rules_.start();
    }
  }

  RecordedPly choose(const Position& p, double random_moves, RandomStream& random,
                     players::Player<G>& player) const {
    MoveList<G> moves;
    G::legal_moves(p, moves);
    // Players of hidden games are asked even then: what they remember may depend on it.
    if (moves.size() == 1 && !Hidden<G>) return {.move = moves[0], .source = Source::forced};
    if (random_moves > 0 && random.unit_interval() < random_moves) {
      return {.move = moves[random.below(static_cast<std::uint32_t>(moves.size()))],
              .source = Source::random};
    }
    RecordedPly ply{.move = player.choose(p), .source = Source::player};
    const players::Thought<G> thought = player.thought();
    if (thought.value) ply.value = static_cast<float>(*thought.value);
    ply.exact = thought.exact;
    if (plan_.visits) {
      for (const auto& [move, visits] : thought.visits) {
        if (visits == 0) continue;
        ply.visits.emplace_back(
            move, static_cast<std::uint32_t>(std::min<std::uint64_t>(visits, 0xffffffff)));
      }
    }
    return ply;
  }

  const SelfplayPlan& plan_;
  RulesOf<G> rules_;
  Openings<G> openings_;
  std::vector<std::string> value_units_;
};

}  // namespace

std::uint64_t SelfplayPlan::games_per_unit() const {
  const std::size_t seats = players.size();
  for (std::size_t period = 1; period < seats; ++period) {
    bool same = true;
    for (std::size_t i = 0; i < seats; ++i) same &= players[i] == players[(i + period) % seats];
    if (same) return period;
  }
  return seats;
}

std::unique_ptr<const SelfplayUnits> make_selfplay_units(const SelfplayPlan& plan) {
  return visit_rules(
      plan.game, plan.rules,
      [&]<class G>(G, const RulesOf<G>& rules) -> std::unique_ptr<const SelfplayUnits> {
        return std::make_unique<UnitsOf<G>>(plan, rules);
      });
}

}  // namespace trilith::tools
