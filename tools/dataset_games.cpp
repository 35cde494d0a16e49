// The games of datasets.
#include "tools/dataset_games.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "engines/error.hpp"
#include "tools/dataset_cells.hpp"

namespace trilith::tools {
namespace {

// Trio's start is dealt anew in every game; the other games have one start.
template <Game G>
class Starts {
 public:
  explicit Starts(const RulesOf<G>& rules) : start_(rules.start()) {}
  const typename G::Position& of(const DealRow*) const { return start_; }
  const typename G::Position& of(const std::string&) const { return start_; }

 private:
  typename G::Position start_;
};

template <>
class Starts<trio::Trio> {
 public:
  explicit Starts(const RulesOf<trio::Trio>& rules) : rules_(rules.rules) {}
  trio::Position of(const DealRow* deal) const { return trio::dealt(rules_, *deal); }
  trio::Position of(const std::string& text) const { return trio::parse_deal(rules_, text); }

 private:
  trio::Rules rules_;
};

template <Game G>
class DatasetGameOf : public DatasetGame {
  using Position = typename G::Position;
  using Move = typename G::Move;
  using Cells = typename Records<G>::Cells;
  static_assert(sizeof(Cells) == kCellBytes && sizeof(Move) == 1);

 public:
  explicit DatasetGameOf(const RulesOf<G>& rules) : rules_(rules), starts_(rules) {}

  std::string rules_text() const override { return rules_.text(); }
  int seats() const override { return rules_.seats(); }
  bool has_deals() const override { return Chance<G>; }
  bool has_symmetries() const override { return Symmetric<G>; }
  std::vector<Column> columns() const override { return Records<G>::columns(); }
  std::vector<PositionRow> rows(RecordedGame& game) const override;
  DealRow deal(const std::string& start) const override;
  void check(const StoredGame& stored) const override;

  std::uint64_t key(const PositionRow& row, const DealRow* deal, bool form) const override {
    const Position p = position(row, deal);
    if constexpr (Symmetric<G>) {
      if (form) return G::key(G::canonical(p));
    }
    return G::key(p);
  }
  std::string position_text(const PositionRow& row, const DealRow* deal) const override {
    return G::position_text(position(row, deal));
  }
  std::string move_text(std::uint8_t move) const override { return G::move_text({}, move); }

  Solve solver(int most_empty) const override {
    if constexpr (ExactSolver<G>::supported) {
      auto solver = std::make_shared<ExactSolver<G>>(rules_, most_empty);
      return [this, solver](const PositionRow& row, const DealRow* deal) {
        return solver->solve(position(row, deal));
      };
    }
    return nullptr;
  }

 private:
  Position position(const PositionRow& row, const DealRow* deal) const {
    return Records<G>::unpack(starts_.of(deal), std::bit_cast<Cells>(row.cells), row.side);
  }
  static bool is_legal(const Position& p, std::uint8_t move) {
    MoveList<G> moves;
    G::legal_moves(p, moves);
    return std::find(moves.begin(), moves.end(), move) != moves.end();
  }

  RulesOf<G> rules_;
  Starts<G> starts_;
};

template <Game G>
std::vector<PositionRow> DatasetGameOf<G>::rows(RecordedGame& game) const {
  const Position start = starts_.of(game.start);
  Position p = start;
  std::vector<PositionRow> rows(game.plies.size());
  std::vector<int> movers;
  std::string_view moves = game.moves;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (G::is_terminal(p)) throw UserError("moves go on after the end of the game");
    const std::size_t end = std::min(moves.find(' '), moves.size());
    RecordedPly& ply = game.plies[i];
    ply.move = G::parse_move(p, moves.substr(0, end));
    moves.remove_prefix(std::min(end + 1, moves.size()));
    movers.push_back(G::side_to_move(p));
    rows[i] = {
        .cells = std::bit_cast<std::array<std::byte, kCellBytes>>(Records<G>::pack(start, p)),
        .game = static_cast<std::uint32_t>(game.game),
        .value = ply.value,
        .ply = static_cast<std::uint16_t>(i),
        .side = Records<G>::side(p),
        .move = ply.move,
        .result = 0,
        .exact = static_cast<std::int8_t>(ply.exact.value_or(kNoExact)),
        .exact_plies = static_cast<std::uint8_t>(ply.exact_plies.value_or(kNoPlies)),
        .source = static_cast<std::uint8_t>(ply.source)};
    G::play(p, ply.move);
  }
  Payoff<G> payoff{};
  if (game.finished) payoff = G::payoff(p);
  if (!moves.empty() || G::is_terminal(p) != game.finished ||
      !std::equal(game.result.begin(), game.result.end(), payoff.begin())) {
    throw UserError("the result is not that of the moves");
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].result = static_cast<std::int8_t>(payoff[movers[i]]);
  }
  return rows;
}

