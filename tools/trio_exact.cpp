// `trilith trio exact`: closed forms, full solutions of small decks, exact beliefs.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <optional>

#include "engines/error.hpp"
#include "engines/trio/belief.hpp"
#include "engines/trio/notation.hpp"
#include "solvers/trio/deal_odds.hpp"
#include "solvers/trio/estimate.hpp"
#include "solvers/trio/solve.hpp"
#include "tools/trio.hpp"
#include "tools/trio_report.hpp"

namespace trilith::tools {
namespace {

constexpr std::size_t kMostDeals = 20'000;   // for whole games and small trees
constexpr std::size_t kMostNodes = 200'000;  // observations of a best response
constexpr std::size_t kMostHands = 400'000;  // for the first turn
constexpr std::uint64_t kSampledGames = 30'000;
constexpr double kLevel = 0.95;

struct Options {
  std::string rules = "3,simple";
  std::string observation;
  std::vector<int> turns;
};

// Prints one quantity per line, exact ones with their fraction.
class Rows {
 public:
  explicit Rows(bool json) : json_(json) {}

  void exact(const std::string& name, const mpq_class& value) {
    const std::string fraction = value.get_str();
    if (json_) {
      print_json(
          {{"name", name}, {"method", "exact"}, {"value", value.get_d()}, {"fraction", fraction}});
      return;
    }
    const std::string shown = fraction.size() <= 60 ? fraction : "a long fraction (--json)";
    fmt::print("{:<48} {:>18.12g}  exact  {}\n", name, value.get_d(), shown);
  }

  void sampled(const std::string& name, const trio::Estimate& e, std::uint64_t games) {
    if (json_) {
      print_json({{"name", name},
                  {"method", "sampled"},
                  {"value", e.mean},
                  {"low", e.low},
                  {"high", e.high},
                  {"level", kLevel},
                  {"games", games}});
      return;
    }
    fmt::print("{:<48} {:>18.12g}  sampled  [{:.5g}, {:.5g}], {} games\n", name, e.mean, e.low,
               e.high, games);
  }

  void left_out(const std::string& name, const std::string& why) {
    if (json_) {
      print_json({{"name", name}, {"method", "none"}, {"why", why}});
    } else {
      fmt::print("{:<48} {}\n", name, why);
    }
  }

