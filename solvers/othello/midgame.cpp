// Chooses the code path, widens windows, deepens.
#include "solvers/othello/midgame.hpp"

#include <algorithm>
#include <cmath>

#include "engines/error.hpp"
#include "engines/othello/portable.hpp"
#include "solvers/othello/midgame_hooks.hpp"
#include "solvers/othello/midgame_kernels.hpp"

namespace trilith::othello {
namespace {

using alphabeta::Control;
using alphabeta::Draft;
using alphabeta::SearchResult;

constexpr int kMostScore = kSquares * kMidgameUnit;
constexpr int kFirstWidth = 2 * kMidgameUnit;

// What a search fills, with room: a table that lies in the caches is asked faster, and memory that
// is never touched need not be cleared.
std::size_t table_bytes(Draft draft) {
  constexpr int kLeast = 14;  // log2
  const int exponent = kLeast + std::min(draft.depth / 2 + draft.selectivity, 40 - kLeast);
  return std::size_t{1} << exponent;
}

}  // namespace

struct Portable;
struct Avx2;
struct Avx512;

const MidgameKernels& midgame_kernels(CpuPath path) {
#ifdef TRILITH_OTHELLO_X86_PATHS
  if (path == CpuPath::avx512) return midgame_kernels_of<Avx512>();
  if (path == CpuPath::avx2) return midgame_kernels_of<Avx2>();
#endif
  (void)path;
  return midgame_kernels_of<Portable>();
}

int parse_selectivity(int percent) {
  for (int i = 0; i < kNoCuts; ++i) {
    if (kConfidences[static_cast<std::size_t>(i)].percent == percent) return i;
  }
  if (percent != 100) {
    throw UserError("selectivity " + std::to_string(percent) +
                    ": wanted 73, 87, 95, 98, 99 or 100 percent");
  }
  return kNoCuts;
}

int selectivity_percent(int selectivity) {
  return selectivity < kNoCuts ? kConfidences[static_cast<std::size_t>(selectivity)].percent : 100;
}

MidgameTables::MidgameTables(const Weights& w, const ProbCut& probcut) : weights(&w) {
  for (std::size_t level = 0; level < margins.size(); ++level) {
    for (int empties = 0; empties <= kSquares; ++empties) {
      for (int depth = 0; depth <= kMostDepth; ++depth) {
        const double deviation = probcut.deviation(empties, depth, shallow_depth(depth));
        const double margin = kConfidences[level].deviations * deviation * kMidgameUnit;
        margins[level][static_cast<std::size_t>(empties)][static_cast<std::size_t>(depth)] =
            static_cast<std::int16_t>(std::lround(std::clamp(margin, 1.0, 2.0 * kMostScore)));
      }
    }
  }
}

MidgameSearcher::MidgameSearcher(const Weights& weights, const ProbCut& probcut,
                                 std::size_t hash_bytes, CpuPath path)
    : hot_(midgame_kernels(path)),
      tables_(std::make_unique<const MidgameTables>(weights, probcut)),
      hash_bytes_(hash_bytes),
      table_(std::min(hash_bytes, table_bytes({}))) {}

MidgameSearcher::~MidgameSearcher() = default;

SearchResult MidgameSearcher::search(Board board, int alpha, int beta, Draft draft, int threads,
                                     Control& control) {
  table_.grow(std::min(hash_bytes_, table_bytes(draft)));
  return hot_.search(*tables_, board, alpha, beta, draft, threads, table_, control);
}

SearchResult MidgameSearcher::search_around(Board board, int guess, Draft draft, int threads,
                                            Control& control) {
  std::uint64_t nodes = 0;
  int low = kFirstWidth;
  int high = kFirstWidth;
  while (true) {
    const int alpha = std::max(guess - low, -kMostScore - 1);
    const int beta = std::min(guess + high, kMostScore + 1);
    SearchResult result = search(board, alpha, beta, draft, threads, control);
    nodes += result.nodes;
    result.nodes = nodes;
    if (!result.complete || (result.score > alpha && result.score < beta)) return result;
    (result.score <= alpha ? low : high) *= 4;
  }
}

SearchResult MidgameSearcher::deepen(Board board, Draft draft) {
  Control control;
  SearchResult result;
  std::uint64_t nodes = 0;
  // Values of even and odd depths differ; one kind leads to the last.
  for (int depth = 2 - (draft.depth & 1); depth <= draft.depth; depth += 2) {
    result = search_around(board, result.score, {depth, draft.selectivity}, 1, control);
    nodes += result.nodes;
  }
  result.nodes = nodes;
  return result;
}

void MidgameSearcher::clear() { table_.resize(std::min(hash_bytes_, table_bytes({}))); }

std::vector<Move> MidgameSearcher::line(Board board, std::size_t length) const {
  std::vector<Move> line;
  while (line.size() < length) {
    const Mask moves = Portable::legal_moves(board);
    const Move move = hot_.table_move(board, table_);
    if (move < kSquares && (moves & bit(move)) != 0) {
      board = after(board, move, Portable::flips(board, move));
    } else if (move == kPass && moves == 0 && Portable::legal_moves(board.passed()) != 0) {
      board = board.passed();
    } else {
      break;
    }
    line.push_back(move);
  }
  return line;
}

}  // namespace trilith::othello
