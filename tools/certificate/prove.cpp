// The prover: at every position a move that the solver shows to keep the claim.
#include "tools/certificate/prove.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "engines/error.hpp"
#include "engines/otrio/game.hpp"
#include "solvers/otrio/hooks.hpp"
#include "solvers/otrio/value_search.hpp"

namespace trilith::certificate {
namespace {

struct Stopped {};

// Answers for positions from a search whose table already holds the proof.
template <class H>
class SolverSource {
  using Node = typename H::Node;

 public:
  SolverSource(const RuleSet& rules, Kind kind, alphabeta::Table& table,
               alphabeta::Control& control, const Report& report, std::string step,
               std::string& answers)
      : rules_(rules),
        kind_(kind),
        table_(table),
        control_(control),
        search_(H{}, table, control),
        report_(report),
        step_(std::move(step)),
        answers_(answers) {}

  void set_walk(const Walk<SolverSource>& walk) { walk_ = &walk; }

  int answer(const State& s, Mask choices, int plies) {
    const int move = choose(s, choices, plies);
    answers_ += static_cast<char>(move);
    return move;
  }

  void progress(const WalkCounts& counts) {
    if ((counts.positions & 0xff) != 0) return;
    search_.report();
    if (control_.stopped()) throw Stopped{};
    if (report_) report_(step_, counts);
  }

 private:
  static Node node_of(const State& s) {
    otrio::Position p;
    p.pieces = s.own;
    p.closed = ~s.open & kAllSlots;
    p.due = static_cast<std::uint8_t>(s.due);
    return H::root(p);
  }

  // The claim holds for scores above this.
  int needed(int plies) const {
    if (kind_ == Kind::win) return otrio::win_in(plies) - 1;
    return plies == kForever ? -1 : otrio::loss_in(plies);
  }

  int choose(const State& s, Mask choices, int plies) {
    const Node node = node_of(s);
    int alpha = needed(plies);
    typename H::Scratch scratch;
    const alphabeta::Bounds bounds = H{}.examine(node, {alpha, alpha + 1}, {}, scratch);
    std::vector<int> order;
    if (bounds.lower > alpha) {
      // Known without a search: look for a move that is just as good, which is soon found.
      alpha = bounds.lower - 1;
      order = slots(choices);
    } else {
      order = by_promise(node, scratch, alpha, choices);
    }
    const int bound = H::child_score(alpha);
    // Of the moves that are known to be good, the one that leaves least to prove.
    int best = -1;
    int least = 1 << 30;
    for (const int move : order) {
      if (!is_known(H::child(node, static_cast<std::uint8_t>(move)), bound)) continue;
      const int cost = work_after(s, move, plies);
      if (cost < least) {
        least = cost;
        best = move;
      }
    }
    if (best >= 0) return best;
    for (const int move : order) {
      const int score =
          search_.search(H::child(node, static_cast<std::uint8_t>(move)), bound, bound + 1);
      if (search_.aborted()) throw Stopped{};
      if (score <= bound) return move;
    }
    throw std::logic_error("no move keeps the claim at '" + text(s) + "'");
  }

  static std::vector<int> slots(Mask mask) {
    std::vector<int> list;
    for (; mask != 0; mask &= mask - 1) list.push_back(std::countr_zero(mask));
    return list;
  }

  // The choices, the move of the table first, then as the search would order them.
  std::vector<int> by_promise(const Node& node, const typename H::Scratch& scratch, int alpha,
                              Mask choices) {
    alphabeta::TableEntry entry;
    const std::uint64_t key = H{}.key(node, scratch);
    if (!table_.probe(key, entry) || entry.lower <= alpha) {
      search_.search(node, alpha, alpha + 1);
      if (search_.aborted()) throw Stopped{};
    }
    const std::uint8_t first = table_.probe(key, entry) ? entry.move : H::no_move;
    alphabeta::ScoredMoves<H> moves;
    H hooks;
    hooks.generate(node, {alpha, alpha + 1}, {}, scratch, first, moves);
    std::sort(moves.begin(), moves.end(), [](const auto& a, const auto& b) {
      return a.score != b.score ? a.score > b.score : a.move < b.move;
    });
    std::vector<int> order;
    for (const alphabeta::ScoredMove& move : moves) {
      if (move.move < 27 && (choices >> move.move & 1) != 0) order.push_back(move.move);
    }
    for (const int slot : slots(choices)) {
      if (std::find(order.begin(), order.end(), slot) == order.end()) order.push_back(slot);
    }
    return order;
  }

