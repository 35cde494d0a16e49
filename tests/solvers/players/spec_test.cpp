// The grammar of players: what it reads, and a message that names each fault.
#include "solvers/players/spec.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engines/error.hpp"
#include "engines/random.hpp"

namespace trilith::players {
namespace {

using ::testing::HasSubstr;

template <class F>
std::string fault_of(F&& f) {
  try {
    f();
  } catch (const UserError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Spec, ReadsListsWithOptions) {
  const auto specs = parse_specs("human,mcts:playouts=100,c=0.5,random,alphabeta:depth=6");
  ASSERT_EQ(specs.size(), 4u);
  EXPECT_EQ(specs[0], (Spec{"human", {}}));
  EXPECT_EQ(specs[1], (Spec{"mcts", {{"playouts", "100"}, {"c", "0.5"}}}));
  EXPECT_EQ(specs[2].kind, "random");
  EXPECT_EQ(specs[3].text(), "alphabeta:depth=6");
  EXPECT_EQ(parse_spec(specs[1].text()), specs[1]);
}

TEST(Spec, NamesEveryFault) {
  const auto fault = [](const char* text) { return fault_of([&] { parse_specs(text); }); };
  EXPECT_THAT(fault(""), HasSubstr("a player is empty"));
  EXPECT_THAT(fault("mcts,,random"), HasSubstr("a player is empty"));
  EXPECT_THAT(fault("playouts=5"), HasSubstr("'playouts=5' does not start with a kind"));
  EXPECT_THAT(fault("mcts:playouts"), HasSubstr("option 'playouts' has no '='"));
  EXPECT_THAT(fault("mcts:playouts="), HasSubstr("option 'playouts' has no value"));
  EXPECT_THAT(fault("mcts:a=1,a=2"), HasSubstr("option 'a' is given twice"));
  EXPECT_THAT(fault("Mcts"), HasSubstr("does not start with a kind"));
  EXPECT_THAT(fault_of([] { parse_spec("mcts,random"); }), HasSubstr("these are 2 players"));
}

TEST(OptionReader, ChecksValuesAndLeftovers) {
  const Spec spec = parse_spec("mcts:playouts=12,c=0.5,mode=b");
  OptionReader reader(spec);
  EXPECT_EQ(reader.whole("playouts", 7, 1, 100), 12u);
  EXPECT_EQ(reader.whole("nodes", 7, 1, 100), 7u);
  EXPECT_DOUBLE_EQ(reader.real("c", 1, 0, 2), 0.5);
  EXPECT_THAT(fault_of([&] { reader.finish(); }),
              HasSubstr("no option 'mode'; mcts knows playouts, nodes, c"));
  EXPECT_EQ(reader.choice("mode", 0, {"a", "b"}), 1u);
  EXPECT_NO_THROW(reader.finish());
}

TEST(OptionReader, RefusesBadNumbers) {
  for (const char* text : {"mcts:n=0", "mcts:n=101", "mcts:n=1.5", "mcts:n=-1", "mcts:n=x",
                           "mcts:n=99999999999999999999"}) {
    const Spec spec = parse_spec(text);
    OptionReader reader(spec);
    EXPECT_THAT(fault_of([&] { reader.whole("n", 1, 1, 100); }),
                HasSubstr("is not a whole number from 1 to 100"))
        << text;
  }
  for (const char* text : {"mcts:c=nan", "mcts:c=3", "mcts:c=1x"}) {
    const Spec spec = parse_spec(text);
    OptionReader reader(spec);
    EXPECT_THAT(fault_of([&] { reader.real("c", 1, 0, 2); }), HasSubstr("is not a number from"));
  }
  const Spec spec = parse_spec("mcts:mode=z");
  OptionReader reader(spec);
  EXPECT_THAT(fault_of([&] { reader.choice("mode", 0, {"a", "b"}); }),
              HasSubstr("is not one of a, b"));
}

// Damaged texts give players or a UserError, and accepted ones survive their own text.
TEST(Spec, SurvivesDamagedText) {
  RandomStream random(2026, 5);
  const std::string alphabet = "abc:=,.-_01 \tZ";
  int accepted = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string text;
    for (std::uint32_t i = random.below(12); i > 0; --i) {
      text += alphabet[random.below(static_cast<std::uint32_t>(alphabet.size()))];
    }
    try {
      for (const Spec& spec : parse_specs(text)) EXPECT_EQ(parse_spec(spec.text()), spec) << text;
      ++accepted;
    } catch (const UserError&) {
    }
  }
  EXPECT_GT(accepted, 100);
  EXPECT_LT(accepted, 20'000);
}

}  // namespace
}  // namespace trilith::players
