// The table of stable discs on an edge.
#include "solvers/othello/stability.hpp"

#include <vector>

namespace trilith::othello {
namespace {

// `own` puts a disc on the empty `place` of an edge and turns what it outflanks there. The move may
// be legal even if it turns nothing on the edge.
void put(unsigned& own, unsigned& opponent, int place) {
  unsigned turned = 0;
  for (int step = -1; step <= 1; step += 2) {
    unsigned run = 0;
    int at = place + step;
    while (at >= 0 && at < 8 && (opponent >> at & 1)) {
      run |= 1u << at;
      at += step;
    }
    if (at >= 0 && at < 8 && (own >> at & 1)) turned |= run;
  }
  own |= turned | 1u << place;
  opponent &= ~turned;
}

EdgeStability make_table() {
  EdgeStability table;
  for (unsigned pattern = 0; pattern < 256; ++pattern) {
    unsigned weight = 1;
    for (int place = 0; place < 8; ++place, weight *= 3) {
      if (pattern >> place & 1) {
        table.ternary[pattern] = static_cast<std::uint16_t>(table.ternary[pattern] + weight);
      }
    }
  }
  // Patterns with few empty squares first: a disc is stable when it is so after every disc of
  // either side on the edge.
  for (int empties = 0; empties <= 8; ++empties) {
    for (unsigned own = 0; own < 256; ++own) {
      for (unsigned opponent = 0; opponent < 256; ++opponent) {
        if (own & opponent || 8 - std::popcount(own | opponent) != empties) continue;
        unsigned stable = own;
        for (int place = 0; place < 8 && stable != 0; ++place) {
          if ((own | opponent) >> place & 1) continue;
          unsigned next_own = own;
          unsigned next_opponent = opponent;
          put(next_own, next_opponent, place);
          stable &= table(next_own, next_opponent);
          next_own = own;
          next_opponent = opponent;
          put(next_opponent, next_own, place);
          stable &= table(next_own, next_opponent);
        }
        table.stable[table.ternary[own] + 2u * table.ternary[opponent]] =
            static_cast<std::uint8_t>(stable);
      }
    }
  }
  return table;
}

}  // namespace

const EdgeStability& edge_stability() {
  static const EdgeStability table = make_table();
  return table;
}

}  // namespace trilith::othello
