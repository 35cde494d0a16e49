// The checker of certificates: its rules against the engine's, and every way to cheat it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engines/error.hpp"
#include "engines/otrio/game.hpp"
#include "engines/random.hpp"
#include "solvers/otrio/living_lines.hpp"
#include "solvers/otrio/solver.hpp"
#include "tools/certificate/prove.hpp"
#include "tools/certificate/verify.hpp"

namespace trilith::certificate {
namespace {

using ::testing::HasSubstr;

const std::vector<std::string> kRuleSets = {"nested,none,pairs", "nested,Sb2,pairs",
                                            "nested,Mb2,pairs",  "free,none,pairs",
                                            "free,Sb2,pairs",    "free,Mb2,pairs"};

std::string shipped(const std::string& name) {
  std::ifstream file(TRILITH_TEST_DATA "/../../data/otrio/" + name + ".proof", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string failure_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const CheckFailed& failure) {
    return failure.what();
  }
  return "";
}

// Plays random games by the engine and by the plain rules at once; calls
// seen(engine position, plain position) at every running position.
template <class Seen>
void play_random_games(const std::string& text, std::uint64_t games, Seen&& seen) {
  const otrio::Rules rules = otrio::parse_rules(text);
  const RuleSet plain = parse_rule_set(text).value();
  for (std::uint64_t game = 0; game < games; ++game) {
    RandomStream random(7, game);
    otrio::Position p = otrio::empty_board(rules);
    State s = start(plain);
    while (p.status == otrio::Status::running) {
      seen(p, s);
      const otrio::SlotMask open = otrio::placements(p, p.due);
      int move = kPass;
      if (open != 0) {
        int skip = static_cast<int>(random.below(static_cast<std::uint32_t>(std::popcount(open))));
        otrio::SlotMask rest = open;
        while (skip-- > 0) rest &= rest - 1;
        move = std::countr_zero(rest);
      }
      ASSERT_EQ((wins(s, s.due) >> move & 1) != 0,
                (otrio::winning_placements(p, p.due) >> move & 1) != 0);
      otrio::play(p, static_cast<otrio::Move>(move), rules.placement, 4);
      s = after(plain, s, move);
    }
  }
}

TEST(PlainRules, AreTheEnginesRules) {
  for (const std::string& rules : kRuleSets) {
    play_random_games(rules, 200, [&](const otrio::Position& p, const State& s) {
      ASSERT_EQ(s.own, p.pieces);
      ASSERT_EQ(s.due, p.due);
      ASSERT_EQ(text(s), otrio::position_text(p));
      std::array<otrio::SlotMask, 4> supply{};
      for (std::size_t c = 0; c < 4; ++c) supply[c] = otrio::supplied(p.pieces[c]);
      const auto living = otrio::LivingLines::of(p.pieces, supply, ~p.closed & otrio::kAllSlots);
      for (int colour = 0; colour < 4; ++colour) {
        ASSERT_EQ(placements(s, colour), otrio::placements(p, colour));
        ASSERT_EQ(wins(s, colour), otrio::winning_placements(p, colour));
        const Hope hoped = hope(s, colour);
        ASSERT_EQ(hoped.slots, living.slots[colour]);
        ASSERT_EQ(hoped.missing, std::min(living.missing[colour], 4));
      }
    });
  }
}

TEST(PlainRules, ReadsRuleSetsForPairsOnly) {
  EXPECT_EQ(parse_rule_set("nested,Sb2,pairs")->blocked, 4);
  EXPECT_EQ(parse_rule_set("free,Lc3,pairs")->blocked, 26);
  for (const char* text : {"", "nested", "nested,none", "nested,none,duel", "free,Sb4,pairs",
                           "free,Sb2,pairs ", "Free,none,pairs", "free,Sb2,pairs,pairs"}) {
    EXPECT_FALSE(parse_rule_set(text)) << text;
  }
}

Name name_of(const Naming& naming, const State& s) {
  std::array<Hope, 4> hopes;
  for (int colour = 0; colour < 4; ++colour) hopes[colour] = hope(s, colour);
  return naming.name(s, hopes);
}

TEST(SameFuture, ImagesHaveOneName) {
  for (const std::string rules : {"nested,Sb2,pairs", "free,Sb2,pairs"}) {
    const Naming naming(parse_rule_set(rules).value());
    play_random_games(rules, 30, [&](const otrio::Position& p, const State& s) {
      for (int symmetry = 1; symmetry < (rules[0] == 'f' ? 16 : 8); ++symmetry) {
        const otrio::Position q = otrio::transform(p, symmetry);
        ASSERT_EQ(name_of(naming, {q.pieces, ~q.closed & kAllSlots, q.due}), name_of(naming, s));
      }
    });
  }
}

// Positions that share a name though they are no images of each other have one value.
TEST(SameFuture, OneNameOneValue) {
  for (const std::string text : {"nested,none,pairs", "free,Mb2,pairs"}) {
    const otrio::Rules rules = otrio::parse_rules(text);
    const Naming naming(parse_rule_set(text).value());
    otrio::Solver solver(rules, std::size_t{1} << 24);
    otrio::SolveOptions options;
    options.best_moves = options.pv = false;
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::vector<otrio::Position>> groups;
    play_random_games(text, 3000, [&](const otrio::Position& p, const State& s) {
      if (std::popcount(p.closed) < 18) return;
      const Name name = name_of(naming, s);
      const otrio::Position form =
          otrio::canonical(p, rules.placement == otrio::Placement::free ? 16 : 8);
      auto& group = groups[{name.first, name.second}];
      if (std::find(group.begin(), group.end(), form) == group.end()) group.push_back(form);
    });
    int merged = 0;
    for (const auto& [name, group] : groups) {
      for (std::size_t i = 1; i < group.size(); ++i) {
        ASSERT_EQ(solver.solve(group[i], options).value, solver.solve(group[0], options).value);
        ++merged;
      }
    }
    EXPECT_GT(merged, 0) << text;
  }
}

class Shipped : public ::testing::TestWithParam<const char*> {
 protected:
  std::string bytes_ = shipped(GetParam());
  CertificateFile file_ = parse_certificate(bytes_, "it");
};

TEST_P(Shipped, Holds) {
  const Verified verified = verify(file_, "it");
  EXPECT_GT(verified.claims[0].positions, 1000u);
  EXPECT_EQ(certificate_bytes(file_).substr(0, 72), bytes_.substr(0, 72));
}

TEST_P(Shipped, AChangedByteIsFound) {
  for (std::size_t at = 0; at < bytes_.size(); at += at < 100 ? 1 : 997) {
    for (const int bit : {0, 3, 7}) {
      std::string changed = bytes_;
      changed[at] = static_cast<char>(changed[at] ^ 1 << bit);
      EXPECT_THAT(failure_of([&] { parse_certificate(changed, "it"); }),
                  HasSubstr("certificate 'it', byte"))
          << at;
    }
  }
  for (std::size_t size = 0; size < bytes_.size(); size += size < 100 ? 1 : 997) {
    EXPECT_NE(failure_of([&] { parse_certificate(bytes_.substr(0, size), "it"); }), "") << size;
  }
  EXPECT_NE(failure_of([&] { parse_certificate(bytes_ + '\0', "it"); }), "");
}

// A forger who mends the checksum and the counts still has to answer every reply. (Fewer or other
// answers may happen to be a proof as well, so each forgery here is one that cannot be.)
TEST_P(Shipped, AMissingOrOtherAnswerIsFound) {
  RandomStream random(3, 0);
  for (int i = 0; i < 60; ++i) {
    CertificateFile forged = file_;
    const std::size_t at = random.below(static_cast<std::uint32_t>(forged.answers.size()));
    const std::uint64_t first = forged.header.counts[0].answers;
    const std::size_t claim = at < first ? 0 : 1;
    const char no_slot = static_cast<char>(27 + random.below(200));
    if (i % 3 == 0) {  // the end of a claim's answers is gone
      const std::size_t end = claim == 0 ? first : forged.answers.size();
      forged.answers.erase(at, end - at);
      forged.header.counts[claim].answers -= end - at;
    } else if (i % 3 == 1) {
      forged.answers.insert(at, 1, no_slot);
      ++forged.header.counts[claim].answers;
    } else {
      forged.answers[at] = no_slot;
    }
    const CertificateFile read = parse_certificate(certificate_bytes(forged), "it");
    EXPECT_THAT(failure_of([&] { verify(read, "it"); }),
                HasSubstr(i % 3 == 0 ? "an answer is missing" : "is not legal"))
        << i;
  }
  CertificateFile fewer = file_;
  --fewer.header.counts[0].positions;
  EXPECT_THAT(failure_of([&] { verify(fewer, "it"); }), HasSubstr("more positions than promised"));
}

TEST_P(Shipped, OtherRulesAndOtherValuesAreRefused) {
  for (const std::string& rules : kRuleSets) {
    if (rules == file_.header.rules) continue;
    CertificateFile other = file_;
    other.header.rules = rules;
    EXPECT_NE(failure_of([&] { verify(other, "it"); }), "") << rules;
  }
  const std::vector<std::pair<Verdict, int>> values = {
      {Verdict::draw, 0},   {Verdict::first, 13},  {Verdict::first, 15},
      {Verdict::first, 17}, {Verdict::second, 14}, {Verdict::second, 16}};
  for (const auto& [verdict, plies] : values) {
    if (verdict == file_.header.verdict && plies == file_.header.plies) continue;
    CertificateFile other = file_;
    other.header.verdict = verdict;
    other.header.plies = plies;
    EXPECT_NE(failure_of([&] { verify(other, "it"); }), "") << plies;
  }
}

INSTANTIATE_TEST_SUITE_P(Certificate, Shipped,
                         ::testing::Values("nested-none-pairs", "nested-Mb2-pairs",
                                           "free-none-pairs"),
                         [](const auto& param) {
                           std::string name = param.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

// Well-formed headers that promise what no file can keep.
TEST(CertificateFile, HostileHeadersAreRefused) {
  const CertificateFile good = parse_certificate(shipped("free-none-pairs"), "it");
  const auto refused = [&](const std::function<void(CertificateFile&)>& change) {
    CertificateFile bad = good;
    change(bad);
    return !failure_of([&] { parse_certificate(certificate_bytes(bad), "it"); }).empty();
  };
  EXPECT_FALSE(refused([](CertificateFile&) {}));
  EXPECT_TRUE(refused([](auto& file) { file.header.counts[0].positions = ~std::uint64_t{0}; }));
  EXPECT_TRUE(refused([](auto& file) { file.header.counts[1].answers = ~std::uint64_t{0}; }));
  EXPECT_TRUE(refused([](auto& file) { ++file.header.counts[1].answers; }));
  EXPECT_TRUE(refused([](auto& file) { file.header.rules = "nested,none,duel"; }));
  EXPECT_TRUE(refused([](auto& file) { file.header.rules = ""; }));
  EXPECT_TRUE(refused([](auto& file) { file.header.plies = 14; }));
  EXPECT_TRUE(refused([](auto& file) { file.header.plies = 201; }));
  EXPECT_TRUE(refused([](auto& file) { file.header.verdict = static_cast<Verdict>(3); }));
  EXPECT_TRUE(refused([](auto& file) { file.header.verdict = Verdict::draw; }));
  EXPECT_TRUE(refused([](auto& file) { file.answers.clear(); }));
}

TEST(CertificateFile, RandomBytesAreRefused) {
  RandomStream random(11, 0);
  for (int i = 0; i < 2000; ++i) {
    std::string bytes = i % 2 == 0 ? "TRLPROO1" : "";
    const std::uint32_t size = random.below(300);
    while (bytes.size() < size) bytes += static_cast<char>(random.below(256));
    ASSERT_NE(failure_of([&] { parse_certificate(bytes, "it"); }), "");
  }
}

// The shipped proofs are what the program makes today: a change of the search that changes them
// makes them anew (data/otrio/README.md). Packing may differ between versions of zstd.
TEST_P(Shipped, IsWhatTheProverMakes) {
  const std::atomic<bool> interrupt{false};
  const auto made =
      prove(otrio::parse_rules(file_.header.rules), std::size_t{1} << 28, interrupt, {});
  ASSERT_TRUE(made);
  EXPECT_TRUE(made->answers == file_.answers);
  EXPECT_EQ(certificate_bytes(*made).substr(0, 72), bytes_.substr(0, 72));
}

TEST(Prover, StopsWhenTold) {
  const std::atomic<bool> interrupt{true};
  EXPECT_FALSE(prove(otrio::parse_rules("free,none"), std::size_t{1} << 28, interrupt, {}));
}

TEST(Prover, RefusesOtherWaysToPlay) {
  const std::atomic<bool> interrupt{false};
  EXPECT_THROW(prove(otrio::parse_rules("free,none,duel"), 1 << 20, interrupt, {}), UserError);
}

}  // namespace
}  // namespace trilith::certificate
