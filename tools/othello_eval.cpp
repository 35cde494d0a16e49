// `trilith othello eval`: what the evaluation says about a position, its moves, or a file of them.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <bit>
#include <memory>
#include <string>

#include "engines/othello/notation.hpp"
#include "eval/othello/weights.hpp"
#include "tools/common.hpp"
#include "tools/othello.hpp"
#include "tools/othello_weights.hpp"

namespace trilith::tools {
namespace {

using othello::Move;
using othello::Position;
using othello::Weights;

double discs(int value) { return static_cast<double>(value) / othello::kUnit; }

struct Options {
  std::string position;
  std::string moves;
  std::string weights;
};

void evaluate(const Options& options, const Common& common) {
  Position p =
      options.position.empty() ? Position{} : othello::parse_position({}, options.position);
  for (const Move move : othello::parse_game(p, options.moves)) othello::play(p, move);
  const std::shared_ptr<const Weights> weights = read_weights(options.weights);
  const double value = discs(weights->evaluate(p.board));
  Json moves = Json::array();
  for (othello::Mask rest = placements(p); rest != 0; rest &= rest - 1) {
    const auto move = static_cast<Move>(std::countr_zero(rest));
    Position next = p;
    othello::play(next, move);
    const double score = othello::is_over(next) ? -othello::final_score(next.board)
                                                : -discs(weights->evaluate(next.board));
    moves.push_back({{"move", othello::move_text(move)}, {"value", score}});
  }
  if (common.json) {
    print_json({{"position", othello::position_text(p)},
                {"value", value},
                {"moves", moves},
                {"weights", weights->note()}});
    return;
  }
  fmt::print("{:+.2f} discs for the side to move\n", value);
  for (const Json& move : moves) {
    fmt::print("{} {:+.2f}\n", move["move"].get<std::string>(), move["value"].get<double>());
  }
}

}  // namespace

void add_othello_eval(CLI::App& othello) {
  CLI::App* command =
      othello.add_subcommand("eval", "Evaluates a position and its moves without search");
  const auto common = add_common(*command);
  const auto options = std::make_shared<Options>();
  command->add_option("position", options->position,
                      "64 of X, O, - and the side to move (default: the start)");
  command->add_option("--moves", options->moves, "A game from there, like f5d6c3");
  command->add_option("--weights", options->weights, "Weights file (default: the shipped one)");
  command->callback([common, options] { evaluate(*options, *common); });
}

}  // namespace trilith::tools
