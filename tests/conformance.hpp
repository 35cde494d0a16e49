// Checks that every game gets for free: `conformance::check_all<G>(setup)` in one line of its
// tests.
//
// Random games from initial(setup) (or from deals), with literal seeds; at every position: moves
// are distinct and survive their text, positions survive theirs, payoffs are in range and games
// end; keys, symmetries and hidden information where the game has them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "engines/error.hpp"
#include "engines/game.hpp"

namespace trilith::conformance {

struct Options {
  int games = 50;
  int max_plies = 10'000;  // a game that goes on longer fails, unless may_be_endless
  bool may_be_endless = false;
};

template <Game G>
typename G::Position start(const typename G::Setup& setup, RandomStream& random) {
  if constexpr (Chance<G>) {
    return G::deal(setup, random);
  } else {
    return G::initial(setup);
  }
}

// Calls visit(position) for every position of random games.
template <Game G, class Visit>
void for_random_positions(const typename G::Setup& setup, const Options& options, Visit&& visit) {
  for (int game = 0; game < options.games; ++game) {
    RandomStream random(2026, static_cast<std::uint64_t>(game));
    typename G::Position p = start<G>(setup, random);
    int plies = 0;
    for (; !G::is_terminal(p) && plies < options.max_plies; ++plies) {
      visit(p);
      MoveList<G> moves;
      G::legal_moves(p, moves);
      ASSERT_FALSE(moves.empty()) << G::position_text(p);
      G::play(p, moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    if (!options.may_be_endless) {
      ASSERT_LT(plies, options.max_plies) << "a random game does not end";
    }
    visit(p);
  }
}

template <Game G>
void check_moves(const typename G::Position& p) {
  MoveList<G> moves;
  G::legal_moves(p, moves);
  if (G::is_terminal(p)) {
    EXPECT_TRUE(moves.empty()) << G::position_text(p);
    const Payoff<G> payoff = G::payoff(p);
    for (int seat = 0; seat < G::seats(p); ++seat) {
      EXPECT_LE(std::abs(payoff[seat]), G::max_payoff) << G::position_text(p);
    }
    return;
  }
  EXPECT_GE(G::side_to_move(p), 0);
  EXPECT_LT(G::side_to_move(p), G::seats(p));
  for (std::size_t i = 0; i < moves.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(moves[i], moves[j]) << G::position_text(p);
    EXPECT_EQ(G::parse_move(p, G::move_text(p, moves[i])), moves[i]) << G::position_text(p);
  }
}

// A finished game's text need not be readable: some games refuse such positions.
template <Game G>
void check_text(const typename G::Setup& setup, const typename G::Position& p) {
  if (G::is_terminal(p)) return;
  const std::string text = G::position_text(p);
  EXPECT_EQ(G::parse_position(setup, text), p) << text;
}

template <Hashed G>
void check_key(const typename G::Setup& setup, const typename G::Position& p) {
  if (G::is_terminal(p)) return;
  EXPECT_EQ(G::key(G::parse_position(setup, G::position_text(p))), G::key(p));
}

// Playing commutes with every symmetry, and all images have one canonical form.
template <Symmetric G>
void check_symmetry(const typename G::Position& p) {
  const typename G::Position canonical = G::canonical(p);
  EXPECT_EQ(G::transform(p, 0), p);
  EXPECT_EQ(G::canonical(canonical), canonical);
  bool canonical_is_image = false;
  MoveList<G> moves;
  G::legal_moves(p, moves);
  for (int symmetry = 0; symmetry < G::symmetries(p); ++symmetry) {
    const typename G::Position image = G::transform(p, symmetry);
    canonical_is_image |= image == canonical;
    EXPECT_EQ(G::canonical(image), canonical) << G::position_text(p) << " symmetry " << symmetry;
    EXPECT_EQ(G::is_terminal(image), G::is_terminal(p));
    MoveList<G> image_moves;
    G::legal_moves(image, image_moves);
    ASSERT_EQ(image_moves.size(), moves.size()) << G::position_text(p);
    for (const typename G::Move& move : moves) {
      const typename G::Move image_move = G::transform(move, symmetry);
      EXPECT_NE(std::find(image_moves.begin(), image_moves.end(), image_move), image_moves.end());
      typename G::Position after = p;
      G::play(after, move);
      typename G::Position image_after = image;
      G::play(image_after, image_move);
      EXPECT_EQ(G::transform(after, symmetry), image_after) << G::position_text(p);
    }
  }
  EXPECT_TRUE(canonical_is_image) << G::position_text(p);
}

// The leak test: a sample is consistent with what the seat saw, and equal observations of different
// true positions give identical sample streams.
template <Hidden G>
void check_hidden(const typename G::Position& p) {
  for (int seat = 0; seat < G::seats(p); ++seat) {
    const typename G::Observation seen = G::observe(p, seat);
    RandomStream random(7, 1);
    const typename G::Position other = G::resample(seen, random);
    ASSERT_EQ(G::observe(other, seat), seen) << G::position_text(p);
    RandomStream left(7, 2);
    RandomStream right(7, 2);
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(G::resample(seen, left), G::resample(G::observe(other, seat), right));
    }
  }
}

template <Game G>
void check_all(const typename G::Setup& setup, const Options& options = {}) {
  for_random_positions<G>(setup, options, [&](const typename G::Position& p) {
    check_moves<G>(p);
    check_text<G>(setup, p);
    if constexpr (Hashed<G>) check_key<G>(setup, p);
    if constexpr (Symmetric<G>) check_symmetry<G>(p);
    if constexpr (Hidden<G>) check_hidden<G>(p);
  });
}

// Sequences of exactly `depth` moves; games that end before count nothing.
template <Game G>
std::uint64_t perft(const typename G::Position& p, int depth) {
  if (depth == 0) return 1;
  MoveList<G> moves;
  G::legal_moves(p, moves);
  std::uint64_t total = 0;
  for (const typename G::Move& move : moves) {
    typename G::Position child = p;
    G::play(child, move);
    total += perft<G>(child, depth - 1);
  }
  return total;
}

// Feeds damaged texts of real positions to the parser: it must answer with a position or a
// UserError.
template <Game G>
void fuzz_position_parser(const typename G::Setup& setup, int rounds, std::string_view alphabet) {
  std::vector<std::string> texts;
  for_random_positions<G>(
      setup, {.games = 5, .may_be_endless = true},
      [&](const typename G::Position& p) { texts.push_back(G::position_text(p)); });
  RandomStream random(2026, 99);
  int accepted = 0;
  for (int round = 0; round < rounds; ++round) {
    std::string text = texts[random.below(static_cast<std::uint32_t>(texts.size()))];
    const std::uint32_t edits = 1 + random.below(4);
    for (std::uint32_t edit = 0; edit < edits; ++edit) {
      const std::uint32_t at = random.below(static_cast<std::uint32_t>(text.size() + 1));
      const char letter = random.below(8) == 0
                              ? static_cast<char>(random.below(256))
                              : alphabet[random.below(static_cast<std::uint32_t>(alphabet.size()))];
      switch (random.below(4)) {
        case 0:
          text.insert(text.begin() + at, letter);
          break;
        case 1:
          if (at < text.size()) text.erase(text.begin() + at);
          break;
        default:
          if (at < text.size()) text[at] = letter;
      }
    }
    try {
      const typename G::Position p = G::parse_position(setup, text);
      ++accepted;
      MoveList<G> moves;
      G::legal_moves(p, moves);
      EXPECT_EQ(moves.empty(), G::is_terminal(p)) << text;
    } catch (const UserError& error) {
      EXPECT_NE(std::string(error.what()), "");
    }
  }
  EXPECT_LT(accepted, rounds) << "no damaged text was refused";
}

}  // namespace trilith::conformance
