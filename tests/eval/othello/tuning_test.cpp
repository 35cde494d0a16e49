// The fit against a dense solution, its independence of threads, and a whole tuning run.
#include "eval/othello/tuning.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Cholesky>

#include "engines/othello/notation.hpp"
#include "tests/engines/othello/boards.hpp"

namespace trilith::othello {
namespace {

SparseRows random_rows(std::size_t rows, std::uint32_t columns, std::uint64_t unit) {
  RandomStream random(8, unit);
  SparseRows data;
  data.terms = 4;
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t term = 0; term < data.terms; ++term) {
      data.columns.push_back(random.below(columns));
    }
    data.targets.push_back(static_cast<float>(random.below(129)) - 64.0F);
  }
  return data;
}

TEST(Regression, SolvesTheNormalEquations) {
  constexpr std::uint32_t kColumns = 30;
  const SparseRows data = random_rows(500, kColumns, 1);
  Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(500, kColumns);
  Eigen::VectorXd targets(500);
  for (std::size_t row = 0; row < 500; ++row) {
    for (std::size_t term = 0; term < 4; ++term) {
      dense(static_cast<Eigen::Index>(row), data.columns[4 * row + term]) += 1;
    }
    targets[static_cast<Eigen::Index>(row)] = data.targets[row];
  }
  const Eigen::VectorXd prior = Eigen::VectorXd::LinSpaced(kColumns, -3, 3);
  FitOptions options;
  options.ridge = 2.5;
  options.iterations = 200;
  const Fit fit = fit_rows(data, {}, prior, options);
  const Eigen::MatrixXd normal =
      dense.transpose() * dense + 2.5 * Eigen::MatrixXd::Identity(kColumns, kColumns);
  const Eigen::VectorXd exact = normal.ldlt().solve(dense.transpose() * targets + 2.5 * prior);
  EXPECT_LT((fit.weights - exact).norm(), 1e-6 * exact.norm());
  EXPECT_NEAR(fit.train_error, (dense * exact - targets).norm() / std::sqrt(500.0), 1e-6);
}

TEST(Regression, AWeightWithoutObservationKeepsItsPrior) {
  SparseRows data = random_rows(100, 10, 2);
  const Eigen::VectorXd prior = Eigen::VectorXd::Constant(11, 7);
  EXPECT_EQ(fit_rows(data, {}, prior, {}).weights[10], 7);
}

TEST(Regression, StopsWhenTheHeldOutErrorRises) {
  const SparseRows train = random_rows(60, 50, 3);
  const SparseRows held_out = random_rows(60, 50, 4);
  FitOptions options;
  options.ridge = 0.01;
  const Fit fit = fit_rows(train, held_out, Eigen::VectorXd::Zero(50), options);
  EXPECT_LT(fit.iterations, 20);
  EXPECT_DOUBLE_EQ(fit.held_error, rms_error(held_out, fit.weights, options));
}

TEST(Regression, LogisticLossHasNoSlopeAtItsMinimum) {
  constexpr std::uint32_t kColumns = 20;
  SparseRows data = random_rows(400, kColumns, 5);
  for (float& target : data.targets) target /= 4;
  FitOptions options;
  options.loss = Loss::logistic;
  options.scale = 9;
  options.ridge = 1.5;
  options.iterations = 600;
  const Eigen::VectorXd prior = Eigen::VectorXd::Zero(kColumns);
  const Fit fit = fit_rows(data, {}, prior, options);
  const auto cost = [&](const Eigen::VectorXd& weights) {
    const double error = rms_error(data, weights, options);
    return 400 * error * error + 1.5 * weights.squaredNorm();
  };
  for (Eigen::Index i = 0; i < kColumns; ++i) {
    Eigen::VectorXd moved = fit.weights;
    moved[i] += 0.01;
    const double above = cost(moved);
    moved[i] -= 0.02;
    const double slope = (above - cost(moved)) / 0.02;
    EXPECT_NEAR(slope, 0, 0.05) << i;
  }
  EXPECT_LT(fit.train_error, rms_error(data, prior, options));
}

TEST(Regression, SmallErrorsCostTheSameInBothLosses) {
  SparseRows row;
  row.terms = 1;
  row.columns = {0};
  row.targets = {0.2F};
  FitOptions logistic;
  logistic.loss = Loss::logistic;
  const Eigen::VectorXd weights = Eigen::VectorXd::Constant(1, 0.1);
  EXPECT_NEAR(rms_error(row, weights, logistic), 0.1, 1e-4);
  EXPECT_NEAR(rms_error(row, weights, {}), 0.1, 1e-6);
}

// Scores that a sum of two patterns explains, with noise.
std::vector<Sample> made_up_samples(int count, std::uint64_t unit) {
  RandomStream random(8, unit);
  std::vector<Sample> samples;
  for (int i = 0; i < count; ++i) {
    const Board board = random_game_board(random, 2 + i % 56);
    const int corners =
        std::popcount(board.own & kCorners) - std::popcount(board.opponent & kCorners);
    const int score = 10 * corners + static_cast<int>(random.below(5)) - 2;
    samples.push_back({board, score, static_cast<std::uint32_t>(i)});
  }
  return samples;
}

TEST(Tuning, LearnsAndDoesNotDependOnThreads) {
  const std::vector<Sample> train = made_up_samples(3000, 5);
  const std::vector<Sample> held_out = made_up_samples(300, 6);
  std::string files[2];
  for (const int threads : {1, 3}) {
    Weights weights(FeatureSet::parse("corner a1 b1 a2\nline a1 b1 c1 d1\n"), 3);
    FitOptions options;
    options.threads = threads;
    options.ridge = 1;
    for (int phase = 2; phase >= 0; --phase) {
      const PhaseReport report = fit_phase(train, held_out, options, phase, weights);
      EXPECT_EQ(report.phase, phase);
      EXPECT_LT(report.held_error, 2.5);
      EXPECT_GT(report.train_positions, 500u);
    }
    files[threads == 3] = weights.bytes();
  }
  EXPECT_TRUE(files[0] == files[1]);
}

