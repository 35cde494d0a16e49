// ProbCut parameters: their text, wrong files, and a fit that finds what made the samples.
#include "eval/othello/probcut.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "engines/error.hpp"
#include "engines/random.hpp"

namespace trilith::othello {
namespace {

using ::testing::HasSubstr;

ProbCut example() { return {{1.2, -0.5, 0.25, 0.4, -0.3, 0.1}}; }

std::string refusal(const std::string& text) {
  try {
    ProbCut::parse(text, "p.txt");
  } catch (const UserError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(ProbCut, TextAndBack) {
  const std::string text = example().text("made by hand");
  EXPECT_EQ(ProbCut::parse(text, "p.txt").coefficients, example().coefficients);
  EXPECT_THAT(text, HasSubstr("# made by hand\n"));
}

TEST(ProbCut, RefusesWrongFiles) {
  const std::string text = example().text("x");
  EXPECT_THAT(refusal(""), HasSubstr("without term 'one'"));
  EXPECT_THAT(refusal(text + "one 3\n"), HasSubstr("stands twice"));
  EXPECT_THAT(refusal("two 3\n"), HasSubstr("line 1: there is no term 'two'"));
  EXPECT_THAT(refusal("one three\n"), HasSubstr("one number"));
  EXPECT_THAT(refusal("one 1 2\n"), HasSubstr("one number"));
  EXPECT_THAT(refusal("one inf\n"), HasSubstr("one number"));
}

TEST(ProbCut, ShippedDeviationsAreSensible) {
  const ProbCut& shipped = ProbCut::shipped();
  for (int empties = 10; empties <= 50; empties += 10) {
    const double deviation = shipped.deviation(empties, 6, 2);
    EXPECT_GT(deviation, 0.5);
    EXPECT_LT(deviation, 10);
    EXPECT_LT(shipped.deviation(empties, 6, 4), deviation);
  }
}

TEST(ProbCut, FitFindsWhatMadeTheSamples) {
  RandomStream random(5, 5);
  std::vector<ProbCutSample> samples;
  for (int i = 0; i < 60'000; ++i) {
    ProbCutSample sample;
    sample.empties = 4 + static_cast<int>(random.below(50));
    sample.depth = 2 + static_cast<int>(random.below(7));
    if (sample.depth > sample.empties) sample.depth = sample.empties;
    sample.shallow = static_cast<int>(random.below(static_cast<std::uint32_t>(sample.depth)));
    const double deviation = example().deviation(sample.empties, sample.depth, sample.shallow);
    sample.difference = random.below(2) == 0 ? deviation : -deviation;
    samples.push_back(sample);
  }
  const ProbCut fit = fit_probcut(samples);
  for (int empties = 12; empties <= 52; empties += 8) {
    EXPECT_NEAR(fit.deviation(empties, 7, 3) / example().deviation(empties, 7, 3), 1, 0.02);
  }
  EXPECT_THROW(fit_probcut({samples.data(), 5}), UserError);
}

}  // namespace
}  // namespace trilith::othello
