// Iterative deepening with the evaluation, then the exact solver near the end.
#include "solvers/othello/player.hpp"

#include <algorithm>

#include "engines/othello/portable.hpp"

namespace trilith::othello {
namespace {

using alphabeta::Control;

// Without a depth limit the exact solver is tried from so many empty squares on.
constexpr int kSolveFrom = 24;
// What the deepening leaves of the time when the exact solver comes after it.
constexpr double kShareBeforeSolving = 0.2;
// Another round of deepening is begun only while so much of the time is left.
constexpr double kShareForNextDepth = 0.5;
constexpr int kDepthForThreads = 10;

Board played(Board board, Move move) {
  return move == kPass ? board.passed() : after(board, move, Portable::flips(board, move));
}

bool is_over(Board board) {
  return Portable::legal_moves(board) == 0 && Portable::legal_moves(board.passed()) == 0;
}

int solve_from(const PlayLimits& limits) {
  return limits.depth >= 60 ? kSolveFrom : limits.depth + kSolveAhead;
}

alphabeta::Limits search_limits(const PlayLimits& limits) {
  return {limits.nodes, limits.seconds, limits.interrupt};
}

// A search as deep as the game is long proves its value if nothing was cut.
alphabeta::Draft draft_of(int depth, int empties, const PlayLimits& limits) {
  return {depth, depth >= empties ? kNoCuts : limits.selectivity};
}

double discs(int score) { return static_cast<double>(score) / kMidgameUnit; }

// The deepest search that may still begin: none that the solver does better.
int deepest(Board board, const PlayLimits& limits, bool solves) {
  const int empties = board.empty_count();
  return solves ? std::clamp(empties - 10, 1, 8) : std::min(limits.depth, empties);
}

}  // namespace

Player::Player(const Weights& weights, std::size_t hash_bytes, int threads, const ProbCut& probcut)
    : midgame_(weights, probcut, hash_bytes / 2), endgame_(hash_bytes / 2), threads_(threads) {}

// Waking threads takes longer than a small search.
int Player::threads_of(int depth) const { return depth < kDepthForThreads ? 1 : threads_; }

void Player::clear() {
  midgame_.clear();
  endgame_.clear();
}

Choice Player::choose(Board board, const PlayLimits& limits) {
  Choice choice;
  if (is_over(board)) {
    choice.score = final_score(board);
    choice.exact = true;
    return choice;
  }
  const Mask moves = Portable::legal_moves(board);
  choice.move = moves == 0 ? kPass : static_cast<Move>(std::countr_zero(moves));
  choice.pv = {choice.move};
  midgame_.new_search();
  Control control(search_limits(limits));
  const int empties = board.empty_count();
  const bool solves = empties <= solve_from(limits);
  const double share = solves ? kShareBeforeSolving : kShareForNextDepth;
  int score = 0;
  for (int depth = 1; depth <= deepest(board, limits, solves); ++depth) {
    if (depth > 1 && control.seconds() > share * limits.seconds) break;
    const alphabeta::SearchResult result = midgame_.search_around(
        board, score, draft_of(depth, empties, limits), threads_of(depth), control);
    choice.nodes += result.nodes;
    if (!result.complete) break;
    score = result.score;
    choice.score = discs(score);
    choice.depth = depth;
    choice.exact = depth == empties;
    const std::vector<Move> line = midgame_.line(board, static_cast<std::size_t>(depth));
    if (!line.empty()) {
      choice.pv = line;
      choice.move = line[0];
    }
  }
  if (solves && !choice.exact && !control.stopped()) {
    SolveOptions options;
    options.threads = threads_;
    options.limits = {limits.nodes - std::min(limits.nodes, choice.nodes),
                      limits.seconds - control.seconds(), limits.interrupt};
    const SolveResult result = endgame_.solve(board, options);
    choice.nodes += result.nodes;
    if (result.complete && !result.pv.empty()) {
      choice.move = result.pv[0];
      choice.pv = result.pv;
      choice.score = result.lower;
      choice.depth = board.empty_count();
      choice.exact = true;
    }
  }
  choice.seconds = control.seconds();
  return choice;
}

// The exact score of choice.move, which led to `child`, unless a limit comes first.
void Player::solve_after(Board child, const PlayLimits& limits, Control& control, Choice& choice) {
  SolveOptions options;
  options.threads = threads_;
  options.limits = {limits.nodes - std::min(limits.nodes, control.nodes()),
                    limits.seconds - control.seconds(), limits.interrupt};
  const SolveResult result = endgame_.solve(child, options);
  control.report(result.nodes);
  if (!result.complete) {
    control.stop();
    return;
  }
  choice.score = -result.lower;
  choice.depth = child.empty_count() + (choice.move == kPass ? 0 : 1);
  choice.exact = true;
  choice.pv = {choice.move};
  choice.pv.insert(choice.pv.end(), result.pv.begin(), result.pv.end());
}

std::vector<Choice> Player::rank(Board board, std::size_t count, const PlayLimits& limits,
                                 const Progress& progress) {
  std::vector<Choice> choices;
  if (is_over(board)) return choices;
  Mask moves = Portable::legal_moves(board);
  if (moves == 0) choices.push_back({kPass, 0, 0, false, {kPass}, 0, 0});
  for (; moves != 0; moves &= moves - 1) {
    const auto move = static_cast<Move>(std::countr_zero(moves));
    choices.push_back({move, 0, 0, false, {move}, 0, 0});
  }
  count = std::clamp<std::size_t>(count, 1, choices.size());
  Control control(search_limits(limits));
  const auto better = [](const Choice& a, const Choice& b) { return a.score > b.score; };
  const auto report = [&] {
    std::stable_sort(choices.begin(), choices.end(), better);
    if (progress) progress({choices.begin(), choices.begin() + static_cast<long>(count)});
  };

  // Each move's child on its own, all moves to one depth before the next.
  midgame_.new_search();
  const int empties = board.empty_count();
  const bool solves = empties <= solve_from(limits);
  for (int depth = 1; depth <= deepest(board, limits, solves); ++depth) {
    std::vector<Choice> next = choices;
    bool complete = true;
    for (Choice& choice : next) {
      const Board child = played(board, choice.move);
      const int ahead = choice.move == kPass ? depth : depth - 1;
      const alphabeta::SearchResult result = midgame_.search_around(
          child, static_cast<int>(-choice.score * kMidgameUnit),
          draft_of(ahead, child.empty_count(), limits), threads_of(ahead), control);
      complete = result.complete;
      if (!complete) break;
      choice.score = -discs(result.score);
      choice.depth = depth;
      choice.exact = depth == empties || is_over(child);
      choice.pv = {choice.move};
      const std::vector<Move> line = midgame_.line(child, static_cast<std::size_t>(ahead));
      choice.pv.insert(choice.pv.end(), line.begin(), line.end());
    }
    if (!complete) break;
    choices = std::move(next);
    report();
    if (control.stopped()) break;
  }
  if (solves) {
    for (Choice& choice : choices) {
      if (control.stopped()) break;
      if (!choice.exact) solve_after(played(board, choice.move), limits, control, choice);
    }
    report();
  }
  for (Choice& choice : choices) {
    choice.nodes = control.nodes();
    choice.seconds = control.seconds();
  }
  choices.resize(count);
  return choices;
}

}  // namespace trilith::othello
