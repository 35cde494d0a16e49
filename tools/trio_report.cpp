// Tables and pictures of estimates.
#include "tools/trio_report.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace trilith::tools {
namespace {

using trio::Estimate;
using trio::Estimates;
using trio::Experiment;
using trio::Statistic;

bool is_share(const Statistic& statistic) {
  return statistic.name.starts_with("seat") || statistic.name.starts_with("team") ||
         statistic.name.starts_with("player");
}

std::string label(const Experiment& experiment, const Statistic& statistic) {
  const auto line_up = static_cast<std::size_t>(statistic.line_up);
  if (statistic.name.starts_with("player ")) {
    const auto player = static_cast<std::size_t>(statistic.name.back() - '1');
    return statistic.name + ' ' + trio::player_text(experiment.line_ups()[line_up][player]);
  }
  return statistic.name;
}

}  // namespace

std::string estimate_table(const Experiment& experiment, const Estimates& estimates, double level,
                           std::uint64_t seed) {
  std::string text = fmt::format("rules {}  seed {}  {} deals\n",
                                 trio::rules_text(experiment.rules()), seed, estimates.blocks());
  const auto row = [&](std::size_t k) {
    const Statistic& statistic = experiment.described()[k];
    const Estimate e = estimates.estimate(k);
    text += fmt::format("  {:<26} {:>10.5f}  [{:>9.5f}, {:>9.5f}]", label(experiment, statistic),
                        e.mean, e.low, e.high);
    if (e.effective_games > 0) text += fmt::format("  {:>12.0f}", e.effective_games);
    text += '\n';
  };
  for (std::size_t i = 0; i < experiment.line_ups().size(); ++i) {
    text += fmt::format("seats {}: {} games, capped after {} turns\n",
                        trio::line_up_text(experiment.line_ups()[i]), estimates.games(i),
                        experiment.max_turns());
    text += fmt::format("  {:<26} {:>10}  {:^22}  {:>12}\n", "", "mean", "interval", "eff. games");
    for (std::size_t k = 0; k < experiment.statistics(); ++k) {
      const Statistic& statistic = experiment.described()[k];
      if (statistic.line_up == static_cast<int>(i) && statistic.low >= 0) row(k);
    }
    text += fmt::format("  turns: median {}, 95 % of games within {}\n",
                        estimates.length_quantile(i, .5), estimates.length_quantile(i, .95));
  }
  for (std::size_t k = 0; k < experiment.statistics(); ++k) {
    const Statistic& statistic = experiment.described()[k];
    if (statistic.low >= 0) continue;
    if (statistic.name == "share difference") {
      text += fmt::format("{} against {}, on the same deals\n",
                          trio::line_up_text(experiment.line_ups()[statistic.line_up]),
                          trio::line_up_text(experiment.line_ups()[0]));
    }
    row(k);
  }
  text += fmt::format(
      "All intervals hold together and at every moment of the run with probability {:g} %.\n",
      100 * level);
  return text;
}

Json estimate_json(const Experiment& experiment, const Estimates& estimates, double level,
                   std::uint64_t seed) {
  Json line_ups = Json::array();
  for (std::size_t i = 0; i < experiment.line_ups().size(); ++i) {
    Json lengths = Json::array();
    for (std::size_t l = 0; l < estimates.lengths(i).size(); ++l) {
      if (estimates.lengths(i)[l] != 0) lengths.push_back({l, estimates.lengths(i)[l]});
    }
    line_ups.push_back({{"seats", trio::line_up_text(experiment.line_ups()[i])},
                        {"games", estimates.games(i)},
                        {"statistics", Json::object()},
                        {"median_turns", estimates.length_quantile(i, .5)},
                        {"turns_95", estimates.length_quantile(i, .95)},
                        {"lengths", std::move(lengths)}});
  }
  for (std::size_t k = 0; k < experiment.statistics(); ++k) {
    const Statistic& statistic = experiment.described()[k];
    const Estimate e = estimates.estimate(k);
    Json object = {{"mean", e.mean},
                   {"half_width", e.half_width},
                   {"low", e.low},
                   {"high", e.high},
                   {"sum", estimates.sums(k).x},
                   {"sum_of_squares", estimates.sums(k).xx},
                   {"scale", statistic.scale}};
    if (e.effective_games > 0) object["effective_games"] = e.effective_games;
    line_ups[statistic.line_up]["statistics"][statistic.name] = std::move(object);
  }
  const montecarlo::Sums& sums = estimates.sums(0);
  return {{"rules", trio::rules_text(experiment.rules())},
          {"seed", seed},
          {"level", level},
          {"max_turns", experiment.max_turns()},
          {"deals", estimates.blocks()},
          {"control", {{"sum", sums.c}, {"sum_of_squares", sums.cc}}},
          {"line_ups", std::move(line_ups)}};
}

