// Dispatches databases to the types that play by their rules.
#include "solvers/otrio/tablebase.hpp"

#include <algorithm>

#include "engines/error.hpp"
#include "engines/otrio/notation.hpp"
#include "engines/random.hpp"
#include "solvers/otrio/duel_hooks.hpp"
#include "solvers/otrio/duel_types.hpp"
#include "solvers/otrio/tablebase_implementation.hpp"

namespace trilith::otrio {
namespace {

constexpr std::string_view kPrefix = "otrio ";
constexpr std::string_view kPieces = " pieces ";
constexpr std::string_view kFrom = " from ";

TablebaseGame game_of_name(const std::string& path, std::string_view name) {
  const auto fault = [&] {
    return CheckFailed("file '" + path + "': a database of '" + std::string(name) +
                       "', not of Otrio");
  };
  if (!name.starts_with(kPrefix)) throw fault();
  TablebaseGame game;
  const std::string_view rest = name.substr(kPrefix.size());
  const std::size_t pieces = rest.find(kPieces);
  const std::size_t from = rest.find(kFrom);
  try {
    game.rules = parse_rules(rest.substr(0, std::min(pieces, from)));
    if (from != std::string_view::npos) {
      game.root = parse_position(game.rules, rest.substr(from + kFrom.size()));
    } else if (pieces != std::string_view::npos && rest.size() == pieces + kPieces.size() + 1) {
      game.pieces = rest.back() - '0';
    }
    game.check();
  } catch (const UserError&) {
    throw fault();
  }
  if (game.name() != name) throw fault();
  return game;
}

}  // namespace

Value value_of_code(retrograde::Code code) {
  const Outcome outcome = retrograde::is_win(code)    ? Outcome::win
                          : retrograde::is_loss(code) ? Outcome::loss
                                                      : Outcome::draw;
  return {outcome, retrograde::plies(code)};
}

void TablebaseGame::check() const {
  if (root) {
    require_two_players(rules);
    if (root->status != Status::running) throw UserError("the game is over at the root");
    return;
  }
  if (rules.players != Players::duel) {
    throw UserError("rules '" + rules_text(rules) +
                    "': only a duel can be built whole, like nested,none,duel; others --from a "
                    "position");
  }
  if (pieces < 1 || pieces > kPiecesPerSize) {
    throw UserError("pieces " + std::to_string(pieces) + ": a colour has 1 to 3 of a size");
  }
}

std::string TablebaseGame::name() const {
  const std::string start = std::string(kPrefix) + rules_text(rules);
  return root ? start + std::string(kFrom) + position_text(*root)
              : start + std::string(kPieces) + std::to_string(pieces);
}

retrograde::BuildResult build_tablebase(const TablebaseGame& game, const std::string& path,
                                        const retrograde::BuildOptions& options) {
  game.check();
  if (game.root) return build_reachable(game, path, options);
  return visit_duel(game, [&]<class G>(G) {
    const typename G::Setup setup(game.rules.blocked);
    return retrograde::build<G, DuelHooks<G>>(setup, game.name(), path, options);
  });
}

namespace {

template <class G>
class DuelTablebase final : public Tablebase::Implementation {
 public:
  DuelTablebase(const TablebaseGame& of, const std::string& path)
      : Implementation(of), setup_(of.rules.blocked), database_(setup_, of.name(), path) {}

  int tiers() const override { return G::tiers(setup_); }
  const retrograde::ContainerReader& reader() const override { return database_.reader(); }
  retrograde::Code probe(const Position& p) override { return database_.probe(p); }

  Position parse(const std::string& text) const override {
    Position p = G::parse_position(setup_, text);
    const DuelSpace::Counts counts = DuelSpace::counts_of(p);
    for (int size = 0; size < kSizes; ++size) {
      if (std::max(counts.violet[size], counts.red[size]) > G::supply[size]) {
        throw UserError("position '" + text + "': the database is of a game with " +
                        std::to_string(game.pieces) + " pieces of a size");
      }
    }
    const bool stuck = G::placements(p, 0) == 0 || G::placements(p, 1) == 0;
    if (!stuck && (setup_.space->tier_of(counts) < 0 || counts.due() != p.due)) {
      throw UserError("position '" + text + "': its piece counts cannot come from play");
    }
    if (G::placements(p, 0) == 0 && G::placements(p, 1) == 0) p.status = Status::drawn;
    return p;
  }