template <Game G>
DealRow DatasetGameOf<G>::deal(const std::string& start) const {
  DealRow cards{};
  if constexpr (std::is_same_v<G, trio::Trio>) {
    const Position p = starts_.of(start);
    auto next = cards.begin();
    for (int seat = 0; seat < rules_.seats(); ++seat) {
      for (int place = 0; place < p.hands[seat].size; ++place) {
        *next++ = static_cast<std::uint8_t>(p.hands[seat].card(place));
      }
    }
    std::copy_n(p.centre.begin(), rules_.rules.centre(), next);
  }
  return cards;
}

template <Game G>
void DatasetGameOf<G>::check(const StoredGame& stored) const {
  const GameRow& game = *stored.game;
  std::size_t at = 0;
  const auto require = [&](bool good, const char* what) {
    if (!good) throw CheckFailed(fmt::format("game {} ply {}: {}", game.game, at, what));
  };
  if constexpr (std::is_same_v<G, trio::Trio>) {
    // Any order of the deck's cards is a deal.
    auto sorted = *stored.deal;
    std::sort(sorted.begin(), sorted.begin() + rules_.rules.cards());
    auto deck = trio::deck(rules_.rules);
    require(sorted == deck, "the deal is not of the deck's cards");
  }
  const Position start = starts_.of(stored.deal);
  Position p = start;
  const int seats = rules_.seats();
  std::vector<int> movers;
  for (const PositionRow& row : stored.rows) {
    require(!G::is_terminal(p), "moves go on after the end of the game");
    const auto cells = std::bit_cast<std::array<std::byte, kCellBytes>>(Records<G>::pack(start, p));
    require(row.cells == cells, "the position is not the one that the moves lead to");
    require(row.game == game.game, "the row is of another game");
    require(row.ply == at, "the ply is another");
    require(row.side == Records<G>::side(p), "the side to move is the other");
    require(is_legal(p, row.move), "the move is not legal");
    require(row.source <= static_cast<std::uint8_t>(Source::player), "the source is none");
    require(row.exact == kNoExact || std::abs(row.exact) <= G::max_payoff,
            "the exact value is none");
    require(!std::isinf(row.value), "the value is infinite");
    for (const VisitRow& visit : stored.visits_of(at)) {
      require(is_legal(p, visit.move), "a visited move is not legal");
    }
    movers.push_back(G::side_to_move(p));
    G::play(p, row.move);
    ++at;
  }
  require(game.plies == stored.rows.size(), "the number of plies is not that of the rows");
  require(game.seats == seats, "the number of seats is not that of the rules");
  require(G::is_terminal(p) == (game.finished == 1), "finished is wrong");
  Payoff<G> payoff{};
  if (game.finished == 1) payoff = G::payoff(p);
  for (int seat = 0; seat < static_cast<int>(kMostSeats); ++seat) {
    require(game.result[seat] == (seat < seats ? payoff[seat] : 0), "a result is another");
  }
  for (at = 0; at < stored.rows.size(); ++at) {
    require(stored.rows[at].result == payoff[movers[at]], "the row's result is another");
  }
}

}  // namespace

std::unique_ptr<const DatasetGame> make_dataset_game(const std::string& game,
                                                     const std::string& rules) {
  return visit_rules(
      game, rules, [&]<class G>(G, const RulesOf<G>& parsed) -> std::unique_ptr<const DatasetGame> {
        if constexpr (std::is_same_v<G, trio::Trio>) {
          if (parsed.rules.swaps) {
            throw UserError(fmt::format(
                "rules '{}': swapped cards do not fit the records; add swaps=off", parsed.text()));
          }
        }
        return std::make_unique<DatasetGameOf<G>>(parsed);
      });
}

}  // namespace trilith::tools
