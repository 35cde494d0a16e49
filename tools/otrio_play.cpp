// `trilith otrio play`: games between people and players of the program.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>

#include "engines/otrio/game.hpp"
#include "solvers/otrio/players.hpp"
#include "solvers/otrio/solver.hpp"
#include "tools/commands.hpp"
#include "tools/common.hpp"
#include "tools/play_loop.hpp"

namespace trilith::tools {

namespace {

std::string value_text(const otrio::Value& value) {
  if (value.outcome == otrio::Outcome::draw) return "a draw";
  return fmt::format("a {} in {}", otrio::outcome_text(value.outcome), value.plies);
}

// Says how moves change the value for who makes them.
class Hints {
 public:
  explicit Hints(const otrio::Rules& rules) : solver_(rules, kTableBytes) {}

  Comment about(const otrio::Position& before, otrio::Move move) {
    const otrio::Rules& rules = solver_.rules();
    const otrio::Solution had = solve(before, true);
    otrio::Position p = before;
    otrio::play(p, move, rules.placement, otrio::colours(rules.players));
    const int score = otrio::score_of_value(solve(p, false).value);
    const otrio::Value got = otrio::value_of_score(otrio::parent_score(score));
    std::string best;
    Json best_moves = Json::array();
    for (const otrio::Move good : had.best_moves) {
      best += " " + otrio::move_text(good);
      best_moves.push_back(otrio::move_text(good));
    }
    const std::string text =
        got == had.value
            ? fmt::format("keeps {}", value_text(had.value))
            : fmt::format("{} became {}; best was{}", value_text(had.value), value_text(got), best);
    return {text,
            {{"move", otrio::move_text(move)},
             {"value", otrio::outcome_text(had.value.outcome)},
             {"plies", had.value.plies},
             {"best_moves", std::move(best_moves)},
             {"value_after", otrio::outcome_text(got.outcome)},
             {"plies_after", got.plies}}};
  }

 private:
  static constexpr std::size_t kTableBytes = std::size_t{256} << 20;

  otrio::Solution solve(const otrio::Position& p, bool best_moves) {
    otrio::SolveOptions options;
    options.best_moves = best_moves;
    options.pv = false;
    options.known = otrio::EarlyTable::shipped(solver_.rules());
    options.limits.interrupt = &interrupted();
    otrio::Solution solution = solver_.solve(p, options);
    if (!solution.complete) throw Interrupted{"interrupted during a game"};
    return solution;
  }

  otrio::Solver solver_;
};

}  // namespace

void add_otrio_play(CLI::App& otrio) {
  struct Options {
    PlayOptions play{.seats = "human,mcts"};
    std::string rules = "nested,none,pairs";
    std::string position;
    bool hints = false;
  };
  CLI::App* command =
      otrio.add_subcommand("play", "Plays games between people and players of the program");
  const auto common = add_common(*command);
  const auto options = std::make_shared<Options>();
  command->add_option("position", options->position, "Start from this position");
  command->add_option("--rules", options->rules, "Rule set placement,blocked,players")
      ->capture_default_str();
  add_play_options(*command, options->play);
  command->add_flag("--hints", options->hints,
                    "Tell after every move how the exact value changed (two players)");
  command->callback([common, options, seats_given = command->get_option("--seats")] {
    const otrio::Rules rules = otrio::parse_rules(options->rules);
    const int count = otrio::seats(rules.players);
    if (seats_given->empty()) {
      for (int seat = 2; seat < count; ++seat) options->play.seats += ",mcts";
    }
    otrio::visit(rules, [&]<class G>(G) {
      PlayedGame<G> game;
      game.start = game.end = options->position.empty()
                                  ? otrio::empty_board(rules)
                                  : otrio::parse_position(rules, options->position);
      Presentation<G> presentation{
          .picture =
              [&](const otrio::Position& p) { return otrio::board_text(p, rules, is_terminal(1)); },
          .seat_name =
              [](int seat) {
                std::string letters(1, otrio::kColourLetters[seat]);
                if (G::players == otrio::Players::pairs) {
                  letters += otrio::kColourLetters[seat + 2];
                }
                return "seat " + std::to_string(seat + 1) + " " + letters;
              },
          .resume =
              [&](otrio::Position p, const std::vector<otrio::Move>& moves) {
                for (const otrio::Move move : moves) G::play(p, move);
                return fmt::format("'{}' --rules {}", otrio::position_text(p),
                                   otrio::rules_text(rules));
              },
      };
      std::optional<Hints> hints;
      if (options->hints) {
        hints.emplace(rules);
        presentation.comment = [&](const otrio::Position& before, otrio::Move move) {
          return hints->about(before, move);
        };
      }
      run_play<G>(
          options->play, *common, Json{{"rules", otrio::rules_text(rules)}}, count, presentation,
          [&](const players::Spec& spec, const players::PlayerOptions& player) {
            return otrio::make_player<G>(rules, spec, player);
          },
          [&](int) { return game; });
    });
  });
}

}  // namespace trilith::tools