  // Does `child`, with the opponent to place, score at most `bound`, as far as can be told without
  // a search?
  bool is_known(const Node& child, int bound) const {
    typename H::Scratch scratch;
    const alphabeta::Bounds bounds = H{}.examine(child, {bound, bound + 1}, {}, scratch);
    if (bounds.upper <= bound) return true;
    if (bounds.lower > bound) return false;
    alphabeta::TableEntry entry;
    return table_.probe(H{}.key(child, scratch), entry) && entry.upper <= bound;
  }

  // How many replies lead to positions that the walk has not proved yet.
  int work_after(const State& s, int move, int plies) const {
    const State p = after(rules_, s, move);
    int open = 0;
    for (Mask rest = placements(p, p.due); rest != 0; rest &= rest - 1) {
      const State next = after(rules_, p, std::countr_zero(rest));
      if (!walk_->settled(next, Walk<SolverSource>::two_fewer(plies))) ++open;
    }
    return open;
  }

  RuleSet rules_;
  Kind kind_;
  alphabeta::Table& table_;
  alphabeta::Control& control_;
  alphabeta::AlphaBeta<H> search_;
  const Walk<SolverSource>* walk_ = nullptr;
  const Report& report_;
  std::string step_;
  std::string& answers_;
};

template <class H>
std::optional<CertificateFile> prove_with(const otrio::Rules& rules, std::size_t table_bytes,
                                          const std::atomic<bool>& interrupt,
                                          const Report& report) {
  alphabeta::Control control({.interrupt = &interrupt});
  alphabeta::Table table(1);
  std::uint64_t nodes = 0;
  otrio::ValueSearch<H> search(table, table_bytes, control, 1, nodes);
  const auto tell = [&](int, int) {
    if (report) report("solving", {});
  };
  const alphabeta::Bounds bounds =
      search.value(H::root(otrio::empty_board(rules)), {H::min_score, H::max_score}, tell);
  if (search.stopped()) return std::nullopt;
  const otrio::Value value = otrio::value_of_score(bounds.lower);

  CertificateFile file;
  file.header.rules = otrio::rules_text(rules);
  file.header.plies = value.plies;
  file.header.verdict = value.outcome == otrio::Outcome::draw  ? Verdict::draw
                        : value.outcome == otrio::Outcome::win ? Verdict::first
                                                               : Verdict::second;
  const RuleSet plain = parse_rule_set(file.header.rules).value();
  const std::array<Claim, 2> claims = claims_of(file.header.verdict, file.header.plies);
  for (std::size_t i = 0; i < 2; ++i) {
    SolverSource<H> source(plain, claims[i].kind, table, control, report, claim_text(claims[i]),
                           file.answers);
    Walk<SolverSource<H>> walk(plain, claims[i], kMostPositions, source);
    source.set_walk(walk);
    try {
      const WalkCounts counts = walk.run();
      file.header.counts[i] = {counts.positions, counts.answers};
    } catch (const Stopped&) {
      return std::nullopt;
    } catch (const Refuted& refuted) {
      throw std::logic_error("the solver's proof breaks at '" + text(refuted.position) +
                             "': " + refuted.why);
    }
  }
  return file;
}

}  // namespace

std::optional<CertificateFile> prove(const otrio::Rules& rules, std::size_t table_bytes,
                                     const std::atomic<bool>& interrupt, const Report& report) {
  if (rules.players != otrio::Players::pairs) {
    throw UserError("rules '" + otrio::rules_text(rules) + "': certificates are for pairs");
  }
  using otrio::Placement;
  constexpr unsigned kPairsSides = 0b1010;
  return rules.placement == Placement::nested
             ? prove_with<otrio::SearchHooks<Placement::nested, 4, kPairsSides>>(rules, table_bytes,
                                                                                 interrupt, report)
             : prove_with<otrio::SearchHooks<Placement::free, 4, kPairsSides>>(rules, table_bytes,
                                                                               interrupt, report);
}

}  // namespace trilith::certificate