TEST(Tuning, SplitsByGame) {
  int held = 0;
  for (std::uint32_t game = 0; game < 10000; ++game) held += is_held_out(1, game, 10);
  EXPECT_NEAR(held, 1000, 100);
  EXPECT_EQ(is_held_out(1, 17, 10), is_held_out(1, 17, 10));
}

TEST(Tuning, SamplesTakeTheTheoreticalScoreWhereItIsKnown) {
  Archive archive;
  archive.header.depth = 58;
  const char* kMoves[] = {"f5", "d6", "c3"};
  GameRecord game;
  Position p;
  for (const char* move : kMoves) append_move(p, game.moves, move, "", std::nullopt);
  game.wthor = {0, 0, 0, 40, 36};
  archive.games = {game};
  SampleSet set;
  add_samples(archive, {Label::theory, 64, 0, 64}, set);
  EXPECT_EQ(set.skipped, 1u);  // not finished
  EXPECT_TRUE(set.samples.empty());

  // White's only disc is taken: over after one move.
  game.start.board = {bit(0), bit(1)};
  game.moves.clear();
  p = game.start;
  append_move(p, game.moves, "c1", "", std::nullopt);
  archive.games = {game};
  add_samples(archive, {Label::theory, 8, 0, 64}, set);
  ASSERT_EQ(set.samples.size(), 1u);
  EXPECT_EQ(set.samples[0].score, 2 * 36 - 64);  // 62 empty squares: theory is known
  archive.header.depth = 63;
  add_samples(archive, {Label::theory, 8, 0, 64}, set);
  ASSERT_EQ(set.samples.size(), 2u);
  EXPECT_EQ(set.samples[1].score, 2 * 40 - 64);
  add_samples(archive, {Label::theory, 7, 0, 64}, set);
  EXPECT_EQ(set.samples.size(), 2u);  // 8 discs from theory is too far
  EXPECT_EQ(set.games, 3u);
}

TEST(Tuning, LabelsThatStandBesideTheMoves) {
  Archive archive;
  archive.header.depth = 58;
  GameRecord game;
  Position p;
  append_move(p, game.moves, "f5", "/2.4/1.0", std::nullopt);
  append_move(p, game.moves, "d6", "", std::nullopt);
  append_move(p, game.moves, "c3", "/-3.6", std::nullopt);
  game.wthor = {0, 0, 0, 40, 36};  // Black is 8 ahead with perfect play from 58 empty squares
  archive.games = {game};
  const auto scores = [&archive](Label label) {
    SampleSet set;
    add_samples(archive, {label, 0, 0, 60}, set);
    std::vector<int> result;
    for (const Sample& sample : set.samples) result.push_back(sample.score);
    return result;
  };
  EXPECT_THAT(scores(Label::search), ::testing::ElementsAre(2, -4));
  EXPECT_THAT(scores(Label::exact), ::testing::ElementsAre(8));
  EXPECT_THAT(scores(Label::best), ::testing::ElementsAre(2, 8));
  EXPECT_THAT(scores(Label::result), ::testing::IsEmpty());  // not finished
  archive.games[0].wthor.reset();
  EXPECT_THAT(scores(Label::exact), ::testing::IsEmpty());
}

TEST(Tuning, SamplesOfScoredPositions) {
  Archive archive;
  Position p;
  for (const char* move : {"f5", "d6", "c3"}) {
    archive.positions.push_back({p, {}, 2});
    play(p, parse_move(p, move));
  }
  archive.positions.push_back(
      {Position{}, {{parse_square("f5"), -4}, {parse_square("e6"), 6}}, {}});
  archive.positions.push_back({Position{}, {}, {}});
  SampleSet set;
  add_samples(archive, {}, set);
  ASSERT_EQ(set.samples.size(), 4u);
  EXPECT_EQ(set.samples[2].score, 2);
  EXPECT_EQ(set.samples[2].game, 0u);
  EXPECT_EQ(set.samples[3].score, 6);
  EXPECT_EQ(set.samples[3].game, 1u);  // more empty squares than before
  EXPECT_EQ(set.games, 2u);
  EXPECT_EQ(set.skipped, 1u);
}

TEST(Tuning, GamesGiveOnlyPositionsWithEnoughEmptySquares) {
  Archive archive;
  GameRecord game;
  game.start.board = {bit(0), bit(1)};  // over after one move
  Position p = game.start;
  append_move(p, game.moves, "c1", "", std::nullopt);
  game.wthor = {0, 0, 0, 40, 36};
  archive.games = {game};
  SampleSet set;
  add_samples(archive, {Label::result, 0, 63, 64}, set);
  EXPECT_TRUE(set.samples.empty());
  add_samples(archive, {Label::result, 0, 62, 64}, set);
  EXPECT_EQ(set.samples.size(), 1u);
}

TEST(Tuning, ChartHoldsACurvePerErrorKind) {
  PhaseReport report;
  report.most_empties = 30;
  report.least_empties = 20;
  report.train_error = 6;
  const std::string svg = error_chart({report, report});
  EXPECT_THAT(svg, ::testing::HasSubstr("<svg xmlns"));
  EXPECT_THAT(svg, ::testing::HasSubstr("held-out games"));
  EXPECT_THAT(svg, ::testing::EndsWith("</svg>\n"));
}

}  // namespace
}  // namespace trilith::othello
