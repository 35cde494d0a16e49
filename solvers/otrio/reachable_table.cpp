// Databases of everything below a root: writes them, and looks positions up by their keys.
#include <algorithm>
#include <cstring>

#include "engines/error.hpp"
#include "engines/otrio/game.hpp"
#include "engines/otrio/notation.hpp"
#include "solvers/otrio/board_key.hpp"
#include "solvers/otrio/reachable.hpp"
#include "solvers/otrio/tablebase_implementation.hpp"
#include "solvers/retrograde/container.hpp"

namespace trilith::otrio {
namespace {

using retrograde::Code;

constexpr std::size_t kKeyBytes = 8;

// Keys as codes of a block and back: all lowest bytes first, then all second ones, ...
std::vector<Code> planes_of(std::span<const std::uint64_t> keys) {
  std::vector<Code> planes;
  for (std::size_t byte = 0; byte < kKeyBytes; ++byte) {
    for (const std::uint64_t key : keys) planes.push_back(static_cast<Code>(key >> (8 * byte)));
  }
  return planes;
}

void keys_of(std::span<const Code> planes, std::span<std::uint64_t> keys) {
  std::ranges::fill(keys, 0);
  for (std::size_t i = 0; i < planes.size(); ++i) {
    keys[i % keys.size()] |= std::uint64_t{static_cast<std::uint8_t>(planes[i])}
                             << (8 * (i / keys.size()));
  }
}

retrograde::Plan plan_of(const TablebaseGame& game, const std::vector<Reachable::Level>& levels,
                         std::uint32_t block) {
  retrograde::Plan plan{game.name(), block, {}};
  for (std::size_t k = levels.size(); k-- > 0;) {
    const std::uint64_t count = levels[k].keys.size();
    plan.tiers.push_back({static_cast<std::uint32_t>(2 * k + 1), count});
    plan.tiers.push_back({static_cast<std::uint32_t>(2 * k), kKeyBytes * count});
  }
  return plan;
}

class ReachableTable final : public Tablebase::Implementation {
 public:
  ReachableTable(const TablebaseGame& of, const std::string& path)
      : Implementation(of),
        symmetries_(symmetries_of(of.rules)),
        reader_(path),
        levels_(reader_.plan().tiers.size() / 2),
        loaded_(levels_.size(), false) {
    const auto& tiers = reader_.plan().tiers;
    bool sound = tiers.size() % 2 == 0 && !tiers.empty() && reader_.plan().block % kKeyBytes == 0;
    for (std::size_t i = 0; sound && i < tiers.size(); i += 2) {
      sound = tiers[i].tier == tiers.size() - 1 - i && tiers[i + 1].tier == tiers.size() - 2 - i &&
              tiers[i + 1].positions == kKeyBytes * tiers[i].positions;
    }
    if (!sound) throw CheckFailed("file '" + path + "': not a database of " + of.name());
  }

  const retrograde::ContainerReader& reader() const override { return reader_; }
  int tiers() const override { return static_cast<int>(levels_.size()); }

  TierCount count(int tier, int, const std::atomic<bool>*) const override {
    const Reachable::Level level = load(tier);
    TierCount count;
    count.ply = std::popcount(game.root->pieces[0] | game.root->pieces[1] | game.root->pieces[2] |
                              game.root->pieces[3]) +
                tier;
    count.label = std::to_string(tier);
    count.ranks = count.classes = level.keys.size();
    for (const Code code : level.codes) count.census.add(code);
    return count;
  }

  // Every code again from the codes of the next level; a sample makes no sense for lists.
  retrograde::VerifyResult verify(const retrograde::VerifyOptions& options) const override {
    retrograde::VerifyResult result;
    const retrograde::Plan& plan = reader_.plan();
    for (std::size_t i = 0; i < plan.tiers.size(); ++i) result.blocks += plan.blocks(i);
    std::uint64_t found = 0;
    for (std::size_t k = 0; k < levels_.size(); ++k) found += plan.tiers[2 * k].positions;
    Reachable::Options again;
    again.threads = options.threads;
    again.memory = ~std::uint64_t{0};
    again.interrupt = options.interrupt;
    if (options.progress) {
      again.progress = [&](const char*, std::uint64_t done) { options.progress(done, found); };
    }
    const Reachable computed(game.rules, *game.root, again);
    if (!computed.complete()) return result;
    bool same = computed.levels().size() == levels_.size();
    for (std::size_t k = 0; same && k < levels_.size(); ++k) {
      const Reachable::Level stored = load(static_cast<int>(k));
      same = stored.keys == computed.levels()[k].keys && stored.codes == computed.levels()[k].codes;
      if (!same) {
        throw CheckFailed("file '" + reader_.path() + "': level " + std::to_string(k) +
                          " differs from what is computed again");
      }
    }
    if (!same) throw CheckFailed("file '" + reader_.path() + "': wrong number of levels");
    result.recomputed = result.blocks;
    result.complete = true;
    return result;
  }

