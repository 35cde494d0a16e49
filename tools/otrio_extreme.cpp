// `trilith otrio extreme`: matches to a number of points, with the penalty for who could have
// blocked.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engines/otrio/extreme.hpp"
#include "engines/otrio/game.hpp"
#include "solvers/otrio/players.hpp"
#include "tools/commands.hpp"
#include "tools/common.hpp"
#include "tools/play_loop.hpp"

namespace trilith::tools {
namespace {

constexpr std::size_t kMostMoves = 1000;  // far more than a game has

struct Options {
  std::string seats = "mcts";
  std::string rules = "nested,none,4";
  int points = 5;
  int max_games = 100;
};

Json one_based(const std::optional<int>& seat) { return seat ? Json(*seat + 1) : Json(nullptr); }

// Seat s of the match sits at place (s - first) of a game, so the starting seat rotates.
template <class G>
void play_match(const Options& options, const Common& common, const otrio::Rules& rules) {
  constexpr int kSeats = G::max_seats;
  const std::vector<players::Spec> specs = read_seats(options.seats, kSeats);
  const Presentation<G> presentation{
      .picture =
          [&](const otrio::Position& p) { return otrio::board_text(p, rules, is_terminal(1)); },
      .seat_name = [](int place) { return fmt::format("colour {}", otrio::kColourLetters[place]); },
  };
  const bool people = std::any_of(specs.begin(), specs.end(),
                                  [](const players::Spec& spec) { return spec.kind == "human"; });
  otrio::ExtremeScore score(kSeats, options.points);
  const auto totals_text = [&] {
    std::string text;
    for (const int total : score.totals()) text += fmt::format(" {:+4d}", total);
    return text;
  };
  int number = 0;
  for (; number < options.max_games && !score.match_winner(); ++number) {
    const int first = number % kSeats;
    std::vector<std::unique_ptr<players::Player<G>>> places;
    for (int place = 0; place < kSeats; ++place) {
      const int seat = (first + place) % kSeats;
      if (specs[seat].kind == "human") {
        players::OptionReader(specs[seat]).finish();
        places.push_back(std::make_unique<HumanPlayer<G>>(place, presentation, !common.json));
      } else {
        places.push_back(otrio::make_player<G>(
            rules, specs[seat], {common.seed, static_cast<std::uint32_t>(seat), &interrupted()}));
      }
    }
    PlayedGame<G> game;
    game.start = game.end = otrio::empty_board(rules);
    play_game<G>(game, static_cast<std::uint64_t>(number), places, kMostMoves, presentation,
                 [&](const otrio::Position& before, const otrio::Move& move) {
                   if (!people || common.json || common.quiet) return;
                   const int place = G::side_to_move(before);
                   fmt::print("{} (seat {}): {}\n", presentation.seat_name(place),
                              (first + place) % kSeats + 1, G::move_text(before, move));
                   std::fflush(stdout);
                 });
    if (game.left) throw Interrupted{fmt::format("the match was left in game {}", number + 1)};
    const auto seat_of_colour = [&](int colour) { return (first + G::seat_of(colour)) % kSeats; };
    std::optional<int> winner;
    std::optional<int> penalty;
    if (game.end.status == otrio::Status::won) {
      winner = seat_of_colour((game.end.due + G::colours - 1) % G::colours);
    }
    if (const auto colour = otrio::colour_to_blame(rules, game.moves)) {
      penalty = seat_of_colour(*colour);
    }
    score.add(winner, penalty);
    if (common.json) {
      print_json({{"rules", otrio::rules_text(rules)},
                  {"game", number + 1},
                  {"first", first + 1},
                  {"moves", move_texts(game, presentation)},
                  {"winner", one_based(winner)},
                  {"penalty", one_based(penalty)},
                  {"totals", score.totals()}});
    } else if (!common.quiet) {
      fmt::print("game {:3}  seat {} first  {}{}  totals{}\n", number + 1, first + 1,
                 winner ? fmt::format("seat {} wins", *winner + 1) : std::string("draw       "),
                 penalty  ? fmt::format(", seat {} could block", *penalty + 1)
                 : winner ? std::string(", nobody could block ")
                          : std::string(21, ' '),
                 totals_text());
    }
  }
  const std::optional<int> winner = score.match_winner();
  if (common.json) {
    Json seats = Json::array();
    for (const players::Spec& spec : specs) seats.push_back(spec.text());
    print_json({{"match_winner", one_based(winner)},
                {"games", number},
                {"points", options.points},
                {"seats", seats},
                {"totals", score.totals()}});
    return;
  }
  if (winner) {
    fmt::print("seat {} ({}) wins the match after {} games, totals{}\n", *winner + 1,
               specs[*winner].text(), number, totals_text());
  } else {
    fmt::print("nobody reached {} points in {} games, totals{}\n", options.points, number,
               totals_text());
  }
}

}  // namespace

void add_otrio_extreme(CLI::App& otrio) {
  CLI::App* command =
      otrio.add_subcommand("extreme", "Plays matches to five points with penalties");
  const auto common = add_common(*command);
  const auto options = std::make_shared<Options>();
  command->add_option("--rules", options->rules, "Rule set placement,blocked,players")
      ->capture_default_str();
  command->add_option("--seats", options->seats, kSeatsHelp)->capture_default_str();
  command->add_option("--points", options->points, "Points that win the match")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command
      ->add_option("--max-games", options->max_games, "Ends an endless match (draws score nothing)")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command->callback([common, options] {
    const otrio::Rules rules = otrio::parse_rules(options->rules);
    otrio::visit(rules, [&]<class G>(G) { play_match<G>(*options, *common, rules); });
  });
}

}  // namespace trilith::tools
