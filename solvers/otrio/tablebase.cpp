// Dispatches duel databases to the types that play by their rules.
#include "solvers/otrio/tablebase.hpp"

#include <array>
#include <charconv>

#include "engines/error.hpp"
#include "engines/otrio/notation.hpp"
#include "engines/random.hpp"
#include "solvers/otrio/duel_hooks.hpp"
#include "solvers/otrio/duel_types.hpp"

namespace trilith::otrio {
namespace {

constexpr std::string_view kPrefix = "otrio ";
constexpr std::string_view kMiddle = " pieces ";

Value value_of(retrograde::Code code) {
  const Outcome outcome = retrograde::is_win(code)    ? Outcome::win
                          : retrograde::is_loss(code) ? Outcome::loss
                                                      : Outcome::draw;
  return {outcome, retrograde::plies(code)};
}

TablebaseGame game_of_name(const std::string& path, std::string_view name) {
  const auto fault = [&] {
    return CheckFailed("file '" + path + "': a database of '" + std::string(name) +
                       "', not of a duel");
  };
  const std::size_t middle = name.find(kMiddle);
  if (!name.starts_with(kPrefix) || middle == std::string_view::npos) throw fault();
  TablebaseGame game;
  const std::string_view pieces = name.substr(middle + kMiddle.size());
  const auto [end, error] =
      std::from_chars(pieces.data(), pieces.data() + pieces.size(), game.pieces);
  try {
    game.rules = parse_rules(name.substr(kPrefix.size(), middle - kPrefix.size()));
    game.check();
  } catch (const UserError&) {
    throw fault();
  }
  if (error != std::errc{} || game.name() != name) throw fault();
  return game;
}

}  // namespace

void TablebaseGame::check() const {
  if (rules.players != Players::duel) {
    throw UserError("rules '" + rules_text(rules) +
                    "': only a duel can be built whole, like nested,none,duel");
  }
  if (pieces < 1 || pieces > kPiecesPerSize) {
    throw UserError("pieces " + std::to_string(pieces) + ": a colour has 1 to 3 of a size");
  }
}

std::string TablebaseGame::name() const {
  return std::string(kPrefix) + rules_text(rules) + std::string(kMiddle) + std::to_string(pieces);
}

retrograde::BuildResult build_tablebase(const TablebaseGame& game, const std::string& path,
                                        const retrograde::BuildOptions& options) {
  game.check();
  return visit_duel(game, [&]<class G>(G) {
    const typename G::Setup setup(game.rules.blocked);
    return retrograde::build<G, DuelHooks<G>>(setup, game.name(), path, options);
  });
}

// What a Tablebase does, for any type of duel.
class Tablebase::Implementation {
 public:
  explicit Implementation(const TablebaseGame& of) : game(of) {}
  virtual ~Implementation() = default;
  virtual const DuelSpace& space() const = 0;
  virtual const retrograde::ContainerReader& reader() const = 0;
  virtual Position parse(const std::string& text) const = 0;
  virtual retrograde::Code probe(const Position& p) = 0;
  virtual std::vector<MoveValue> moves(const Position& p) = 0;
  virtual retrograde::Census census(int tier, int threads,
                                    const std::atomic<bool>* interrupt) const = 0;
  virtual retrograde::VerifyResult verify(const retrograde::VerifyOptions& options) const = 0;
  virtual Position unrank(int tier, std::uint64_t rank) const = 0;

  TablebaseGame game;
};

namespace {

template <class G>
class TypedTablebase final : public Tablebase::Implementation {
 public:
  TypedTablebase(const TablebaseGame& of, const std::string& path)
      : Implementation(of), setup_(of.rules.blocked), database_(setup_, of.name(), path) {}

  const DuelSpace& space() const override { return *setup_.space; }
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
      values.push_back({move, value_of(code)});
    }
    return values;
  }

  retrograde::Census census(int tier, int threads,
                            const std::atomic<bool>* interrupt) const override {
    return database_.census(tier, threads, interrupt);
  }
  retrograde::VerifyResult verify(const retrograde::VerifyOptions& options) const override {
    return database_.verify(options);
  }
  Position unrank(int tier, std::uint64_t rank) const override {
    return G::unrank(setup_, tier, rank);
  }

 private:
  typename G::Setup setup_;
  retrograde::Database<G, DuelHooks<G>> database_;
};

}  // namespace

Tablebase::Tablebase(const std::string& path) {
  const TablebaseGame game = game_of_name(path, retrograde::ContainerReader(path).plan().name);
  visit_duel(
      game, [&]<class G>(G) { implementation_ = std::make_unique<TypedTablebase<G>>(game, path); });
}
Tablebase::~Tablebase() = default;
Tablebase::Tablebase(Tablebase&&) noexcept = default;

const TablebaseGame& Tablebase::game() const { return implementation_->game; }
std::uint64_t Tablebase::bytes() const { return implementation_->reader().bytes(); }
int Tablebase::tiers() const { return implementation_->space().tiers(); }
Position Tablebase::parse(const std::string& text) const { return implementation_->parse(text); }
Value Tablebase::value(const Position& p) { return value_of(implementation_->probe(p)); }
std::vector<MoveValue> Tablebase::moves(const Position& p) { return implementation_->moves(p); }

TierCount Tablebase::count(int tier, int threads, const std::atomic<bool>* interrupt) const {
  const DuelSpace& space = implementation_->space();
  return {space.counts(tier), space.size(tier), space.classes(tier),
          implementation_->census(tier, threads, interrupt)};
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
      for (std::uint64_t i = 0; i < count;) {
        const int tier = static_cast<int>(random.below(static_cast<std::uint32_t>(tiers())));
        const std::uint64_t size = implementation_->space().size(tier);
        const Position p =
            implementation_->unrank(tier, random.below(static_cast<std::uint32_t>(size)));
        if (p.status == Status::won) continue;
        ++i;
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
