// Sections of the report.
#include "tools/tournament_report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "eval/ratings/distributions.hpp"
#include "tools/strength_text.hpp"
#include "tools/svg_plots.hpp"

namespace trilith::tools {
namespace {

constexpr const char* kStyle = R"(
:root { color-scheme: light dark; --line: #8886; --soft: #8882; --ink: CanvasText; }
body { font: 15px/1.45 system-ui, sans-serif; max-width: 860px; margin: 2em auto; padding: 0 1em; }
h1 { font-size: 1.5em; } h2 { font-size: 1.15em; margin-top: 2em; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
.wide { overflow-x: auto; }
td, th { padding: .2em .6em; text-align: right; border-bottom: 1px solid var(--line); }
td.name, th.name { text-align: left; } td.self { background: var(--soft); }
svg { width: 100%; height: auto; } svg text { font: 12px system-ui, sans-serif; fill: var(--ink); }
.key svg { width: 26px; height: 8px; } .key { margin-right: 1.2em; white-space: nowrap; }
.grid { stroke: var(--soft); } .axis { stroke: var(--ink); }
.level { stroke: var(--ink); stroke-dasharray: 4 4; } .error { stroke: #0072b2; stroke-width: 1.6; }
.dot { fill: #0072b2; } .bar { fill: #0072b2; } .note { border-left: 4px solid #d55e00; padding-left: .8em; }
small { opacity: .75; }
)";

std::string section(const std::string& title, const std::string& body) {
  return "<section>\n<h2>" + escaped(title) + "</h2>\n" + body + "</section>\n";
}

std::string table(const std::string& head, const std::string& rows) {
  return "<div class=\"wide\"><table>\n<thead><tr>" + head + "</tr></thead>\n<tbody>\n" + rows +
         "</tbody></table></div>\n";
}

std::string head(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += (i == 0 ? "<th class=\"name\">" : "<th>") + escaped(names[i]) + "</th>";
  }
  return text;
}

class Report {
 public:
  Report(const TournamentLog& log, const Standings& standings,
         const std::optional<AnchorRating>& anchor)
      : log_(log),
        standings_(standings),
        ratings_(standings.ratings(anchor)),
        order_(ranking(ratings_)) {}

  const ratings::Ratings& ratings() const { return ratings_; }

  std::string players() const {
    std::string rows;
    for (const std::size_t i : order_) {
      const Record& r = standings_.records()[i];
      const auto e = static_cast<Eigen::Index>(i);
      std::uint64_t faults = 0;
      for (const auto& [kind, count] : r.faults) faults += count;
      rows += fmt::format(
          "<tr><td class=\"name\" title=\"{}\">{}</td><td>{:+.1f}</td><td>{:.1f}</td>"
          "<td>{:.1f} %</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
          escaped(entrant(i).spec), escaped(entrant(i).name), ratings_.elo[i],
          ratings::kNormal95 * std::sqrt(std::max(0.0, ratings_.covariance(e, e))),
          r.games == 0 ? 0 : 100 * r.points / static_cast<double>(r.games), r.games, r.wins,
          r.games - r.wins - r.losses, r.losses, faults);
    }
    return table(
        head({"player", "rating", "± 95 %", "points", "games", "won", "drawn", "lost", "faults"}),
        rows);
  }

  // Games for two: the row's points against the column, with the pairs behind them. For more: the
  // shares by seat.
  std::string cross_table() const {
    return log_.settings.pairs() ? cross_of_pairs() : shares_of_seats();
  }

  std::string rating_plot() const {
    std::vector<Estimate> estimates;
    for (const std::size_t i : order_) {
      const auto e = static_cast<Eigen::Index>(i);
      const double half = ratings::kNormal95 * std::sqrt(std::max(0.0, ratings_.covariance(e, e)));
      estimates.push_back(
          {entrant(i).name, ratings_.elo[i], ratings_.elo[i] - half, ratings_.elo[i] + half});
    }
    return interval_chart(estimates, "rating, with 95 % intervals");
  }

  std::string score_over_time() const {
    const std::size_t players = log_.settings.entrants.size();
    std::vector<double> points(players, 0);
    std::vector<double> games(players, 0);
    std::vector<Series> series(players);
    for (std::size_t i = 0; i < players; ++i) series[i].name = entrant(i).name;
    std::size_t done = 0;
    for (const LoggedUnit& unit : log_.units) {
      ++done;
      for (const LoggedGame& game : unit.games) {
        const std::vector<double> shares = game.shares(log_.settings.sides);
        for (std::size_t seat = 0; seat < shares.size(); ++seat) {
          points[game.seats[seat]] += shares[seat];
          ++games[game.seats[seat]];
        }
      }
      for (const LoggedGame& game : unit.games) {
        for (const std::size_t i : game.seats) {
          auto& line = series[i].points;
          const auto x = static_cast<double>(done);
          if (!line.empty() && line.back().first == x) continue;
          line.emplace_back(x, 100 * points[i] / games[i]);
        }
      }
    }
    LineChart chart{
        log_.settings.pairs() ? "pairs played" : "blocks played", "points so far, %", {}, {}};
    for (const std::size_t i : order_) chart.series.push_back(std::move(series[i]));
    return line_chart(chart);
  }

  std::string lengths() const {
    std::map<std::size_t, double> counts;
    std::size_t longest = 0;
    for (const LoggedUnit& unit : log_.units) {
      for (const LoggedGame& game : unit.games) {
        ++counts[game.plies];
        longest = std::max(longest, game.plies);
      }
    }
    if (counts.empty()) return bar_chart({}, "");
    constexpr std::size_t kMostBars = 60;
    const std::size_t shortest = counts.begin()->first;
    const std::size_t width = (longest - shortest) / kMostBars + 1;
    std::vector<Bar> bars;
    for (std::size_t from = shortest; from <= longest; from += width) {
      bars.push_back(
          {width == 1 ? fmt::format("{}", from) : fmt::format("{}-{}", from, from + width - 1), 0});
    }
    for (const auto& [plies, count] : counts) bars[(plies - shortest) / width].value += count;
    return bar_chart(bars, "plies of a game");
  }

  std::string openings() const {
    struct Row {
      std::uint64_t games = 0;
      double points = 0;  // of seat 1
      double payoff = 0;
      std::uint64_t first_unit = 0;
    };
    std::map<std::string, Row> rows;
    for (const LoggedUnit& unit : log_.units) {
      if (unit.opening.empty()) continue;
      Row& row = rows[unit.opening];
      if (row.games == 0) row.first_unit = unit.unit;
      for (const LoggedGame& game : unit.games) {
        ++row.games;
        row.points += game.shares(log_.settings.sides)[0];
        row.payoff += game.payoff[0];
      }
    }
    if (rows.empty()) {
      return "<p>" + escaped(log_.settings.openings) + ".</p>\n";
    }
    std::vector<std::pair<std::string, Row>> sorted(rows.begin(), rows.end());
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& a, const auto& b) { return a.second.games > b.second.games; });
    constexpr std::size_t kMostRows = 200;
    const bool discs = log_.settings.game == "othello";
    std::string text;
    for (std::size_t i = 0; i < sorted.size() && i < kMostRows; ++i) {
      const Row& row = sorted[i].second;
      const auto games = static_cast<double>(row.games);
      text += fmt::format("<tr><td class=\"name\">{}</td><td>{}</td><td>{:.1f} %</td>",
                          escaped(sorted[i].first), row.games, 100 * row.points / games);
      if (discs) text += fmt::format("<td>{:+.1f}</td>", row.payoff / games);
      text += fmt::format("<td>{}</td></tr>\n", row.first_unit);
    }
    std::vector<std::string> names = {"opening", "games", "points of seat 1"};
    if (discs) names.emplace_back("discs of seat 1");
    names.emplace_back("first unit");
    std::string note =
        fmt::format("<p>{}; {} of them played", escaped(log_.settings.openings), sorted.size());
    if (sorted.size() > kMostRows) note += fmt::format(", the {} most frequent below", kMostRows);
    return note + ".</p>\n" + table(head(names), text);
  }

  std::string matches() const {
    std::string rows;
    for (const auto& [pair, match] : standings_.matches()) {
      const auto s = ratings::strength(match.results);
      if (!s) continue;
      const auto& c = match.results.counts;
      rows += fmt::format(
          "<tr><td class=\"name\">{} – {}</td><td>{} {} {} {} {}</td><td>{:+.1f}</td>"
          "<td>[{:+.1f}, {:+.1f}]</td><td>{:+.1f}</td><td>{:.1f} %</td>",
          escaped(entrant(pair.first).name), escaped(entrant(pair.second).name), c[0], c[1], c[2],
          c[3], c[4], s->elo, s->elo_interval.low, s->elo_interval.high, s->normalized_elo,
          100 * s->superiority);
      if (log_.settings.game == "othello") {
        const ratings::Interval i = ratings::mean_interval(match.scores, -128, 128);
        rows += fmt::format("<td>{:+.2f} [{:+.2f}, {:+.2f}]</td>", match.scores.mean() / 2,
                            i.low / 2, i.high / 2);
      }
      rows += "</tr>\n";
    }
    std::vector<std::string> names = {"match", "LL LD DD/WL WD WW", "Elo",
                                      "95 %",  "normalized Elo",    "LOS"};
    if (log_.settings.game == "othello") names.emplace_back("discs a game, 95 %");
    return table(head(names), rows);
  }

  std::string test(const SequentialOutcome& outcome) const {
    const double ratio = ratings::log_likelihood_ratio(outcome.results, outcome.hypotheses);
    std::string text = "<p>" +
                       escaped(hypotheses_text(outcome.hypotheses, ratio, outcome.verdict)) +
                       fmt::format(", after {} pairs.</p>\n", outcome.results.total());
    if (outcome.verdict != ratings::Verdict::undecided) {
      text += "<p class=\"note\">" + escaped(kBiasNote) + ".</p>\n";
    }
    ratings::SequentialTest walk(outcome.hypotheses);
    LineChart chart{"pairs", "log-likelihood ratio", {{"LLR", {}}}, {}};
    for (const LoggedUnit& unit : log_.units) {
      walk.add(unit.unit, pair_result(log_.settings, unit));
      chart.series[0].points.emplace_back(static_cast<double>(unit.unit + 1), walk.ratio());
      if (walk.verdict() != ratings::Verdict::undecided) break;
    }
    chart.levels = {{outcome.hypotheses.lower_bound(), "accept H0"},
                    {outcome.hypotheses.upper_bound(), "accept H1"}};
    return text + line_chart(chart);
  }

 private:
  const Entrant& entrant(std::size_t i) const { return log_.settings.entrants[i]; }

  std::string cross_of_pairs() const {
    std::vector<std::string> names = {""};
    for (const std::size_t i : order_) names.push_back(entrant(i).name);
    std::string rows;
    for (const std::size_t row : order_) {
      rows += "<tr><td class=\"name\">" + escaped(entrant(row).name) + "</td>";
      for (const std::size_t column : order_) {
        rows += row == column ? "<td class=\"self\"></td>" : cross_cell(row, column);
      }
      rows += "</tr>\n";
    }
    return table(head(names), rows);
  }

  std::string cross_cell(std::size_t row, std::size_t column) const {
    const auto found = standings_.matches().find(std::minmax(row, column));
    if (found == standings_.matches().end()) return "<td></td>";
    const auto s = ratings::strength(found->second.results);
    if (!s) return "<td></td>";
    const double score = row < column ? s->score : 1 - s->score;
    // Blue above one half, orange below.
    return fmt::format(
        "<td style=\"background: rgba({}, {:.2f})\" title=\"{} pairs, Elo {:+.1f}\">{:.1f} %<br>"
        "<small>{}</small></td>",
        score >= 0.5 ? "0, 114, 178" : "213, 94, 0", 0.7 * std::abs(score - 0.5), s->results,
        row < column ? s->elo : -s->elo, 100 * score, s->results);
  }

  std::string shares_of_seats() const {
    std::vector<std::string> names = {"player"};
    for (std::size_t seat = 0; seat < log_.settings.seats(); ++seat) {
      names.push_back(fmt::format("seat {}", seat + 1));
    }
    std::string rows;
    for (const std::size_t i : order_) {
      const Record& r = standings_.records()[i];
      rows += "<tr><td class=\"name\">" + escaped(entrant(i).name) + "</td>";
      for (std::size_t seat = 0; seat < r.seat_games.size(); ++seat) {
        const auto games = static_cast<double>(r.seat_games[seat]);
        const ratings::Interval w = ratings::wilson(r.seat_points[seat], games);
        rows += games == 0
                    ? "<td></td>"
                    : fmt::format("<td>{:.1f} %<br><small>[{:.1f}, {:.1f}]</small></td>",
                                  100 * r.seat_points[seat] / games, 100 * w.low, 100 * w.high);
      }
      rows += "</tr>\n";
    }
    return "<p>Share of wins in each seat, with 95 % intervals.</p>\n" + table(head(names), rows);
  }

  const TournamentLog& log_;
  const Standings& standings_;
  ratings::Ratings ratings_;
  std::vector<std::size_t> order_;
};

}  // namespace

std::string report_html(const TournamentLog& log, const Standings& standings,
                        const std::optional<AnchorRating>& anchor,
                        const std::optional<SequentialOutcome>& test) {
  const TournamentSettings& settings = log.settings;
  const Report report(log, standings, anchor);
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta "
      "name=\"viewport\" content=\"width=device-width\">\n<title>Tournament: {}</title>\n"
      "<style>{}</style>\n</head>\n<body>\n<h1>{}, {}</h1>\n"
      "<p>{}, {} players, {} {} finished, {} games, seed {}. Openings: {}.</p>\n",
      escaped(settings.game), kStyle, escaped(settings.game), escaped(settings.rules),
      escaped(settings.format), settings.entrants.size(), standings.units(),
      settings.pairs() ? "pairs" : "blocks", standings.games(), settings.seed,
      escaped(settings.openings));
  for (const std::string& warning : warnings_of(standings, report.ratings())) {
    html += "<p class=\"note\">" + escaped(warning) + ".</p>\n";
  }
  html += section("Table", report.players());
  if (test) html += section("Sequential test", report.test(*test));
  html += section(settings.pairs() ? "Cross table" : "Shares by seat", report.cross_table());
  html += section("Ratings", report.rating_plot());
  if (settings.pairs()) html += section("Matches", report.matches());
  html += section("Score over time", report.score_over_time());
  html += section("Game lengths", report.lengths());
  html += section("Openings", report.openings());
  return html +
         "<p><small>A game is shown by its unit and its number in the unit: <code>trilith "
         "tournament show FOLDER 12.1</code>.</small></p>\n</body>\n</html>\n";
}

}  // namespace trilith::tools
