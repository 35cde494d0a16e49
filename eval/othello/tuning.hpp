// Fits the weights of the Othello evaluation, phase by phase, to labelled positions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "eval/othello/regression.hpp"
#include "eval/othello/samples.hpp"
#include "eval/othello/weights.hpp"

namespace trilith::othello {

// The fit of one phase as it is reported.
struct PhaseReport {
  int phase = 0;
  int most_empties = 0;
  int least_empties = 0;
  std::size_t train_positions = 0;
  std::size_t held_positions = 0;
  int iterations = 0;
  double train_error = 0;  // root mean square, discs
  double held_error = 0;   // with quantised weights
  double seconds = 0;
};

// Fits the phase `phase` of `weights` to the samples of that phase and stores it, quantised. The
// prior is the phase after it (fewer empty squares), which must be fitted already, or zero for the
// last phase: what a phase has seen too rarely is what its neighbour says. The result depends on
// the samples and options only, not on threads.
PhaseReport fit_phase(const std::vector<Sample>& train, const std::vector<Sample>& held_out,
                      const FitOptions& options, int phase, Weights& weights);

// The errors by phase as an SVG document.
std::string error_chart(const std::vector<PhaseReport>& reports);

}  // namespace trilith::othello
