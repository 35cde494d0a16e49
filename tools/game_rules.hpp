// A game under rules given as text, for commands that take `--game` and `--rules`.
#pragma once

#include <fmt/core.h>

#include <string>
#include <string_view>

#include "engines/error.hpp"
#include "engines/othello/game.hpp"
#include "engines/otrio/game.hpp"
#include "engines/trio/game.hpp"

namespace trilith::tools {

inline constexpr const char* kGameHelp = "othello, otrio or trio";
inline constexpr const char* kGameRulesHelp =
    "Othello: standard or reversi; Otrio: placement,blocked,players like nested,none,pairs; Trio: "
    "players,mode like 3,simple";

// text(), seats() and start() by game; Trio's start is a deal.
template <Game G>
struct RulesOf;

template <>
struct RulesOf<othello::Othello> {
  othello::Setup setup;

  std::string text() const {
    return setup.variant == othello::Variant::reversi ? "reversi" : "standard";
  }
  int seats() const { return 2; }
  othello::Position start() const { return othello::initial_position(setup); }
};

template <otrio::Placement kPlacement, otrio::Players kPlayers>
struct RulesOf<otrio::Otrio<kPlacement, kPlayers>> {
  otrio::Rules rules;

  std::string text() const { return otrio::rules_text(rules); }
  int seats() const { return otrio::seats(rules.players); }
  otrio::Position start() const { return otrio::empty_board(rules); }
};

template <>
struct RulesOf<trio::Trio> {
  trio::Rules rules;

  std::string text() const { return trio::rules_text(rules); }
  int seats() const { return rules.players; }
};

// Calls f(G{}, RulesOf<G>) for the game; empty rules are its standard ones. Throws UserError.
template <class F>
decltype(auto) visit_rules(const std::string& game, const std::string& rules, F&& f) {
  if (game == "othello") {
    if (!rules.empty() && rules != "standard" && rules != "reversi") {
      throw UserError(fmt::format("rules '{}': Othello has standard and reversi", rules));
    }
    const auto variant =
        rules == "reversi" ? othello::Variant::reversi : othello::Variant::standard;
    return f(othello::Othello{}, RulesOf<othello::Othello>{{variant, othello::Scoring::wof}});
  }
  if (game == "otrio") {
    const otrio::Rules parsed = otrio::parse_rules(rules.empty() ? "nested,none,pairs" : rules);
    return otrio::visit(parsed,
                        [&]<class G>(G) -> decltype(auto) { return f(G{}, RulesOf<G>{parsed}); });
  }
  if (game == "trio") {
    return f(trio::Trio{},
             RulesOf<trio::Trio>{trio::parse_rules(rules.empty() ? "3,simple" : rules)});
  }
  throw UserError(fmt::format("game '{}': {} is right", game, kGameHelp));
}

}  // namespace trilith::tools
