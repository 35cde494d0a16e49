// Classes of openings: two are the same when the positions after them have one canonical form.
#include "solvers/otrio/openings.hpp"

#include "engines/otrio/game.hpp"

namespace trilith::otrio {

std::vector<OpeningClass> opening_classes(const Rules& rules) {
  return visit(rules, [&]<class G>(G) {
    const Position start = G::initial({rules.blocked});
    std::vector<OpeningClass> classes;
    std::vector<Position> forms;
    MoveList<G> moves;
    G::legal_moves(start, moves);
    for (const Move move : moves) {
      Position p = start;
      G::play(p, move);
      const Position form = G::canonical(p);
      std::size_t i = 0;
      while (i < forms.size() && forms[i] != form) ++i;
      if (i == forms.size()) {
        forms.push_back(form);
        classes.emplace_back();
      }
      classes[i].moves.push_back(move);
    }
    return classes;
  });
}

}  // namespace trilith::otrio
