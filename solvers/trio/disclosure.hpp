// What a reveal tells the table: the bits that somebody without a hand learns from the card.
#pragma once

#include "engines/trio/belief.hpp"
#include "engines/trio/observation.hpp"

namespace trilith::trio {

class Disclosure {
 public:
  // `belief` is that of `seen` and must outlive this.
  Disclosure(const Observation& seen, const Belief& belief);

  // The spectator's expected surprise, over the cards that the observer expects; 0 for a card that
  // everybody knows.
  double bits(Move move) const;

 private:
  Table table_;
  const Belief& own_;
  Belief::Ends own_ends_;
  Belief open_;
  Belief::Ends open_ends_;
};

}  // namespace trilith::trio
