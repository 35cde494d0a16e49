// The weights file: round trip, damage, and the sum that an evaluation is.
#include "eval/othello/weights.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engines/error.hpp"
#include "tests/engines/othello/boards.hpp"
#include "tests/engines/othello/mutations.hpp"

namespace trilith::othello {
namespace {

using ::testing::HasSubstr;

Weights random_weights(int phases) {
  Weights weights(FeatureSet::parse("edge a1 b1 c1 d1\ncorner a1 b1 a2 b2\n"), phases);
  weights.set_note("made by a test");
  RandomStream random(8, 4);
  for (int phase = 0; phase < phases; ++phase) {
    std::vector<std::int16_t> values(weights.weights_per_phase());
    for (auto& value : values) value = static_cast<std::int16_t>(random());
    weights.set_phase(phase, values);
    EXPECT_EQ(weights.phase_weights(phase), values);
  }
  return weights;
}

TEST(Weights, PhasesCoverAllEmpties) {
  for (const int phases : {1, 7, 20, 60}) {
    const Weights weights(FeatureSet::parse("edge a1 b1\n"), phases);
    EXPECT_EQ(weights.phase_of(60), 0);
    EXPECT_EQ(weights.phase_of(0), phases - 1);
    for (int empties = 1; empties <= 60; ++empties) {
      EXPECT_LE(weights.phase_of(empties), weights.phase_of(empties - 1));
    }
  }
}

TEST(Weights, FileRoundTrip) {
  const Weights weights = random_weights(5);
  const std::string bytes = weights.bytes();
  const Weights back = Weights::parse(bytes, "x");
  EXPECT_EQ(back.note(), "made by a test");
  EXPECT_EQ(back.bytes(), bytes);
  RandomStream random(8, 5);
  for (int i = 0; i < 100; ++i) {
    const Board board = random_game_board(random, 2 + i % 56);
    EXPECT_EQ(back.evaluate(board), weights.evaluate(board));
  }
}

TEST(Weights, EvaluationIsTheSumOfItsTerms) {
  Weights weights(FeatureSet::parse("edge a1 b1 c1\n"), 1);
  std::vector<std::int16_t> values(weights.weights_per_phase());
  RandomStream random(8, 6);
  for (auto& value : values) value = static_cast<std::int16_t>(random.below(100));
  weights.set_phase(0, values);
  const Board board = random_game_board(random, 30);
  Indices indices;
  set_indices(weights.features(), board, indices);
  int sum = 0;
  for (std::size_t lane = 0; lane < weights.features().size(); ++lane) {
    sum += values[weights.features().patterns()[0].class_of[indices.own[lane] +
                                                            2u * indices.enemy[lane]]];
  }
  const ExtraTerms terms = extra_terms(board);
  for (const int term : {terms.parity, terms.own, terms.enemy}) {
    sum += values[weights.features().classes() + static_cast<std::size_t>(term)];
  }
  EXPECT_EQ(weights.evaluate(board), sum);
}

TEST(Weights, NamesTheFault) {
  const std::string bytes = random_weights(2).bytes();
  const auto fault = [](const std::string& text) -> std::string {
    try {
      Weights::parse(text, "x");
    } catch (const UserError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_THAT(fault(""), HasSubstr("weights file 'x': is no file of Othello weights"));
  EXPECT_THAT(fault(bytes.substr(0, bytes.size() - 1)), HasSubstr("checksum is wrong"));
  std::string version = bytes;
  version[8] = 9;
  EXPECT_THAT(fault(version), HasSubstr("version 9, this program reads version 1"));
}

TEST(Weights, FuzzedFilesAreRefused) {
  const std::string bytes = random_weights(1).bytes();
  for (std::uint64_t unit = 0; unit < 2000; ++unit) {
    const std::string damaged = mutated(bytes, unit);
    if (damaged == bytes) continue;
    EXPECT_THROW(Weights::parse(damaged, "x"), UserError) << unit;
  }
}

}  // namespace
}  // namespace trilith::othello