std::string estimate_csv(const Experiment& experiment, const Estimates& estimates) {
  std::string text =
      "seats,statistic,mean,low,high,deals,games,sum,sum_of_squares,scale,effective_games\n";
  const auto quoted = [&](int line_up) {
    return '"' + trio::line_up_text(experiment.line_ups()[line_up]) + '"';
  };
  for (std::size_t k = 0; k < experiment.statistics(); ++k) {
    const Statistic& statistic = experiment.described()[k];
    const Estimate e = estimates.estimate(k);
    text += fmt::format("{},{},{:.9g},{:.9g},{:.9g},{},{},{},{},{:g},{:.0f}\n",
                        quoted(statistic.line_up), statistic.name, e.mean, e.low, e.high,
                        estimates.blocks(), estimates.games(statistic.line_up), estimates.sums(k).x,
                        estimates.sums(k).xx, statistic.scale, e.effective_games);
  }
  for (std::size_t i = 0; i < experiment.line_ups().size(); ++i) {
    for (std::size_t l = 0; l < estimates.lengths(i).size(); ++l) {
      if (estimates.lengths(i)[l] == 0) continue;
      text += fmt::format("{},games of {} turns,,,,{},{},{},,,\n", quoted(static_cast<int>(i)), l,
                          estimates.blocks(), estimates.games(i), estimates.lengths(i)[l]);
    }
  }
  return text;
}

namespace {

constexpr double kWidth = 640;
constexpr double kPanel = 220;

// Bars of the win shares from 0 to the largest, each with its interval as a line.
std::string share_panel(const Experiment& experiment, const Estimates& estimates, int line_up,
                        double top) {
  std::vector<std::size_t> shown;
  double most = 0;
  for (std::size_t k = 0; k < experiment.statistics(); ++k) {
    const Statistic& statistic = experiment.described()[k];
    if (statistic.line_up != line_up || !is_share(statistic)) continue;
    shown.push_back(k);
    most = std::max(most, estimates.estimate(k).high);
  }
  std::string svg;
  const double step = (kWidth - 60) / static_cast<double>(shown.size());
  const double height = kPanel - 70;
  const auto y = [&](double share) { return top + 30 + height * (1 - share / most); };
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const Estimate e = estimates.estimate(shown[i]);
    const double x = 40 + step * static_cast<double>(i);
    const double middle = x + step * .4;
    svg += fmt::format(
        "<rect x='{:.1f}' y='{:.1f}' width='{:.1f}' height='{:.1f}' fill='#4477aa'/>"
        "<path d='M{:.1f} {:.1f}V{:.1f}' stroke='#222' stroke-width='2'/>"
        "<text x='{:.1f}' y='{:.1f}'>{}</text><text x='{:.1f}' y='{:.1f}'>{:.4f}</text>\n",
        x, y(e.mean), step * .8, y(0) - y(e.mean), middle, y(e.low), y(e.high), middle, y(0) + 16,
        experiment.described()[shown[i]].name, middle, y(0) + 31, e.mean);
  }
  return svg;
}

// Games by length, in at most 80 bars up to the length that 99.9 % of the games do not exceed.
std::string length_panel(const Estimates& estimates, std::size_t line_up, double top) {
  const std::uint64_t longest = estimates.length_quantile(line_up, .999) + 1;
  const std::uint64_t bin = (longest + 79) / 80;
  std::vector<double> bars((longest + bin - 1) / bin);
  const auto& lengths = estimates.lengths(line_up);
  for (std::size_t l = 0; l < std::min<std::size_t>(lengths.size(), longest); ++l) {
    bars[l / bin] += static_cast<double>(lengths[l]);
  }
  const double most = std::max(1.0, *std::max_element(bars.begin(), bars.end()));
  const double step = (kWidth - 60) / static_cast<double>(bars.size());
  const double base = top + kPanel - 40;
  std::string svg;
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const double height = (kPanel - 70) * bars[i] / most;
    svg +=
        fmt::format("<rect x='{:.1f}' y='{:.1f}' width='{:.1f}' height='{:.1f}' fill='#cc6677'/>\n",
                    40 + step * static_cast<double>(i), base - height, step * .9, height);
  }
  svg += fmt::format(
      "<text x='40' y='{:.0f}'>0</text><text x='{:.0f}' y='{:.0f}'>{}</text>"
      "<text x='{:.0f}' y='{:.0f}'>turns</text>\n",
      base + 16, kWidth - 20, base + 16, longest, kWidth / 2, base + 16);
  return svg;
}

}  // namespace

std::string estimate_svg(const Experiment& experiment, const Estimates& estimates) {
  std::string body;
  double top = 0;
  for (std::size_t i = 0; i < experiment.line_ups().size(); ++i) {
    body += fmt::format("<text x='{:.0f}' y='{:.0f}' font-weight='bold'>{}, {}: {} games</text>\n",
                        kWidth / 2, top + 18, trio::rules_text(experiment.rules()),
                        trio::line_up_text(experiment.line_ups()[i]), estimates.games(i));
    body += share_panel(experiment, estimates, static_cast<int>(i), top);
    body += length_panel(estimates, i, top + kPanel);
    top += 2 * kPanel;
  }
  return fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {0:.0f} {1:.0f}' width='{0:.0f}' "
      "font-family='sans-serif' font-size='12' text-anchor='middle'>\n"
      "<rect width='100%' height='100%' fill='#fff'/>\n{2}</svg>\n",
      kWidth, top, body);
}

}  // namespace trilith::tools
