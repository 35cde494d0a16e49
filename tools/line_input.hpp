// Lines of standard input read by a thread of their own, so that a command can stop a search.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace trilith::tools {

class LineInput {
 public:
  // `is_urgent` says whether a line must stop a running search. A line that it calls urgent sets
  // the stop signal at once; so does the end of input, `grace` after the last line was taken.
  explicit LineInput(std::function<bool(const std::string&)> is_urgent,
                     std::chrono::milliseconds grace = std::chrono::seconds(10));
  ~LineInput();
  LineInput(const LineInput&) = delete;
  LineInput& operator=(const LineInput&) = delete;

  // Waits for a line, without its end; false at the end of input or after an interruption. Lines
  // longer than a megabyte are dropped.
  bool next(std::string& line);

  // True while an urgent line waits, after the end of input, or after an interruption.
  const std::atomic<bool>& stop_signal() const { return stop_; }

 private:
  void read();
  void take(std::string line);

  std::function<bool(const std::string&)> is_urgent_;
  std::chrono::milliseconds grace_;
  std::mutex mutex_;
  std::condition_variable ready_;
  std::deque<std::string> lines_;
  int urgent_ = 0;  // lines in the queue
  bool ended_ = false;
  std::atomic<bool> stop_{false};
  std::atomic<bool> done_{false};  // the reader is to end
  std::thread reader_;
};

}  // namespace trilith::tools
