// Axes, lines, bars and intervals.
#include "tools/svg_plots.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace trilith::tools {
namespace {

constexpr double kWidth = 760;
constexpr double kHeight = 300;
constexpr double kLeft = 64;
constexpr double kRight = 16;
constexpr double kTop = 14;
constexpr double kBottom = 44;
constexpr std::size_t kMostPoints = 400;

// Okabe and Ito's colours, which people with any colour vision can tell apart.
constexpr std::array<const char*, 8> kColours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                 "#e69f00", "#56b4e9", "#8a7a00", "#555555"};
// From the ninth series on the lines are dashed.
constexpr std::array<const char*, 4> kDashes = {"", "6 3", "2 3", "9 3 2 3"};

constexpr const char* kNothing = "<p>Nothing to show yet.</p>\n";

// A linear map of data to pixels.
struct Scale {
  double low, high, from, to;
  double operator()(double value) const {
    return high > low ? from + (value - low) / (high - low) * (to - from) : (from + to) / 2;
  }
};

std::string open_svg(double width, double height, const std::string& title) {
  return fmt::format(
      "<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\" "
      "xmlns=\"http://www.w3.org/2000/svg\">\n",
      width, height, escaped(title));
}

std::string number_text(double value) {
  std::string text = fmt::format("{:.6g}", value);
  return text == "-0" ? "0" : text;
}

std::string text_at(double x, double y, const char* anchor, std::string_view text) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
                     escaped(text));
}

std::string line_from(double x1, double y1, double x2, double y2, const char* style) {
  return fmt::format(
      "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" class=\"{}\"/>\n", x1, y1, x2,
      y2, style);
}

std::string x_axis(const Scale& x, double bottom, const std::string& label) {
  std::string svg;
  for (const double tick : ticks(x.low, x.high, 8)) {
    svg += line_from(x(tick), bottom, x(tick), bottom + 4, "axis");
    svg += text_at(x(tick), bottom + 17, "middle", number_text(tick));
  }
  svg += line_from(x.from, bottom, x.to, bottom, "axis");
  return svg + text_at((x.from + x.to) / 2, bottom + 36, "middle", label);
}

std::string y_axis(const Scale& y, const std::string& label) {
  std::string svg;
  for (const double tick : ticks(y.low, y.high, 6)) {
    svg += line_from(kLeft, y(tick), kWidth - kRight, y(tick), "grid");
    svg += text_at(kLeft - 6, y(tick) + 4, "end", number_text(tick));
  }
  return svg + fmt::format(
                   "<text transform=\"translate(14 {:.1f}) rotate(-90)\" "
                   "text-anchor=\"middle\">{}</text>\n",
                   (y.from + y.to) / 2, escaped(label));
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::vector<double> ticks(double low, double high, int most) {
  std::vector<double> result;
  if (!(high > low) || !std::isfinite(high - low)) {
    if (std::isfinite(low)) result.push_back(low);
    return result;
  }
  const double power = std::pow(10, std::floor(std::log10((high - low) / most)));
  double step = power;
  for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
    step = factor * power;
    if ((high - low) / step <= most) break;
  }
  const double first = std::ceil(low / step - 1e-9);
  const double last = std::floor(high / step + 1e-9);
  for (double i = first; i <= last; ++i) result.push_back(i * step);
  return result;
}

std::string line_chart(const LineChart& chart) {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  double x_low = low;
  double x_high = high;
  for (const Series& series : chart.series) {
    for (const auto& [x, y] : series.points) {
      low = std::min(low, y);
      high = std::max(high, y);
      x_low = std::min(x_low, x);
      x_high = std::max(x_high, x);
    }
  }
  if (!(x_low <= x_high)) return kNothing;
  for (const auto& [level, name] : chart.levels) {
    low = std::min(low, level);
    high = std::max(high, level);
  }
  const double air = high > low ? 0.04 * (high - low) : 1;
  const Scale x{x_low, x_high, kLeft, kWidth - kRight};
  const Scale y{low - air, high + air, kHeight - kBottom, kTop};
  std::string svg = open_svg(kWidth, kHeight, chart.y_label + " by " + chart.x_label);
  svg += y_axis(y, chart.y_label) + x_axis(x, kHeight - kBottom, chart.x_label);
  for (const auto& [level, name] : chart.levels) {
    svg += line_from(x.from, y(level), x.to, y(level), "level");
    svg += text_at(x.to, y(level) - 4, "end", name);
  }
  std::string legend;
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    const Series& series = chart.series[i];
    const char* colour = kColours[i % kColours.size()];
    const char* dash = kDashes[i / kColours.size() % kDashes.size()];
    const std::size_t step = std::max<std::size_t>(1, series.points.size() / kMostPoints);
    std::string path;
    for (std::size_t at = 0; at < series.points.size(); ++at) {
      if (at % step != 0 && at + 1 != series.points.size()) continue;
      path +=
          fmt::format("{:.1f},{:.1f} ", x(series.points[at].first), y(series.points[at].second));
    }
    svg += fmt::format(
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\" "
        "stroke-dasharray=\"{}\"><title>{}</title></polyline>\n",
        path, colour, dash, escaped(series.name));
    legend += fmt::format(
        "<span class=\"key\"><svg viewBox=\"0 0 26 8\" width=\"26\" height=\"8\"><line x1=\"0\" "
        "y1=\"4\" x2=\"26\" y2=\"4\" stroke=\"{}\" stroke-width=\"3\" "
        "stroke-dasharray=\"{}\"/></svg> {}</span>\n",
        colour, dash, escaped(series.name));
  }
  return svg + "</svg>\n<p class=\"legend\">" + legend + "</p>\n";
}

