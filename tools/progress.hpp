// Progress of long work: one line on stderr that is redrawn, only on a terminal.
#pragma once

#include <chrono>
#include <string>

namespace trilith::tools {

class Progress {
 public:
  // Shows nothing when `quiet` or when stderr is not a terminal.
  explicit Progress(bool quiet);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Redraws the line with `text`, at most ten times a second.
  void show(const std::string& text);
  // The same with a bar, the rate in `unit` per second and the time left; done is in 0..total.
  void show(const std::string& text, double done, double total, const std::string& unit);
  // Wipes the line, so that something else can be printed.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  bool enabled_;
  bool drawn_ = false;
  Clock::time_point start_;
  Clock::time_point last_;
};

// 12.3 s, 4:05 min, 3:07 h: for people.
std::string duration_text(double seconds);

}  // namespace trilith::tools
