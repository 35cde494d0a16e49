// Rows of the regression from positions, quantisation, and the chart of errors.
#include "eval/othello/tuning.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace trilith::othello {
namespace {

SparseRows rows_of(const std::vector<Sample>& samples, const Weights& weights, int phase,
                   int threads) {
  const FeatureSet& set = weights.features();
  std::vector<std::uint32_t> chosen;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (weights.phase_of(samples[i].board.empty_count()) == phase) {
      chosen.push_back(static_cast<std::uint32_t>(i));
    }
  }
  SparseRows rows;
  rows.terms = set.size() + 3;
  rows.columns.resize(chosen.size() * rows.terms);
  rows.targets.resize(chosen.size());
#pragma omp parallel for num_threads(threads) schedule(static)
  for (std::size_t row = 0; row < chosen.size(); ++row) {
    const Sample& sample = samples[chosen[row]];
    Indices indices;
    set_indices(set, sample.board, indices);
    std::uint32_t* column = rows.columns.data() + row * rows.terms;
    for (std::size_t lane = 0; lane < set.size(); ++lane) {
      const Pattern& pattern = set.patterns()[set.features()[lane].pattern];
      const std::uint32_t index = indices.own[lane] + 2u * indices.enemy[lane];
      *column++ = pattern.first_class + pattern.class_of[index];
    }
    const ExtraTerms extra = extra_terms(sample.board);
    for (const int term : {extra.parity, extra.own, extra.enemy}) {
      *column++ = set.classes() + static_cast<std::uint32_t>(term);
    }
    rows.targets[row] = static_cast<float>(sample.score);
  }
  return rows;
}

Eigen::VectorXd discs_of(const std::vector<std::int16_t>& weights) {
  Eigen::VectorXd discs(static_cast<Eigen::Index>(weights.size()));
  for (std::size_t i = 0; i < weights.size(); ++i) {
    discs[static_cast<Eigen::Index>(i)] = static_cast<double>(weights[i]) / kUnit;
  }
  return discs;
}

std::vector<std::int16_t> quantised(const Eigen::VectorXd& discs) {
  std::vector<std::int16_t> weights;
  for (const double value : discs) {
    weights.push_back(
        static_cast<std::int16_t>(std::lround(std::clamp(value * kUnit, -32767.0, 32767.0))));
  }
  return weights;
}

// A polyline through the errors that `error` picks, over the phases' middle empty squares.
template <class Pick>
std::string curve(const std::vector<PhaseReport>& reports, const std::string& colour, double top,
                  Pick&& error) {
  std::string points;
  for (const PhaseReport& report : reports) {
    const double x = 60 + 10 * (60 - (report.most_empties + report.least_empties) / 2.0);
    const double y = 330 - 300 * error(report) / top;
    points += std::to_string(x) + ',' + std::to_string(y) + ' ';
  }
  return "<polyline fill=\"none\" stroke=\"" + colour + "\" stroke-width=\"2\" points=\"" + points +
         "\"/>\n";
}

std::string label(double x, double y, const std::string& text, const std::string& style = "") {
  return "<text x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(y) + "\" " + style + ">" +
         text + "</text>\n";
}

}  // namespace

PhaseReport fit_phase(const std::vector<Sample>& train, const std::vector<Sample>& held_out,
                      const FitOptions& options, int phase, Weights& weights) {
  const auto start = std::chrono::steady_clock::now();
  const SparseRows train_rows = rows_of(train, weights, phase, options.threads);
  const SparseRows held_rows = rows_of(held_out, weights, phase, options.threads);
  const std::vector<std::int16_t> none(weights.weights_per_phase(), 0);
  const Eigen::VectorXd prior =
      discs_of(phase + 1 < weights.phases() ? weights.phase_weights(phase + 1) : none);
  const Fit fit = fit_rows(train_rows, held_rows, prior, options);
  const std::vector<std::int16_t> result = quantised(fit.weights);
  weights.set_phase(phase, result);

  PhaseReport report;
  report.phase = phase;
  report.most_empties = 0;
  report.least_empties = 60;
  for (int empties = 0; empties <= 60; ++empties) {
    if (weights.phase_of(empties) != phase) continue;
    report.most_empties = std::max(report.most_empties, empties);
    report.least_empties = std::min(report.least_empties, empties);
  }
  report.train_positions = train_rows.rows();
  report.held_positions = held_rows.rows();
  report.iterations = fit.iterations;
  FitOptions squares = options;
  squares.loss = Loss::squares;
  report.train_error = rms_error(train_rows, discs_of(result), squares);
  report.held_error = rms_error(held_rows, discs_of(result), squares);
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return report;
}

std::string error_chart(const std::vector<PhaseReport>& reports) {
  double top = 5;
  for (const PhaseReport& report : reports) {
    while (top < std::max(report.train_error, report.held_error)) top += 5;
  }
  std::string svg =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 400\" "
      "font-family=\"sans-serif\" font-size=\"13\">\n"
      "<rect width=\"720\" height=\"400\" fill=\"white\"/>\n"
      "<path d=\"M60 30V330H660\" fill=\"none\" stroke=\"black\"/>\n";
  for (int step = 0; step <= 5; ++step) {
    const int discs = static_cast<int>(std::lround(top * step / 5));
    svg += label(50, 334 - 60 * step, std::to_string(discs), "text-anchor=\"end\"");
  }
  for (int empties = 60; empties >= 0; empties -= 10) {
    svg += label(60 + 10 * (60 - empties), 350, std::to_string(empties), "text-anchor=\"middle\"");
  }
  svg += label(360, 375, "empty squares", "text-anchor=\"middle\"");
  svg += label(60, 20, "root mean square error in discs:");
  svg += label(280, 20, "training games", "fill=\"#1f6fb4\"");
  svg += label(390, 20, "held-out games", "fill=\"#c04a1a\"");
  svg += curve(reports, "#1f6fb4", top, [](const PhaseReport& r) { return r.train_error; });
  svg += curve(reports, "#c04a1a", top, [](const PhaseReport& r) { return r.held_error; });
  return svg + "</svg>\n";
}

}  // namespace trilith::othello