  Position random_position(RandomStream& random) override {
    const auto k = static_cast<int>(random.below(static_cast<std::uint32_t>(tiers())));
    const Reachable::Level& in = level(k);
    const auto at = random.below(static_cast<std::uint32_t>(in.keys.size()));
    return board_of_key(game.rules, in.keys[at], due(k));
  }

  Position parse(const std::string& text) const override {
    return parse_position(game.rules, text);
  }

  Code probe(const Position& p) override {
    if (p.status == Status::drawn) return retrograde::kDraw;
    const std::uint64_t key = least_board_key(p.pieces, symmetries_);
    for (int k = 0; k < tiers(); ++k) {
      if (due(k) != p.due) continue;
      const Reachable::Level& in = level(k);
      const auto at = std::ranges::lower_bound(in.keys, key);
      if (at != in.keys.end() && *at == key) return in.codes[at - in.keys.begin()];
    }
    throw UserError("position '" + position_text(p) + "': cannot be reached from '" +
                    position_text(*game.root) + "'");
  }

  std::vector<MoveValue> moves(const Position& p) override {
    std::vector<MoveValue> values;
    visit(game.rules, [&]<class G>(G) {
      MoveList<G> moves;
      G::legal_moves(p, moves);
      for (const Move move : moves) {
        Position child = p;
        G::play(child, move);
        const Code code =
            child.status == Status::won ? retrograde::win_in(1) : retrograde::turned(probe(child));
        values.push_back({move, value_of_code(code)});
      }
    });
    return values;
  }

 private:
  int due(int k) const { return (game.root->due + k) % colours(game.rules.players); }

  const Reachable::Level& level(int k) {
    if (!loaded_[k]) levels_[k] = load(k);
    loaded_[k] = true;
    return levels_[k];
  }

  Reachable::Level load(int k) const {
    const retrograde::Plan& plan = reader_.plan();
    const std::size_t codes = plan.tiers.size() - 2 - 2 * static_cast<std::size_t>(k);
    Reachable::Level level;
    level.codes.resize(plan.tiers[codes].positions);
    level.keys.resize(plan.tiers[codes].positions);
    retrograde::BlockCodec codec;
    std::vector<char> frame;
    for (std::uint32_t block = 0; block < plan.blocks(codes); ++block) {
      reader_.read(codes, block, codec, frame,
                   std::span(level.codes)
                       .subspan(std::size_t{block} * plan.block, plan.positions(codes, block)));
    }
    std::vector<Code> planes;
    const std::size_t keys = plan.block / kKeyBytes;
    for (std::uint32_t block = 0; block < plan.blocks(codes + 1); ++block) {
      planes.resize(plan.positions(codes + 1, block));
      reader_.read(codes + 1, block, codec, frame, planes);
      keys_of(planes, std::span(level.keys).subspan(block * keys, planes.size() / kKeyBytes));
    }
    return level;
  }

  std::vector<int> symmetries_;
  retrograde::ContainerReader reader_;
  std::vector<Reachable::Level> levels_;
  std::vector<bool> loaded_;
};

}  // namespace

std::unique_ptr<Tablebase::Implementation> open_reachable(const TablebaseGame& game,
                                                          const std::string& path) {
  return std::make_unique<ReachableTable>(game, path);
}

retrograde::BuildResult build_reachable(const TablebaseGame& game, const std::string& path,
                                        const retrograde::BuildOptions& options) {
  if (options.block % kKeyBytes != 0) {
    throw UserError("block " + std::to_string(options.block) +
                    ": a multiple of 8 is needed for the keys below a root");
  }
  Reachable::Options find;
  find.threads = options.threads;
  find.memory = options.memory;
  find.interrupt = options.interrupt;
  std::uint64_t found = 0;
  find.progress = [&](const char* what, std::uint64_t positions) {
    if (std::strcmp(what, "found") == 0) found = positions;
    if (options.progress) options.progress(positions, found);
  };
  const Reachable reachable(game.rules, *game.root, find);
  retrograde::BuildResult result;
  result.positions = reachable.positions();
  if (!reachable.complete()) return result;
  retrograde::ContainerWriter writer(path, plan_of(game, reachable.levels(), options.block));
  const retrograde::Plan& plan = writer.plan();
  retrograde::BlockCodec codec;
  while (writer.next_tier() < plan.tiers.size()) {
    const std::size_t i = writer.next_tier();
    const std::uint32_t block = writer.next_block();
    const std::uint32_t tier = plan.tiers[i].tier;
    const Reachable::Level& level = reachable.levels()[tier / 2];
    const std::size_t count = plan.positions(i, block);
    if (tier % 2 == 1) {
      writer.append(codec.encode(
          tier, block, std::span(level.codes).subspan(std::size_t{block} * plan.block, count)));
    } else {
      const std::size_t first = std::size_t{block} * (plan.block / kKeyBytes);
      writer.append(codec.encode(
          tier, block, planes_of(std::span(level.keys).subspan(first, count / kKeyBytes))));
    }
  }
  writer.finish();
  result.complete = true;
  result.bytes = writer.bytes();
  return result;
}

}  // namespace trilith::otrio
