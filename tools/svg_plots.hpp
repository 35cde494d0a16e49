// Small charts as SVG elements for reports: no script, no network, text that can be selected.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trilith::tools {

// `text` for HTML and SVG, in elements and in quoted attributes.
std::string escaped(std::string_view text);

// Round numbers that cover low..high, at most about `most` of them.
std::vector<double> ticks(double low, double high, int most);

struct Series {
  std::string name;
  std::vector<std::pair<double, double>> points;  // x rising
};

struct LineChart {
  std::string x_label;
  std::string y_label;
  std::vector<Series> series;
  std::vector<std::pair<double, std::string>> levels;  // horizontal lines with a name
};
// Long series are thinned. Charts of nothing are a sentence.
std::string line_chart(const LineChart& chart);

struct Bar {
  std::string label;
  double value = 0;
};
std::string bar_chart(const std::vector<Bar>& bars, const std::string& x_label);

// A row for each value with its interval, on one axis.
struct Estimate {
  std::string name;
  double value = 0;
  double low = 0;
  double high = 0;
};
std::string interval_chart(const std::vector<Estimate>& estimates, const std::string& x_label);

}  // namespace trilith::tools
