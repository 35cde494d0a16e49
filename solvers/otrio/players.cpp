// Otrio's players: random, tree search with the fast playouts, depth-limited alpha-beta, perfect.
#include "solvers/otrio/players.hpp"

#include <algorithm>

#include "engines/error.hpp"
#include "solvers/alphabeta/alphabeta.hpp"
#include "solvers/otrio/hooks.hpp"
#include "solvers/otrio/playout.hpp"
#include "solvers/otrio/solver.hpp"

namespace trilith::otrio {
namespace {

constexpr const char* kKinds =
    "human, random, mcts, alphabeta (two players) and perfect (two players)";

// The solver's hooks with a horizon: where the depth is used up and nothing is known, a draw.
template <class Exact>
class HorizonHooks : public Exact {
 public:
  alphabeta::Bounds examine(const typename Exact::Node& node, alphabeta::Window window,
                            alphabeta::Draft draft, typename Exact::Scratch& scratch) const {
    const alphabeta::Bounds bounds = Exact::examine(node, window, draft, scratch);
    if (draft.depth > 0) return bounds;
    const int guess = std::clamp(0, bounds.lower, bounds.upper);
    return {guess, guess};
  }
};

template <class G>
using HooksOf =
    SearchHooks<G::placement, G::colours, G::players == Players::duel ? 0b10u : 0b1010u>;

// Sees `depth` plies of threats and wins; draws among equally good moves at random.
template <class G>
class AlphaBetaPlayer : public players::Player<G> {
  using H = HorizonHooks<HooksOf<G>>;

 public:
  AlphaBetaPlayer(int depth, std::size_t table_bytes, const players::PlayerOptions& options)
      : depth_(depth), options_(options), table_(table_bytes), random_(options.seed, 0) {}

  void start(const Position&, std::uint64_t unit) override {
    random_ = RandomStream(options_.seed, unit, options_.seat);
    table_.clear();
  }
  Move choose(const Position& p) override {
    MoveList<G> moves;
    G::legal_moves(p, moves);
    alphabeta::Control control;
    alphabeta::AlphaBeta<H> search(H{}, table_, control, false);
    int best = -kScoreLimit - 1;
    MoveList<G> equal;
    for (const Move move : moves) {
      const int score = score_after(search, p, move);
      if (score > best) equal.clear();
      if (score >= best) equal.push_back(move);
      best = std::max(best, score);
    }
    best_ = best;
    return equal[random_.below(static_cast<std::uint32_t>(equal.size()))];
  }
  // Draws may be a horizon's, so only decided games are known exactly.
  players::Thought<G> thought() const override {
    players::Thought<G> thought;
    const int result = (best_ > 0) - (best_ < 0);
    thought.value = result;
    if (result != 0) thought.exact = result;
    return thought;
  }
  std::string_view value_unit() const override { return players::kMeanResult; }

 private:
  int score_after(alphabeta::AlphaBeta<H>& search, Position p, Move move) {
    G::play(p, move);
    if (p.status == Status::won) return win_in(1);
    if (p.status == Status::drawn) return 0;
    return parent_score(
        search.search(H::root(p), H::min_score - 1, H::max_score + 1, {.depth = depth_ - 1}));
  }

  int depth_;
  players::PlayerOptions options_;
  alphabeta::Table table_;
  RandomStream random_;
  int best_ = 0;
};

// Wins as fast and loses as slowly as can be; draws among equally good moves at random.
template <class G>
class PerfectPlayer : public players::Player<G> {
 public:
  PerfectPlayer(const Rules& rules, std::size_t table_bytes, const players::PlayerOptions& options)
      : options_(options), solver_(rules, table_bytes), random_(options.seed, 0) {}

  void start(const Position&, std::uint64_t unit) override {
    random_ = RandomStream(options_.seed, unit, options_.seat);
  }
  Move choose(const Position& p) override {
    MoveList<G> legal;
    G::legal_moves(p, legal);
    solved_ = legal.size() > 1;
    if (!solved_) return legal[0];
    SolveOptions solve;
    solve.pv = false;
    solve.known = EarlyTable::shipped(solver_.rules());
    const Solution solution = solver_.solve(p, solve);
    value_ = solution.value;
    return solution
        .best_moves[random_.below(static_cast<std::uint32_t>(solution.best_moves.size()))];
  }
  std::string remark() const override {
    std::string text = outcome_text(value_.outcome);
    if (value_.outcome != Outcome::draw) text += " in " + std::to_string(value_.plies);
    return text;
  }
  players::Thought<G> thought() const override {
    players::Thought<G> thought;
    if (!solved_) return thought;
    thought.exact = (value_.outcome == Outcome::win) - (value_.outcome == Outcome::loss);
    thought.value = *thought.exact;
    return thought;
  }
  std::string_view value_unit() const override { return players::kMeanResult; }

 private:
  players::PlayerOptions options_;
  Solver solver_;
  RandomStream random_;
  Value value_;
  bool solved_ = false;
};

}  // namespace

template <class G>
std::unique_ptr<players::Player<G>> make_player(const Rules& rules, const players::Spec& spec,
                                                const players::PlayerOptions& options) {
  players::OptionReader reader(spec);
  if (spec.kind == "random") {
    reader.finish();
    return std::make_unique<players::RandomPlayer<G>>(options);
  }
  if (spec.kind == "mcts") {
    const players::MctsSettings settings = players::read_mcts_settings(reader, options);
    const bool knowing = reader.choice("playout", 1, {"uniform", "win-or-block"}) == 1;
    reader.finish();
    if (knowing) {
      return std::make_unique<players::MctsPlayer<G, FastPlayout<G, PlayoutStyle::win_or_block>>>(
          settings);
    }
    return std::make_unique<players::MctsPlayer<G, FastPlayout<G>>>(settings);
  }
  if (spec.kind == "alphabeta" || spec.kind == "perfect") {
    if constexpr (G::max_seats == 2) {
      const auto depth =
          static_cast<int>(spec.kind == "perfect" ? 0 : reader.whole("depth", 6, 1, 60));
      const std::size_t table_bytes = reader.whole("memory-mb", 64, 1, 1 << 16) << 20;
      reader.finish();
      if (spec.kind == "perfect") {
        return std::make_unique<PerfectPlayer<G>>(rules, table_bytes, options);
      }
      return std::make_unique<AlphaBetaPlayer<G>>(depth, table_bytes, options);
    } else {
      throw UserError("player '" + spec.text() + "': " + spec.kind +
                      " is for two players, not for rules " + rules_text(rules));
    }
  }
  throw UserError("player '" + spec.text() + "': no kind '" + spec.kind + "'; Otrio has " + kKinds);
}

#define TRILITH_MAKE_PLAYER(placement, players_)                                                  \
  template std::unique_ptr<players::Player<Otrio<Placement::placement, Players::players_>>>       \
  make_player<Otrio<Placement::placement, Players::players_>>(const Rules&, const players::Spec&, \
                                                              const players::PlayerOptions&);
TRILITH_MAKE_PLAYER(nested, pairs)
TRILITH_MAKE_PLAYER(nested, duel)
TRILITH_MAKE_PLAYER(nested, three)
TRILITH_MAKE_PLAYER(nested, four)
TRILITH_MAKE_PLAYER(free, pairs)
TRILITH_MAKE_PLAYER(free, duel)
TRILITH_MAKE_PLAYER(free, three)
TRILITH_MAKE_PLAYER(free, four)
#undef TRILITH_MAKE_PLAYER

}  // namespace trilith::otrio
