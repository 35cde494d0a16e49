// The progress line.
#include "tools/progress.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>

#include "tools/common.hpp"

namespace trilith::tools {

Progress::Progress(bool quiet)
    : enabled_(!quiet && is_terminal(2)), start_(Clock::now()), last_(start_) {}

Progress::~Progress() { clear(); }

void Progress::show(const std::string& text) {
  if (!enabled_) return;
  const Clock::time_point now = Clock::now();
  if (drawn_ && now - last_ < std::chrono::milliseconds(100)) return;
  last_ = now;
  drawn_ = true;
  fmt::print(stderr, "\r\x1b[2K{}", text);
  std::fflush(stderr);
}

void Progress::show(const std::string& text, double done, double total, const std::string& unit) {
  if (!enabled_) return;
  constexpr int kWidth = 24;
  const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  const double share = total > 0 ? std::clamp(done / total, 0.0, 1.0) : 0.0;
  const double rate = seconds > 0 ? done / seconds : 0;
  const int filled = static_cast<int>(share * kWidth);
  const std::string eta = rate > 0 ? duration_text((total - done) / rate) : "?";
  show(fmt::format("{} [{:#<{}}{:.<{}}] {:3.0f} %  {:.3g} {}/s  {} left", text, "", filled, "",
                   kWidth - filled, 100 * share, rate, unit, eta));
}

void Progress::clear() {
  if (drawn_) fmt::print(stderr, "\r\x1b[2K");
  drawn_ = false;
}

std::string duration_text(double seconds) {
  if (seconds < 60) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<long long>(seconds);
  if (seconds < 3600) return fmt::format("{}:{:02} min", whole / 60, whole % 60);
  return fmt::format("{}:{:02} h", whole / 3600, whole / 60 % 60);
}

}  // namespace trilith::tools