 private:
  bool json_;
};

void deal_rows(const trio::Rules& rules, Rows& rows) {
  const std::string seven = std::to_string(rules.seven);
  rows.exact("seat 1 holds every " + seven, trio::hand_holds_number(rules));
  rows.exact("centre holds every " + seven, trio::centre_holds_number(rules));
  rows.exact("seat 1 holds at least one full trio", trio::hand_holds_some_trio(rules));
  rows.exact("expected distinct numbers in a hand", trio::expected_distinct_numbers(rules));
  rows.exact("lowest card of a hand is 1", trio::lowest_is_one(rules));
  rows.exact("own hand has a 1 or a " + std::to_string(rules.numbers),
             trio::hand_has_an_extreme(rules));
  for (int number = 1; number <= rules.numbers; ++number) {
    rows.exact("all-knowing starter can complete " + std::to_string(number),
               trio::completable(rules, number));
  }
  rows.exact("expected numbers it can complete", trio::expected_completable(rules));
  rows.exact("random reveals make a trio in the first turn", trio::random_turn_succeeds(rules));
}

void first_turn_rows(const trio::Rules& rules, int threads, Rows& rows) {
  const auto first = trio::solve_first_turn(rules, kMostHands, threads);
  if (!first) {
    rows.left_out("best first turn knowing one's own hand", "too many hands");
    return;
  }
  rows.exact("best first turn knowing one's own hand", first->best);
  rows.exact("best first reveal is an opponent's end", first->opponent_end);
  rows.exact("best first reveal is one's own end", first->own_end);
  rows.exact("best first reveal is a centre card", first->centre);
  rows.exact("best first turn going only for " + std::to_string(rules.seven), first->best_seven);
}

// Exact when the deck is small, otherwise sampled.
void random_game_rows(const trio::Rules& rules, const Common& common, Rows& rows) {
  const std::string side = rules.teams ? "team " : "seat ";
  if (const auto games = trio::solve_random_games(rules, kMostDeals)) {
    for (std::size_t s = 0; s < games->wins.size(); ++s) {
      rows.exact("random games: " + side + std::to_string(s + 1) + " wins", games->wins[s]);
    }
    rows.exact("random games: turns", games->turns);
    rows.exact("random games: won by the " + std::to_string(rules.seven), games->by_seven);
    rows.exact("random games: drawn", games->drawn);
    return;
  }
  const std::vector<trio::LineUp> line_ups = {trio::parse_line_up("random", rules.players)};
  const trio::Pilot pilot = trio::run_pilot(rules, line_ups, common.seed);
  const trio::Experiment experiment(rules, line_ups, common.seed, pilot.max_turns);
  trio::Estimates estimates(experiment, kLevel, pilot.guesses);
  montecarlo::run_chunks(experiment, 0, common.threads, [&](const auto& chunk) {
    estimates.add(chunk);
    return estimates.games(0) < kSampledGames && !interrupted();
  });
  for (std::size_t k = 0; k < experiment.statistics(); ++k) {
    rows.sampled("random games: " + experiment.described()[k].name, estimates.estimate(k),
                 estimates.games(0));
  }
}

void small_tree_rows(const trio::Rules& rules, const std::vector<int>& turns, Rows& rows) {
  for (const int t : turns) {
    const std::string name =
        "best response to random play wins within " + std::to_string(t) + " turns";
    if (const auto value = trio::best_response(rules, t, kMostNodes)) {
      rows.exact(name, *value);
    } else {
      rows.left_out(name, "too many observations");
    }
  }
  if (const auto control = trio::solve_open_control(rules, kMostDeals)) {
    rows.exact("open-card starter believes it completes a trio", control->believed);
    rows.exact("open-card starter completes a trio", control->achieved);
  } else {
    rows.left_out("open-card starter", "too many deals");
  }
}

// What an observation leaves open.
void belief_rows(const trio::Observation& seen, bool json) {
  const trio::Belief belief(seen);
  const trio::Belief::Ends ends = belief.ends();
  const mpz_class total = trio::to_mpz(belief.total());
  const trio::Table& table = seen.table();
  const auto chances = [&](const trio::Belief::Weights& weights, int copies) {
    Json list = Json::array();
    for (int v = 1; v <= table.rules.numbers; ++v) {
      mpq_class chance(trio::to_mpz(weights[v]), total * copies);
      chance.canonicalize();
      list.push_back({{"number", v}, {"chance", chance.get_d()}, {"fraction", chance.get_str()}});
    }
    return list;
  };
  Json cards = Json::array();
  for (int seat = 0; seat < table.rules.players; ++seat) {
    if (table.hands[seat].hidden() == 0) continue;
    cards.push_back({{"card", trio::move_text(trio::low_move(seat))},
                     {"numbers", chances(ends.lowest[seat], 1)}});
    cards.push_back({{"card", trio::move_text(trio::high_move(seat))},
                     {"numbers", chances(ends.highest[seat], 1)}});
  }
  if (belief.centre_unknown() > 0) {
    cards.push_back({{"card", "unknown centre card"},
                     {"numbers", chances(ends.centre, belief.centre_unknown())}});
  }
  if (json) {
    print_json({{"rules", trio::rules_text(table.rules)},
                {"observation", trio::observation_text(seen)},
                {"deals", belief.deals()},
                {"cards", std::move(cards)}});
    return;
  }
  fmt::print("{} deals fit\n{:<20}", belief.deals(), "number");
  for (int v = 1; v <= table.rules.numbers; ++v) fmt::print(" {:>7}", v);
  fmt::print("\n");
  for (const Json& card : cards) {
    fmt::print("{:<20}", card.at("card").get<std::string>());
    for (const Json& number : card.at("numbers")) {
      fmt::print(" {:>7.5f}", number.at("chance").get<double>());
    }
    fmt::print("\n");
  }
}

void run(const Options& options, const Common& common) {
  const trio::Rules rules = trio::parse_rules(options.rules);
  if (!options.observation.empty()) {
    belief_rows(trio::parse_observation(rules, options.observation), common.json);
    return;
  }
  std::vector<int> turns = options.turns;
  if (turns.empty()) turns.push_back(1);
  Rows rows(common.json);
  if (!common.json) fmt::print("rules {}\n", trio::rules_text(rules));
  deal_rows(rules, rows);
  std::cout << std::flush;
  first_turn_rows(rules, common.threads, rows);
  random_game_rows(rules, common, rows);
  small_tree_rows(rules, turns, rows);
}

}  // namespace

void add_trio_exact(CLI::App& trio) {
  CLI::App* command = trio.add_subcommand(
      "exact", "Closed forms, full solutions of small decks (sampled when large), exact beliefs");
  const auto common = add_common(*command);
  const auto options = std::make_shared<Options>();
  command->add_option("--rules", options->rules, kTrioRulesHelp)->capture_default_str();
  command->add_option("--observation", options->observation,
                      "Count the deals that fit this and give the chances of its unknown cards");
  command
      ->add_option("--turns", options->turns,
                   "Horizons of the best response to random play (default 1)")
      ->check(CLI::Range(1, 99))
      ->delimiter(',');
  command->callback([common, options] { run(*options, *common); });
}

}  // namespace trilith::tools
