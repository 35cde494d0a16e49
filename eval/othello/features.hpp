// The pattern features of the Othello evaluation: a set read from one table of squares.
//
// A pattern is a list of 2..10 squares. Its images under the eight symmetries of the board are the
// features; they share one table of weights, and so do configurations that a symmetry of the
// pattern itself exchanges (a "class"). A feature's index is ternary: the sum over its squares of
// 3^i times 0 for empty, 1 for a disc of the side to move, 2 for an enemy disc, where i is the
// square's place in the list.
//
// Worked value: pattern "a1 b1", own disc on a1, enemy disc on b1: index 1 * 1 + 2 * 3 = 7.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engines/othello/board.hpp"

namespace trilith::othello {

inline constexpr std::size_t kMaxPatternSquares = 10;  // 3^10 indices fit 16 bits
inline constexpr std::size_t kLanes = 16;              // features are updated in blocks of so many
inline constexpr std::size_t kMaxLanes = 64;           // at most so many features

// The shipped set: a name and its squares per line. The kinds of shapes follow M. Buro,
// "Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello" (1997):
// lines, edges with the X squares, corner blocks.
inline constexpr std::string_view kDefaultPatterns = R"(corner-3x3 a1 b1 c1 a2 b2 c2 a3 b3 c3
corner-arm a1 b1 c1 d1 e1 b2 a2 a3 a4 a5
edge-2x a1 b1 c1 d1 e1 f1 g1 h1 b2 g2
edge-block a1 c1 d1 e1 f1 h1 c2 d2 e2 f2
line-2 a2 b2 c2 d2 e2 f2 g2 h2
line-3 a3 b3 c3 d3 e3 f3 g3 h3
line-4 a4 b4 c4 d4 e4 f4 g4 h4
diagonal-8 a1 b2 c3 d4 e5 f6 g7 h8
diagonal-7 a2 b3 c4 d5 e6 f7 g8
diagonal-6 a3 b4 c5 d6 e7 f8
diagonal-5 a4 b5 c6 d7 e8
diagonal-4 a5 b6 c7 d8
)";

struct Pattern {
  std::string name;
  std::vector<Move> squares;
  std::uint32_t first_entry = 0;        // of this pattern in a phase's table of configurations
  std::uint32_t first_class = 0;        // of this pattern among the classes of the whole set
  std::uint32_t classes = 0;            // different weights
  std::vector<std::uint32_t> class_of;  // per configuration, counted from first_class
};

struct Feature {
  std::size_t pattern = 0;
  std::vector<Move> squares;
};

class FeatureSet {
 public:
  // Reads lines `name square square ...`; empty lines and lines starting with # are skipped.
  // Throws UserError.
  static FeatureSet parse(std::string_view text);

  // The table as text that parse() reads back.
  std::string text() const;

  const std::vector<Pattern>& patterns() const { return patterns_; }
  const std::vector<Feature>& features() const { return features_; }
  std::size_t size() const { return features_.size(); }
  // size() rounded up to whole blocks; the lanes beyond size() have index 0 always.
  std::size_t lanes() const { return lanes_; }
  std::uint32_t entries() const { return entries_; }  // configurations of all patterns
  std::uint32_t classes() const { return classes_; }  // weights of all patterns

  // What the discs of a chunk (16 groups of four squares, a1-d1 first) add to each lane's index
  // when they have digit 1: lanes() numbers for each of 16 x 16 combinations, see
  // ContributionTable.
  const std::uint16_t* contributions() const { return contributions_.data(); }
  // The same for each square alone, and zeros for "square" kSquares.
  const std::uint16_t* square_contributions() const { return square_contributions_.data(); }

 private:
  void add_pattern(Pattern pattern);
  void fill_contributions();

  std::vector<Pattern> patterns_;
  std::vector<Feature> features_;
  std::size_t lanes_ = 0;
  std::uint32_t entries_ = 0;
  std::uint32_t classes_ = 0;
  std::vector<std::uint16_t> contributions_;
  std::vector<std::uint16_t> square_contributions_;
};

// The ternary indices of one position, own and enemy discs apart, so that changing sides is a swap
// and one table of weights serves both: index = own + 2 * enemy. Only the first lanes() count.
struct Indices {
  alignas(64) std::array<std::uint16_t, kMaxLanes> own;
  alignas(64) std::array<std::uint16_t, kMaxLanes> enemy;
};

// The indices from scratch.
void set_indices(const FeatureSet& set, Board board, Indices& indices);

// The indices after the side to move put a disc on `square` and turned `flipped`, as seen by the
// side that moves next. `from` and `to` may be the same.
void play_indices(const FeatureSet& set, const Indices& from, int square, Mask flipped,
                  Indices& to);

// The indices after a pass.
void pass_indices(const Indices& from, Indices& to);

}  // namespace trilith::othello
