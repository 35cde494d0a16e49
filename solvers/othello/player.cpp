// Iterative deepening with the evaluation, then the exact solver near the end.
#include "solvers/othello/player.hpp"

#include <algorithm>

#include "solvers/alphabeta/alphabeta.hpp"
#include "solvers/othello/midgame_hooks.hpp"

namespace trilith::othello {
namespace {

using alphabeta::Control;
using Search = alphabeta::AlphaBeta<MidgameHooks>;

// Without a depth limit the exact solver is tried from so many empty squares on.
constexpr int kSolveFrom = 24;
// What the deepening leaves of the time when the exact solver comes after it.
constexpr double kShareBeforeSolving = 0.2;
// Another round of deepening is begun only while so much of the time is left.
constexpr double kShareForNextDepth = 0.5;

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

// The moves that the table holds for the positions after `board`, at most `length`.
std::vector<Move> line_of(const alphabeta::Table& table, const MidgameHooks& hooks, Board board,
                          std::size_t length) {
  std::vector<Move> line;
  while (line.size() < length && !is_over(board)) {
    alphabeta::TableEntry entry;
    const MidgameHooks::Node node = MidgameHooks::node(board);
    if (!table.probe(hooks.key(node), entry)) break;
    const bool legal = entry.move < kSquares ? (node.moves & bit(entry.move)) != 0
                                             : entry.move == kPass && node.moves == 0;
    if (!legal) break;
    line.push_back(entry.move);
    board = played(board, entry.move);
  }
  return line;
}

// The deepest search that may still begin: none that the solver does better.
int deepest(Board board, const PlayLimits& limits, bool solves) {
  const int empties = board.empty_count();
  return solves ? std::clamp(empties - 10, 1, 8) : std::min(limits.depth, empties);
}

}  // namespace

Player::Player(const Weights& weights, std::size_t hash_bytes, int threads)
    : midgame_(hash_bytes / 2), endgame_(hash_bytes / 2), weights_(&weights), threads_(threads) {}

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
  const MidgameHooks hooks(*weights_);
  Search search(hooks, midgame_, control);

  const bool solves = board.empty_count() <= solve_from(limits);
  const double share = solves ? kShareBeforeSolving : kShareForNextDepth;
  for (int depth = 1; depth <= deepest(board, limits, solves); ++depth) {
    if (depth > 1 && control.seconds() > share * limits.seconds) break;
    const int value = search.search(MidgameHooks::node(board), MidgameHooks::min_score,
                                    MidgameHooks::max_score, {depth, 0});
    if (search.aborted()) break;
    choice.score = static_cast<double>(value) / kUnit;
    choice.depth = depth;
    choice.exact = depth == board.empty_count();
    const std::vector<Move> line = line_of(midgame_, hooks, board, static_cast<std::size_t>(depth));
    if (!line.empty()) {
      choice.pv = line;
      choice.move = line[0];
    }
  }
  search.report();
  choice.nodes = search.nodes();
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
  const MidgameHooks hooks(*weights_);
  Search search(hooks, midgame_, control);
  const int empties = board.empty_count();
  const bool solves = empties <= solve_from(limits);
  for (int depth = 1; depth <= deepest(board, limits, solves); ++depth) {
    std::vector<Choice> next = choices;
    for (Choice& choice : next) {
      const Board child = played(board, choice.move);
      const int ahead = choice.move == kPass ? depth : depth - 1;
      const int value = search.search(MidgameHooks::node(child), MidgameHooks::min_score,
                                      MidgameHooks::max_score, {ahead, 0});
      if (search.aborted()) break;
      choice.score = -static_cast<double>(value) / kUnit;
      choice.depth = depth;
      choice.exact = depth == empties || is_over(child);
      choice.pv = {choice.move};
      const std::vector<Move> line =
          line_of(midgame_, hooks, child, static_cast<std::size_t>(ahead));
      choice.pv.insert(choice.pv.end(), line.begin(), line.end());
    }
    if (search.aborted()) break;
    choices = std::move(next);
    report();
    search.report();
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
