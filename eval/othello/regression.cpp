// Conjugate gradients over fixed blocks of rows.
#include "eval/othello/regression.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace trilith::othello {
namespace {

// Rows are cut in so many blocks whatever the number of threads; each block sums on its own, and
// the blocks' sums are added in their order.
constexpr std::size_t kBlocks = 16;

struct Range {
  std::size_t begin;
  std::size_t end;
};

Range block_range(std::size_t rows, std::size_t block) {
  return {rows * block / kBlocks, rows * (block + 1) / kBlocks};
}

double row_sum(const SparseRows& data, std::size_t row, const Eigen::VectorXd& weights) {
  const std::uint32_t* column = data.columns.data() + row * data.terms;
  double sum = 0;
  for (std::size_t term = 0; term < data.terms; ++term) {
    sum += weights[static_cast<Eigen::Index>(column[term])];
  }
  return sum;
}

// y = X w.
void multiply(const SparseRows& data, const Eigen::VectorXd& weights, Eigen::VectorXd& product,
              int threads) {
#pragma omp parallel for num_threads(threads) schedule(static, 1)
  for (std::size_t block = 0; block < kBlocks; ++block) {
    const Range range = block_range(data.rows(), block);
    for (std::size_t row = range.begin; row < range.end; ++row) {
      product[static_cast<Eigen::Index>(row)] = row_sum(data, row, weights);
    }
  }
}

// z = X^T v. `partial` holds a column per block and is scratch.
void multiply_transposed(const SparseRows& data, const Eigen::VectorXd& values,
                         Eigen::MatrixXd& partial, Eigen::VectorXd& product, int threads) {
#pragma omp parallel for num_threads(threads) schedule(static, 1)
  for (std::size_t block = 0; block < kBlocks; ++block) {
    auto sums = partial.col(static_cast<Eigen::Index>(block));
    sums.setZero();
    const Range range = block_range(data.rows(), block);
    for (std::size_t row = range.begin; row < range.end; ++row) {
      const std::uint32_t* column = data.columns.data() + row * data.terms;
      const double value = values[static_cast<Eigen::Index>(row)];
      for (std::size_t term = 0; term < data.terms; ++term) {
        sums[static_cast<Eigen::Index>(column[term])] += value;
      }
    }
  }
  product = partial.col(0);
  for (Eigen::Index block = 1; block < partial.cols(); ++block) product += partial.col(block);
}

// How often each column stands in the rows: the diagonal of X^T X but for doubled columns.
Eigen::VectorXd column_counts(const SparseRows& data, Eigen::Index columns) {
  Eigen::VectorXd counts = Eigen::VectorXd::Zero(columns);
  for (const std::uint32_t column : data.columns) counts[column] += 1;
  return counts;
}

double root_mean(double square_sum, std::size_t rows) {
  return rows == 0 ? 0 : std::sqrt(square_sum / static_cast<double>(rows));
}

// Half the first and second derivatives of a row's loss by its prediction, the first with its sign
// turned; and the loss.
struct RowLoss {
  double pull;
  double curvature;
  double loss;
};

// ln(1 + exp(x)) without overflow.
double softplus(double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x))); }

RowLoss row_loss(const FitOptions& options, double predicted, double target) {
  if (options.loss == Loss::squares) {
    const double error = target - predicted;
    return {error, 1, error * error};
  }
  const double x = predicted / options.scale;
  const double chance = 1 / (1 + std::exp(-x));
  const double wanted = 1 / (1 + std::exp(-target / options.scale));
  // Cross entropy less the least it can be, so that a perfect prediction costs nothing.
  const double y = target / options.scale;
  const double entropy = softplus(x) - wanted * x - (softplus(y) - wanted * y);
  return {4 * options.scale * (wanted - chance), 4 * chance * (1 - chance),
          8 * options.scale * options.scale * std::max(entropy, 0.0)};
}

// Newton steps of a fit, and conjugate gradient steps in each; the loss is nearly quadratic.
struct Steps {
  int newton;
  int gradient;
};

Steps steps_of(const FitOptions& options) {
  constexpr int kNewton = 6;
  if (options.loss == Loss::squares) return {1, options.iterations};
  return {kNewton, (options.iterations + kNewton - 1) / kNewton};
}

// One fit: the rows, the best weights so far, and scratch.
class Fitter {
 public:
  Fitter(const SparseRows& train, const SparseRows& held_out, const Eigen::VectorXd& prior,
         const FitOptions& options)
      : train_(train),
        held_out_(held_out),
        prior_(prior),
        options_(options),
        scale_((column_counts(train, prior.size()).array() + options.ridge).inverse().matrix()),
        partial_(prior.size(), static_cast<Eigen::Index>(kBlocks)),
        image_(static_cast<Eigen::Index>(train.rows())),
        curvature_(static_cast<Eigen::Index>(train.rows())),
        curve_(prior.size()) {}

