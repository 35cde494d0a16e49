// Drives the exact search: guesses, aspiration windows, best moves, the principal variation.
#include "solvers/othello/endgame.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <limits>
#include <memory>
#include <mutex>
#include <thread>

#include "engines/othello/portable.hpp"
#include "solvers/othello/endgame_hooks.hpp"
#include "solvers/othello/endgame_kernels.hpp"

namespace trilith::othello {
namespace {

using alphabeta::Control;
using alphabeta::Draft;
using alphabeta::SearchResult;
using alphabeta::Table;

// Below this many empty squares nothing shallower is worth its time.
constexpr int kEmptiesForGuess = 16;
// Evaluated searches go up to this many discs before the end.
constexpr int kGuessStopsBeforeEnd = 10;
constexpr int kDeepestGuess = 12;
// From here on selective searches to the end pay for themselves before the exact one. Half the
// width of their windows, in discs:
constexpr int kEmptiesForSelective = 24;
constexpr int kSelectiveWindow = 5;
// The same of the first exact search, and how many come before null windows leave the bound.
constexpr int kFirstWindow = 3;
constexpr int kTriesBesideBound = 3;
constexpr int kDepthForThreads = 17;

// What the monitor thread may read while the search runs.
struct Status {
  std::atomic<int> depth{0};
  std::atomic<bool> exact{false};
  std::atomic<int> lower{-64};
  std::atomic<int> upper{64};
};

// Calls the progress function a few times a second until it is destroyed.
class Monitor {
 public:
  Monitor(const SolveOptions& options, const Status& status, const Control& control) {
    if (!options.progress) return;
    thread_ = std::thread([this, &options, &status, &control] {
      std::unique_lock lock(mutex_);
      while (!wake_.wait_for(lock, std::chrono::milliseconds(200), [this] { return done_; })) {
        options.progress({status.depth.load(), status.exact.load(), status.lower.load(),
                          status.upper.load(), control.nodes(), control.seconds()});
      }
    });
  }
  Monitor(const Monitor&) = delete;
  Monitor& operator=(const Monitor&) = delete;
  ~Monitor() {
    if (!thread_.joinable()) return;
    {
      const std::lock_guard lock(mutex_);
      done_ = true;
    }
    wake_.notify_one();
    thread_.join();
  }

 private:
  std::mutex mutex_;
  std::condition_variable wake_;
  bool done_ = false;
  std::thread thread_;
};

bool game_over(Board board) {
  return Portable::legal_moves(board) == 0 && Portable::legal_moves(board.passed()) == 0;
}

std::vector<Move> moves_of(Board board) {
  std::vector<Move> moves;
  for (Mask rest = Portable::legal_moves(board); rest != 0; rest &= rest - 1) {
    moves.push_back(static_cast<Move>(std::countr_zero(rest)));
  }
  if (moves.empty() && !game_over(board)) moves.push_back(kPass);
  return moves;
}

Board played(Board board, Move move) {
  return move == kPass ? board.passed() : after(board, move, Portable::flips(board, move));
}

class Run {
 public:
  Run(Table& table, const SolveOptions& options)
      : options_(options),
        hot_(endgame_kernels(options.path)),
        table_(table),
        control_(options.limits),
        workspace_(hot_.make_workspace(options.threads), hot_.free_workspace) {}

  SolveResult solve(Board board) {
    const Monitor monitor(options_, status_, control_);
    SolveResult result;
    if (game_over(board)) {
      result.lower = result.upper = final_score(board);
      result.complete = true;
    } else {
      prove(board, result);
    }
    result.nodes = control_.nodes();
    result.seconds = control_.seconds();
    return result;
  }

 private:
  SearchResult search(Board board, int alpha, int beta, Draft draft) {
    status_.depth = draft.depth;
    status_.exact = draft.selectivity == kExact;
    // Waking threads takes longer than a small search.
    const int threads = draft.depth < kDepthForThreads ? 1 : options_.threads;
    return hot_.search(workspace_.get(), board, alpha, beta, draft, threads, table_, control_);
  }
  SearchResult search_exact(Board board, int alpha, int beta) {
    return search(board, alpha, beta, {board.empty_count(), kExact});
  }

  // Evaluated searches fill the table with moves to try first; the value of the last one.
  int guess(Board board) {
    int value = 0;
    const int empties = board.empty_count();
    if (empties < kEmptiesForGuess) return value;
    for (int depth = 2; depth <= std::min(empties - kGuessStopsBeforeEnd, kDeepestGuess);
         depth += 2) {
      const SearchResult result = search(board, -64, 64, {depth, 0});
      if (!result.complete) break;
      value = result.score;
    }
    if (empties < kEmptiesForSelective) return value;
    for (int level = 0; level < kExact; ++level) {
      const int width = level == 0 ? 2 * kSelectiveWindow : kSelectiveWindow;
      const SearchResult result = search(board, std::max(-64, value - width),
                                         std::min(64, value + width), {empties, level});
      if (!result.complete) break;
      value = result.score;
    }
    return value;
  }

