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

}  // namespace

double rms_error(const SparseRows& data, const Eigen::VectorXd& weights, int threads) {
  Eigen::Matrix<double, static_cast<int>(kBlocks), 1> sums;
#pragma omp parallel for num_threads(threads) schedule(static, 1)
  for (std::size_t block = 0; block < kBlocks; ++block) {
    const Range range = block_range(data.rows(), block);
    double sum = 0;
    for (std::size_t row = range.begin; row < range.end; ++row) {
      const double error = row_sum(data, row, weights) - data.targets[row];
      sum += error * error;
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
  const Eigen::Index columns = prior.size();
  const auto rows = static_cast<Eigen::Index>(train.rows());
  const int threads = options.threads;

  const Eigen::VectorXd scale =
      (column_counts(train, columns).array() + options.ridge).inverse().matrix();
  Eigen::MatrixXd partial(columns, static_cast<Eigen::Index>(kBlocks));
  Eigen::VectorXd errors(rows);  // y - X w
  multiply(train, prior, errors, threads);
  for (Eigen::Index row = 0; row < rows; ++row) {
    errors[row] = train.targets[static_cast<std::size_t>(row)] - errors[row];
  }

  Eigen::VectorXd change = Eigen::VectorXd::Zero(columns);  // w - prior
  Eigen::VectorXd residual(columns);                        // X^T (y - X w) - ridge (w - prior)
  multiply_transposed(train, errors, partial, residual, threads);
  Eigen::VectorXd scaled = scale.cwiseProduct(residual);
  Eigen::VectorXd direction = scaled;
  Eigen::VectorXd image(rows);     // X direction
  Eigen::VectorXd curve(columns);  // (X^T X + ridge) direction
  double slope = residual.dot(scaled);

  Fit best{prior, 0, root_mean(errors.squaredNorm(), train.rows()),
           rms_error(held_out, prior, threads)};
  const double start_slope = slope;
  for (int iteration = 1; iteration <= options.iterations; ++iteration) {
    if (!(slope > 1e-14 * start_slope)) break;
    multiply(train, direction, image, threads);
    multiply_transposed(train, image, partial, curve, threads);
    curve += options.ridge * direction;
    const double step = slope / direction.dot(curve);
    change += step * direction;
    errors -= step * image;
    residual -= step * curve;
    scaled = scale.cwiseProduct(residual);
    const double next_slope = residual.dot(scaled);
    direction = scaled + (next_slope / slope) * direction;
    slope = next_slope;

    const Eigen::VectorXd weights = prior + change;
    const double held_error = rms_error(held_out, weights, threads);
    if (held_out.rows() == 0 || held_error < best.held_error) {
      best = {weights, iteration, root_mean(errors.squaredNorm(), train.rows()), held_error};
    } else if (iteration - best.iterations >= options.patience) {
      break;
    }
  }
  return best;
}

}  // namespace trilith::othello
