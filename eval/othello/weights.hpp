// The trained weights of the Othello evaluation and their file.
//
// The evaluation of a position is the sum of the weights of its features' configurations and of
// three small tables (parity of the empty squares, moves of either side), all of the phase that the
// number of empty squares gives. Unit: 1/kUnit disc of final score, for the side to move.
//
// File, little-endian, version 1:
//    0  8 bytes  "TRLOTHW\n"
//    8  u32 version   12 u32 phases   16 u32 length of the feature table   20 u32 length of the
//    note
//   24  u32 length of the packed weights
//   28  the feature table, the note (how the weights were made), the packed weights
//   end u64 XXH3 of everything before
// The packed weights are one zstd frame of int16: per phase classes() + kExtraTerms numbers, each
// phase after the first as the difference from the phase before, modulo 2^16; all low bytes first,
// then all high bytes.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "eval/othello/features.hpp"

namespace trilith::othello {

inline constexpr int kUnit = 64;                            // weights per disc
inline constexpr int kMobilityTerms = 32;                   // 0..30 moves and "more"
inline constexpr int kExtraTerms = 2 + 2 * kMobilityTerms;  // parity, own moves, enemy's moves
inline constexpr int kMaxPhases = 60;

// The places of the three extra terms of a position among the kExtraTerms.
struct ExtraTerms {
  int parity = 0;
  int own = 0;
  int enemy = 0;
};
ExtraTerms extra_terms(Board board);
ExtraTerms extra_terms(int empties, int own_moves, int enemy_moves);

// What an evaluation reads, without the vectors that own it; searchers keep a copy.
// A phase's table holds entries() weights, the extra terms, and zeros; lanes beyond the last
// feature point at a zero.
struct EvaluationView {
  const std::uint16_t* contributions = nullptr;         // see ContributionTable
  const std::uint16_t* square_contributions = nullptr;  // the same
  const std::uint32_t* bases = nullptr;  // per lane: where its table starts in a phase
  std::size_t lanes = 0;
  std::size_t entries = 0;
  std::array<const std::int16_t*, kSquares + 1> tables{};  // per number of empty squares
};

class Weights {
 public:
  // All weights 0.
  Weights(FeatureSet features, int phases);

  // A file's content; `name` stands in the messages. Throws UserError.
  static Weights parse(std::string_view bytes, const std::string& name);
  // `effort` is zstd's compression level, 1..19.
  std::string bytes(int effort = 19) const;

  // The weights that come with the program. Built at the first call, which is thread-safe.
  static const Weights& shipped();

  const FeatureSet& features() const { return features_; }
  int phases() const { return phases_; }
  const std::string& note() const { return note_; }
  void set_note(std::string note) { note_ = std::move(note); }

  // Weights of a phase in the order of the file: the classes, then the extra terms.
  std::size_t weights_per_phase() const { return features_.classes() + kExtraTerms; }
  void set_phase(int phase, const std::vector<std::int16_t>& weights);
  std::vector<std::int16_t> phase_weights(int phase) const;

  // Valid as long as these weights are neither changed nor moved.
  EvaluationView view() const;

  // Phase 0 is the opening. `empties` is 0..60.
  int phase_of(int empties) const { return (60 - empties) * phases_ / 61; }

  // In 1/kUnit discs, within +-64 discs. The indices are those of `board`.
  int evaluate(const Indices& indices, Board board) const;
  // The same with the indices computed on the way.
  int evaluate(Board board) const;
  // The same when the numbers of moves of either side are known.
  int evaluate(Board board, int own_moves, int enemy_moves) const;

 private:
  int evaluate(const Indices& indices, int empties, const ExtraTerms& terms) const;
  // A gather of 32 bits reads one weight beyond the one it wants.
  std::size_t stride() const { return features_.entries() + kExtraTerms + 2; }

  FeatureSet features_;
  int phases_;
  std::string note_;
  std::vector<std::uint32_t> base_;  // per lane: where its table starts in a phase
  std::vector<std::int16_t> table_;  // per phase: entries() weights, the extra terms, zeros
};

}  // namespace trilith::othello