  // Narrows [lower, upper] to one value, or with win_draw_loss to one side of 0 or to 0. False when
  // a limit stopped it.
  bool bracket(Board board, int expected, int& lower, int& upper) {
    const bool sign_only = options_.win_draw_loss;
    // The first window holds the scores around the guess. Scores are even, so a null window above
    // an odd number asks whether there is more than what is proven; it moves away after some tries.
    int alpha = (expected & ~1) - kFirstWindow;
    int beta = alpha + 2 * kFirstWindow;
    for (int tries = 1; lower < upper && !(sign_only && (lower > 0 || upper < 0)); ++tries) {
      if (sign_only) {
        alpha = -1;
        beta = 1;
      }
      const SearchResult result =
          search_exact(board, std::max(alpha, lower - 1), std::min(beta, upper + 1));
      if (!result.complete) return false;
      if (result.score > alpha) lower = std::max(lower, result.score);
      if (result.score < beta) upper = std::min(upper, result.score);
      status_.lower = lower;
      status_.upper = upper;
      const int ahead = tries < kTriesBesideBound ? 0 : 2 * (tries - kTriesBesideBound + 1);
      alpha = result.score >= beta ? std::min(lower + ahead, upper - 1)
                                   : std::max(upper - 1 - ahead, lower);
      beta = alpha + 1;
    }
    return true;
  }

  // Is `move` worth at least `score`? A null window answers; false too when a limit stops it.
  bool reaches(Board board, Move move, int score) {
    const SearchResult result = search_exact(played(board, move), -score, -score + 1);
    return result.complete && result.score <= -score;
  }

  // A move worth `score`, the value of `board`: the table's if it can be proven.
  bool find_move(Board board, int score, Move& found) {
    std::vector<Move> moves = moves_of(board);
    const auto first = std::find(moves.begin(), moves.end(), hot_.table_move(board, table_));
    if (first != moves.end()) std::rotate(moves.begin(), first, first + 1);
    for (const Move move : moves) {
      if (moves.size() == 1 || reaches(board, move, score)) {
        found = move;
        return true;
      }
      if (control_.stopped()) return false;
    }
    return false;
  }

  void prove(Board board, SolveResult& result) {
    const int expected = guess(board);
    if (!bracket(board, expected, result.lower, result.upper)) return;
    Move best = kPass;
    if (!find_move(board, result.lower, best)) return;
    result.best_moves.push_back(best);
    result.pv.push_back(best);
    if (!options_.win_draw_loss) follow(played(board, best), -result.lower, result.pv);
    if (options_.all_moves) score_all(board, result);
    result.complete = !control_.stopped();
  }

  // Appends a line of best play from a board of value `score`.
  void follow(Board board, int score, std::vector<Move>& line) {
    while (!game_over(board)) {
      Move move = kPass;
      if (!find_move(board, score, move)) return;
      line.push_back(move);
      board = played(board, move);
      score = -score;
    }
  }

  void score_all(Board board, SolveResult& result) {
    result.best_moves.clear();
    const int best = result.lower;
    for (const Move move : moves_of(board)) {
      const Board child = played(board, move);
      int lower = -64;
      int upper = 64;
      if (game_over(child)) {
        lower = upper = final_score(child);
      } else if (!bracket(child, -best, lower, upper)) {
        return;
      }
      result.moves.push_back({move, -upper});
      if (-upper >= best) result.best_moves.push_back(move);
    }
  }

  const SolveOptions& options_;
  const EndgameKernels& hot_;
  Table& table_;
  Control control_;
  std::unique_ptr<void, void (*)(void*)> workspace_;
  Status status_;
};

// What a search of so many empty squares fills; touching more memory would take longer than it
// saves.
std::size_t table_bytes(int empties) {
  constexpr std::size_t kMebibyte = 1 << 20;
  if (empties <= 14) return kMebibyte;
  if (empties >= 30) return std::numeric_limits<std::size_t>::max();
  return kMebibyte << (empties - 14);
}

}  // namespace

EndgameSolver::EndgameSolver(std::size_t hash_bytes)
    : hash_bytes_(hash_bytes), table_(std::min(hash_bytes, table_bytes(0))) {}

SolveResult EndgameSolver::solve(Board board, const SolveOptions& options) {
  table_.grow(std::min(hash_bytes_, table_bytes(board.empty_count())));
  table_.new_search();
  return Run(table_, options).solve(board);
}

}  // namespace trilith::othello
