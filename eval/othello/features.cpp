// Reading of the feature table, and symmetric classes.
#include "eval/othello/features.hpp"

#include <algorithm>
#include <set>
#include <sstream>
#include <utility>

#include "engines/error.hpp"
#include "engines/othello/notation.hpp"
#include "engines/othello/portable.hpp"
#include "engines/othello/symmetry.hpp"
#include "eval/othello/index_blocks.hpp"

namespace trilith::othello {
namespace {

std::vector<Move> image(const std::vector<Move>& squares, int symmetry) {
  std::vector<Move> result;
  for (const Move square : squares) result.push_back(transform(square, symmetry));
  return result;
}

Mask mask_of(const std::vector<Move>& squares) {
  Mask mask = 0;
  for (const Move square : squares) mask |= bit(square);
  return mask;
}

std::uint32_t power_of_three(std::size_t exponent) {
  std::uint32_t power = 1;
  for (; exponent > 0; --exponent) power *= 3;
  return power;
}

// The powers of three of each square after the squares changed places as `symmetry` says; only for
// a symmetry that maps the pattern to itself.
std::vector<std::uint32_t> moved_powers(const std::vector<Move>& squares, int symmetry) {
  std::vector<std::uint32_t> powers;
  for (const Move square : squares) {
    const auto place = std::find(squares.begin(), squares.end(), transform(square, symmetry));
    powers.push_back(power_of_three(static_cast<std::size_t>(place - squares.begin())));
  }
  return powers;
}

// Numbers the configurations so that those which a symmetry of the pattern exchanges are one class.
void number_classes(Pattern& pattern) {
  std::vector<std::vector<std::uint32_t>> symmetries;
  for (int symmetry = 1; symmetry < kSymmetries; ++symmetry) {
    if (mask_of(image(pattern.squares, symmetry)) == mask_of(pattern.squares)) {
      symmetries.push_back(moved_powers(pattern.squares, symmetry));
    }
  }
  const std::uint32_t configurations = power_of_three(pattern.squares.size());
  pattern.class_of.resize(configurations);
  for (std::uint32_t index = 0; index < configurations; ++index) {
    std::uint32_t smallest = index;
    for (const auto& powers : symmetries) {
      std::uint32_t moved = 0;
      std::uint32_t rest = index;
      for (const std::uint32_t power : powers) {
        moved += rest % 3 * power;
        rest /= 3;
      }
      smallest = std::min(smallest, moved);
    }
    pattern.class_of[index] = smallest == index ? pattern.classes++ : pattern.class_of[smallest];
  }
}

UserError fault(int line, const std::string& why) {
  return UserError("feature table, line " + std::to_string(line) + ": " + why);
}

Pattern parse_pattern(const std::string& line, int number) {
  std::istringstream words(line);
  Pattern pattern;
  words >> pattern.name;
  for (std::string word; words >> word;) {
    Move square = kPass;
    try {
      square = parse_square(word);
    } catch (const UserError& error) {
      throw fault(number, error.what());
    }
    if (square == kPass) throw fault(number, "a pass is no square");
    if (mask_of(pattern.squares) & bit(square)) {
      throw fault(number, "square " + word + " stands twice");
    }
    pattern.squares.push_back(square);
  }
  if (pattern.squares.size() < 2 || pattern.squares.size() > kMaxPatternSquares) {
    throw fault(number, "a pattern has 2 to 10 squares, this one " +
                            std::to_string(pattern.squares.size()));
  }
  return pattern;
}

}  // namespace

FeatureSet FeatureSet::parse(std::string_view text) {
  FeatureSet set;
  std::istringstream lines{std::string(text)};
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string::npos || line[0] == '#') continue;
    set.add_pattern(parse_pattern(line, number));
    if (set.size() > kMaxLanes) {
      throw fault(number, "more than " + std::to_string(kMaxLanes) + " features with all images");
    }
  }
  if (set.patterns_.empty()) throw UserError("feature table: no pattern in it");
  set.fill_contributions();
  return set;
}

std::string FeatureSet::text() const {
  std::string text;
  for (const Pattern& pattern : patterns_) {
    text += pattern.name;
    for (const Move square : pattern.squares) text += ' ' + move_text(square);
    text += '\n';
  }
  return text;
}

void FeatureSet::add_pattern(Pattern pattern) {
  number_classes(pattern);
  pattern.first_entry = entries_;
  pattern.first_class = classes_;
  entries_ += static_cast<std::uint32_t>(pattern.class_of.size());
  classes_ += pattern.classes;
  std::set<Mask> seen;
  for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
    std::vector<Move> squares = image(pattern.squares, symmetry);
    if (seen.insert(mask_of(squares)).second) {
      features_.push_back({patterns_.size(), std::move(squares)});
    }
  }
  patterns_.push_back(std::move(pattern));
}

void FeatureSet::fill_contributions() {
  lanes_ = (features_.size() + kLanes - 1) / kLanes * kLanes;
  contributions_.assign(16 * 16 * lanes_, 0);
  square_contributions_.assign((kSquares + 1) * lanes_, 0);
  for (std::size_t lane = 0; lane < features_.size(); ++lane) {
    std::uint32_t power = 1;
    for (const Move square : features_[lane].squares) {
      const std::size_t chunk = square / 4;
      for (std::size_t discs = 0; discs < 16; ++discs) {
        if ((discs >> (square % 4) & 1) == 0) continue;
        std::uint16_t& sum = contributions_[(chunk * 16 + discs) * lanes_ + lane];
        sum = static_cast<std::uint16_t>(sum + power);
      }
      square_contributions_[square * lanes_ + lane] = static_cast<std::uint16_t>(power);
      power *= 3;
    }
  }
}

namespace {

ContributionTable contribution_table(const FeatureSet& set) {
  return {set.contributions(), set.square_contributions(), set.lanes() / kLanes};
}

}  // namespace

void set_indices(const FeatureSet& set, Board board, Indices& indices) {
  IndexBlocks<Portable>::set(contribution_table(set), board, indices);
}

void play_indices(const FeatureSet& set, const Indices& from, int square, Mask flipped,
                  Indices& to) {
  IndexBlocks<Portable>::play(contribution_table(set), from, square, flipped, to);
}

void pass_indices(const Indices& from, Indices& to) {
  const Indices copy = from;
  to.own = copy.enemy;
  to.enemy = copy.own;
}

}  // namespace trilith::othello
