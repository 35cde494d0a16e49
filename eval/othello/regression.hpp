// Least squares over sparse rows of ones, by conjugate gradients: one phase of the evaluation.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

namespace trilith::othello {

// Row i says: the sum of the weights with numbers columns[i * terms .. (i + 1) * terms) should be
// targets[i]. A number that stands twice in a row counts twice.
struct SparseRows {
  std::size_t terms = 0;
  std::vector<std::uint32_t> columns;
  std::vector<float> targets;

  std::size_t rows() const { return targets.size(); }
};

// squares   |sum - target|^2
// logistic  the cross entropy of the chances to win that sum and target stand for, where a lead of
// x
//           discs wins with the chance 1 / (1 + exp(-x / scale)); times 4 scale^2, so that a small
//           error near 0 costs the same as with squares
enum class Loss { squares, logistic };

struct FitOptions {
  Loss loss = Loss::squares;
  double scale = 8;     // discs, of the logistic loss
  double ridge = 30;    // pull of each weight to its prior, in observations
  int iterations = 60;  // of the conjugate gradients, at most
  int patience = 4;     // iterations without a better held-out error before the fit stops
  int threads = 1;
};

struct Fit {
  Eigen::VectorXd weights;  // those with the least held-out error, or the last without such rows
  int iterations = 0;       // that led to them
  double train_error = 0;   // root of the mean loss; of the mean square with squares
  double held_error = 0;
};

// The root of the mean loss of the predictions; 0 without rows.
double rms_error(const SparseRows& data, const Eigen::VectorXd& weights, const FitOptions& options);

// Minimises loss(X w, y) + ridge |w - prior|^2 by Newton steps from the prior (one is enough with
// squares), each solved by conjugate gradients with a diagonal preconditioner (Hestenes and Stiefel
// 1952; Shewchuk, "An introduction to the conjugate gradient method without the agonizing pain",
// 1994, B3). Sums are taken in a fixed order: the result is the same to the bit for any number of
// threads.
Fit fit_rows(const SparseRows& train, const SparseRows& held_out, const Eigen::VectorXd& prior,
             const FitOptions& options);

}  // namespace trilith::othello
