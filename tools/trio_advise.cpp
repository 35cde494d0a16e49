// `trilith trio advise`: every reveal with its exact chance, what it gives away and its win share.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "engines/error.hpp"
#include "engines/trio/notation.hpp"
#include "solvers/trio/advice.hpp"
#include "tools/common.hpp"
#include "tools/trio.hpp"

namespace trilith::tools {
namespace {

struct Options {
  std::string observation;
  std::string rules = "3,simple";
  std::int64_t deals = 5000;
  double level = 0.95;
};

void run(const Options& options, const Common& common) {
  if (!(options.level > 0 && options.level < 1)) {
    throw UserError("--level: a number between 0 and 1 is right, as in 0.95");
  }
  const trio::Rules rules = trio::parse_rules(options.rules);
  const trio::Observation seen = trio::parse_observation(rules, options.observation);
  if (seen.table().asked != 0) {
    throw UserError("observation '" + options.observation +
                    "': a swap is under way; advice is on reveals");
  }
  if (seen.table().turn != seen.seat()) {
    throw UserError("observation '" + options.observation + "': it is the turn of seat " +
                    std::to_string(seen.table().turn + 1) + ", not of the observing seat");
  }
  std::vector<trio::RevealAdvice> moves =
      trio::advise(seen, options.deals, options.level, common.seed, common.threads);
  const auto best = [&](auto less) {
    return std::max_element(moves.begin(), moves.end(), less)->move;
  };
  const trio::Move best_chance =
      best([](const auto& a, const auto& b) { return a.chance < b.chance; });
  const trio::Move best_share = best([](const auto& a, const auto& b) {
    return std::pair(!a.dropped, a.win_share) < std::pair(!b.dropped, b.win_share);
  });
  std::stable_sort(moves.begin(), moves.end(), [](const auto& a, const auto& b) {
    return std::pair(!a.dropped, a.win_share) > std::pair(!b.dropped, b.win_share);
  });
  if (common.json) {
    Json list = Json::array();
    for (const trio::RevealAdvice& m : moves) {
      list.push_back({{"move", trio::move_text(m.move)},
                      {"chance", m.chance.get_d()},
                      {"chance_fraction", m.chance.get_str()},
                      {"bits", m.bits},
                      {"win_share", m.win_share},
                      {"low", m.low},
                      {"high", m.high},
                      {"deals", m.deals},
                      {"tried_as", trio::move_text(m.tried_as)},
                      {"dropped", m.dropped}});
    }
    print_json({{"rules", trio::rules_text(rules)},
                {"observation", trio::observation_text(seen)},
                {"level", options.level},
                {"best_chance", trio::move_text(best_chance)},
                {"best_share", trio::move_text(best_share)},
                {"moves", std::move(list)}});
    return;
  }
  fmt::print("{:<8} {:>12} {:>8} {:>10}  {:^18} {:>7}\n", "reveal", "trio chance", "bits",
             "win share", "interval", "deals");
  for (const trio::RevealAdvice& m : moves) {
    fmt::print("{:<8} {:>12.9f} {:>8.3f} {:>10.4f}  [{:.4f}, {:.4f}]  {:>7}{}{}\n",
               trio::move_text(m.move), m.chance.get_d(), m.bits, m.win_share, m.low, m.high,
               m.deals, m.dropped ? "  worse" : "",
               m.tried_as != m.move ? "  as " + trio::move_text(m.tried_as) : "");
  }
  fmt::print("best for a trio this turn: {}; most wins: {}\n", trio::move_text(best_chance),
             trio::move_text(best_share));
}

}  // namespace

void add_trio_advise(CLI::App& trio) {
  CLI::App* command = trio.add_subcommand(
      "advise", "Every reveal: exact chance of a trio this turn, information, win share");
  const auto common = add_common(*command);
  const auto options = std::make_shared<Options>();
  command
      ->add_option(
          "observation", options->observation,
          "Like '@1 1 |1,2,3|;2|?,?|5;|?,?,?| ?,4!,.,? -;3;-': the observing seat, the turn, "
          "hands as shown low|middle|shown high, centre, trios taken")
      ->required();
  command->add_option("--rules", options->rules, kTrioRulesHelp)->capture_default_str();
  command->add_option("--deals", options->deals, "Sampled deals at most")
      ->capture_default_str()
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000}));
  command->add_option("--level", options->level, "Probability that all intervals hold")
      ->capture_default_str();
  command->callback([common, options] { run(*options, *common); });
}

}  // namespace trilith::tools