  std::vector<MoveValue> moves(const Position& p) override {
    std::vector<MoveValue> values;
    MoveList<G> moves;
    G::legal_moves(p, moves);
    for (const Move move : moves) {
      Position child = p;
      G::play(child, move);
      const retrograde::Code code = G::is_terminal(child) && child.status == Status::won
                                        ? retrograde::win_in(1)
                                        : retrograde::turned(database_.probe(child));
      values.push_back({move, value_of_code(code)});
    }
    return values;
  }

  TierCount count(int tier, int threads, const std::atomic<bool>* interrupt) const override {
    const DuelSpace::Counts& counts = setup_.space->counts(tier);
    TierCount count;
    count.ply = counts.plies();
    count.label = "V" + digits(counts.violet) + " R" + digits(counts.red);
    count.ranks = setup_.space->size(tier);
    count.classes = setup_.space->classes(tier);
    count.census = database_.census(tier, threads, interrupt);
    return count;
  }

  retrograde::VerifyResult verify(const retrograde::VerifyOptions& options) const override {
    return database_.verify(options);
  }

  Position random_position(RandomStream& random) override {
    while (true) {
      const int tier = static_cast<int>(random.below(static_cast<std::uint32_t>(tiers())));
      const std::uint64_t size = setup_.space->size(tier);
      const Position p = G::unrank(setup_, tier, random.below(static_cast<std::uint32_t>(size)));
      if (p.status != Status::won) return p;
    }
  }

 private:
  static std::string digits(const Supply& supply) {
    std::string text;
    for (const std::uint8_t pieces : supply) text += std::to_string(pieces);
    return text;
  }

  typename G::Setup setup_;
  retrograde::Database<G, DuelHooks<G>> database_;
};

}  // namespace

Tablebase::Tablebase(const std::string& path) {
  const TablebaseGame game = game_of_name(path, retrograde::ContainerReader(path).plan().name);
  if (game.root) {
    implementation_ = open_reachable(game, path);
    return;
  }
  visit_duel(game,
             [&]<class G>(G) { implementation_ = std::make_unique<DuelTablebase<G>>(game, path); });
}
Tablebase::~Tablebase() = default;
Tablebase::Tablebase(Tablebase&&) noexcept = default;

const TablebaseGame& Tablebase::game() const { return implementation_->game; }
std::uint64_t Tablebase::bytes() const { return implementation_->reader().bytes(); }
int Tablebase::tiers() const { return implementation_->tiers(); }
Position Tablebase::parse(const std::string& text) const { return implementation_->parse(text); }
Value Tablebase::value(const Position& p) { return value_of_code(implementation_->probe(p)); }
std::vector<MoveValue> Tablebase::moves(const Position& p) { return implementation_->moves(p); }

TierCount Tablebase::count(int tier, int threads, const std::atomic<bool>* interrupt) const {
  return implementation_->count(tier, threads, interrupt);
}

retrograde::VerifyResult Tablebase::verify(const retrograde::VerifyOptions& options) const {
  return implementation_->verify(options);
}

SearchCheck Tablebase::compare_with_search(std::uint64_t positions, std::uint64_t seed, int threads,
                                           const std::atomic<bool>* interrupt,
                                           const std::function<void(std::uint64_t)>& progress) {
  constexpr std::uint64_t kChunk = 1000;
  constexpr std::size_t kTableBytes = std::size_t{64} << 20;
  if (game().pieces != kPiecesPerSize) {
    throw UserError("the search plays with three pieces of a size only");
  }
  SearchCheck result;
  retrograde::parallel_units((positions + kChunk - 1) / kChunk, threads, interrupt, [&] {
    return [&, solver = std::make_unique<Solver>(game().rules, kTableBytes)](std::uint64_t chunk) {
      RandomStream random(seed, chunk);
      const std::uint64_t count = std::min(kChunk, positions - chunk * kChunk);
      for (std::uint64_t i = 0; i < count; ++i) {
        Position p;
#pragma omp critical(tablebase_probe)
        p = implementation_->random_position(random);
        SolveOptions options;
        options.best_moves = options.pv = false;
        const Value searched = solver->solve(p, options).value;
        Value stored;
#pragma omp critical(tablebase_probe)
        stored = value(p);
        if (stored == searched) continue;
        const auto text = [](const Value& v) {
          return std::string(outcome_text(v.outcome)) + " in " + std::to_string(v.plies);
        };
#pragma omp critical(tablebase_compare)
        result.first_difference = "position '" + position_text(p) + "': stored " + text(stored) +
                                  ", searched " + text(searched);
      }
#pragma omp critical(tablebase_compare)
      {
        result.positions += count;
        if (progress) progress(result.positions);
      }
    };
  });
  return result;
}

}  // namespace trilith::otrio