  Fit run() {
    best_ = {prior_, 0, 0, rms_error(held_out_, prior_, options_)};
    const Steps steps = steps_of(options_);
    Eigen::VectorXd weights = prior_;
    for (int step = 0; step < steps.newton && !stopped_; ++step) {
      newton_step(steps.gradient, weights);
    }
    best_.train_error = rms_error(train_, best_.weights, options_);
    return best_;
  }

 private:
  // Goes from `weights` to about the minimum of the quadratic that the loss looks like there.
  void newton_step(int iterations, Eigen::VectorXd& weights) {
    Eigen::VectorXd residual = slope_at(weights);
    Eigen::VectorXd scaled = scale_.cwiseProduct(residual);
    Eigen::VectorXd direction = scaled;
    double slope = residual.dot(scaled);
    const double start_slope = slope;
    const Eigen::VectorXd base = weights;
    Eigen::VectorXd change = Eigen::VectorXd::Zero(base.size());
    for (int i = 0; i < iterations && slope > 1e-14 * start_slope; ++i) {
      multiply(train_, direction, image_, options_.threads);
      image_ = image_.cwiseProduct(curvature_);
      multiply_transposed(train_, image_, partial_, curve_, options_.threads);
      curve_ += options_.ridge * direction;
      const double length = slope / direction.dot(curve_);
      change += length * direction;
      weights = base + change;
      residual -= length * curve_;
      scaled = scale_.cwiseProduct(residual);
      const double next_slope = residual.dot(scaled);
      direction = scaled + (next_slope / slope) * direction;
      slope = next_slope;
      ++iteration_;
      if (!judge(weights)) return;
    }
  }

  // X^T pull - ridge (w - prior); leaves the curvatures.
  Eigen::VectorXd slope_at(const Eigen::VectorXd& weights) {
    multiply(train_, weights, image_, options_.threads);
    for (Eigen::Index row = 0; row < image_.size(); ++row) {
      const double target = train_.targets[static_cast<std::size_t>(row)];
      const RowLoss loss = row_loss(options_, image_[row], target);
      image_[row] = loss.pull;
      curvature_[row] = loss.curvature;
    }
    Eigen::VectorXd slope(prior_.size());
    multiply_transposed(train_, image_, partial_, slope, options_.threads);
    return slope - options_.ridge * (weights - prior_);
  }

  // Keeps the weights if they are the best so far; false when it is time to stop.
  bool judge(const Eigen::VectorXd& weights) {
    const double held_error = rms_error(held_out_, weights, options_);
    if (held_out_.rows() == 0 || held_error < best_.held_error) {
      best_ = {weights, iteration_, 0, held_error};
    }
    stopped_ = iteration_ - best_.iterations >= options_.patience;
    return !stopped_;
  }

  const SparseRows& train_;
  const SparseRows& held_out_;
  const Eigen::VectorXd& prior_;
  const FitOptions& options_;
  Eigen::VectorXd scale_;  // the preconditioner: 1 / (how often a column stands in rows + ridge)
  Eigen::MatrixXd partial_;
  Eigen::VectorXd image_;      // X direction, weighted by the curvatures
  Eigen::VectorXd curvature_;  // per row
  Eigen::VectorXd curve_;      // (X^T H X + ridge) direction
  Fit best_;
  int iteration_ = 0;
  bool stopped_ = false;
};

}  // namespace

double rms_error(const SparseRows& data, const Eigen::VectorXd& weights,
                 const FitOptions& options) {
  Eigen::Matrix<double, static_cast<int>(kBlocks), 1> sums;
#pragma omp parallel for num_threads(options.threads) schedule(static, 1)
  for (std::size_t block = 0; block < kBlocks; ++block) {
    const Range range = block_range(data.rows(), block);
    double sum = 0;
    for (std::size_t row = range.begin; row < range.end; ++row) {
      sum += row_loss(options, row_sum(data, row, weights), data.targets[row]).loss;
    }
    sums[static_cast<Eigen::Index>(block)] = sum;
  }
  double total = 0;
  for (const double sum : sums) total += sum;
  return root_mean(total, data.rows());
}

Fit fit_rows(const SparseRows& train, const SparseRows& held_out, const Eigen::VectorXd& prior,
             const FitOptions& options) {
  assert(train.columns.size() == train.rows() * train.terms);
  return Fitter(train, held_out, prior, options).run();
}

}  // namespace trilith::othello
