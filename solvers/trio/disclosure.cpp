// The information a reveal gives away, by two exact beliefs.
#include "solvers/trio/disclosure.hpp"

#include <algorithm>
#include <cmath>

namespace trilith::trio {
namespace {

double to_double(Wide value) { return static_cast<double>(value); }

const Belief::Weights& weights(const Belief::Ends& ends, Move move) {
  return is_high(move) ? ends.highest[seat_of(move)] : ends.lowest[seat_of(move)];
}

}  // namespace

Disclosure::Disclosure(const Observation& seen, const Belief& belief)
    : table_(seen.table()),
      own_(belief),
      own_ends_(belief.ends()),
      open_(Observation::of_spectator(seen.table())),
      open_ends_(open_.ends()) {}

double Disclosure::bits(Move move) const {
  double bits = 0;
  for (int v = 1; v <= table_.rules.numbers; ++v) {
    double mine = 0;
    double theirs = 0;
    if (is_centre(move)) {
      if ((table_.centre_known >> move & 1) != 0) return 0;
      mine = to_double(own_ends_.centre[v]) / own_.centre_unknown();
      theirs = to_double(open_ends_.centre[v]) / open_.centre_unknown();
    } else {
      mine = to_double(weights(own_ends_, move)[v]);
      theirs = to_double(weights(open_ends_, move)[v]);
    }
    mine /= to_double(own_.total());
    theirs /= to_double(open_.total());
    if (mine > 0) bits -= mine * std::log2(theirs);
  }
  return std::max(0.0, bits);
}

}  // namespace trilith::trio