std::string bar_chart(const std::vector<Bar>& bars, const std::string& x_label) {
  double high = 0;
  for (const Bar& bar : bars) high = std::max(high, bar.value);
  if (bars.empty() || high <= 0) return kNothing;
  const Scale y{0, 1.05 * high, kHeight - kBottom, kTop};
  const double slot = (kWidth - kRight - kLeft) / static_cast<double>(bars.size());
  std::string svg = open_svg(kWidth, kHeight, x_label) + y_axis(y, "games");
  std::size_t longest = 0;
  for (const Bar& bar : bars) longest = std::max(longest, bar.label.size());
  const double label_width = 7.5 * static_cast<double>(longest) + 10;
  const auto label_step = static_cast<std::size_t>(std::ceil(label_width / slot));
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const double left = kLeft + slot * static_cast<double>(i);
    svg += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" "
        "class=\"bar\"><title>{}: "
        "{}</title></rect>\n",
        left + 0.08 * slot, y(bars[i].value), 0.84 * slot, y(0) - y(bars[i].value),
        escaped(bars[i].label), number_text(bars[i].value));
    if (i % label_step == 0) {
      svg += text_at(left + slot / 2, kHeight - kBottom + 17, "middle", bars[i].label);
    }
  }
  svg += line_from(kLeft, kHeight - kBottom, kWidth - kRight, kHeight - kBottom, "axis");
  svg += text_at((kLeft + kWidth - kRight) / 2, kHeight - kBottom + 36, "middle", x_label);
  return svg + "</svg>\n";
}

std::string interval_chart(const std::vector<Estimate>& estimates, const std::string& x_label) {
  if (estimates.empty()) return kNothing;
  constexpr double kRow = 26;
  constexpr double kNames = 190;
  constexpr std::size_t kLongestName = 28;
  double low = estimates[0].low;
  double high = estimates[0].high;
  for (const Estimate& e : estimates) {
    low = std::min(low, e.low);
    high = std::max(high, e.high);
  }
  const double air = high > low ? 0.04 * (high - low) : 1;
  const double bottom = kTop + kRow * static_cast<double>(estimates.size());
  const Scale x{low - air, high + air, kNames, kWidth - kRight};
  std::string svg = open_svg(kWidth, bottom + kBottom, x_label);
  for (const double tick : ticks(x.low, x.high, 8)) {
    svg += line_from(x(tick), kTop, x(tick), bottom, "grid");
  }
  svg += x_axis(x, bottom, x_label);
  for (std::size_t i = 0; i < estimates.size(); ++i) {
    const Estimate& e = estimates[i];
    const double y = kTop + kRow * (static_cast<double>(i) + 0.5);
    svg += fmt::format("<g><title>{}: {:+.1f} [{:+.1f}, {:+.1f}]</title>\n", escaped(e.name),
                       e.value, e.low, e.high);
    svg +=
        text_at(kNames - 10, y + 4, "end",
                e.name.size() > kLongestName ? e.name.substr(0, kLongestName - 2) + ".." : e.name);
    svg += line_from(x(e.low), y, x(e.high), y, "error");
    svg += line_from(x(e.low), y - 5, x(e.low), y + 5, "error");
    svg += line_from(x(e.high), y - 5, x(e.high), y + 5, "error");
    svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4.5\" class=\"dot\"/></g>\n",
                       x(e.value), y);
  }
  return svg + "</svg>\n";
}

}  // namespace trilith::tools
