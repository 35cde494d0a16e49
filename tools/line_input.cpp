// The reading thread: waits with poll(), so that it can end although no input comes.
#include "tools/line_input.hpp"

#include <poll.h>
#include <unistd.h>

#include <array>

#include "tools/common.hpp"

namespace trilith::tools {
namespace {

constexpr std::size_t kLongestLine = 1 << 20;
constexpr int kPollMilliseconds = 50;

}  // namespace

LineInput::LineInput(std::function<bool(const std::string&)> is_urgent,
                     std::chrono::milliseconds grace)
    : is_urgent_(std::move(is_urgent)), grace_(grace), reader_([this] { read(); }) {}

LineInput::~LineInput() {
  done_ = true;
  reader_.join();
}

bool LineInput::next(std::string& line) {
  std::unique_lock lock(mutex_);
  ready_.wait(lock, [this] { return !lines_.empty() || ended_; });
  if (lines_.empty() || interrupted()) return false;
  line = std::move(lines_.front());
  lines_.pop_front();
  if (is_urgent_(line) && --urgent_ == 0) stop_ = false;
  return true;
}

void LineInput::take(std::string line) {
  if (!line.empty() && line.back() == '\r') line.pop_back();
  const std::lock_guard lock(mutex_);
  if (is_urgent_(line)) {
    ++urgent_;
    stop_ = true;
  }
  lines_.push_back(std::move(line));
  ready_.notify_one();
}

void LineInput::read() {
  std::string line;
  bool too_long = false;
  std::array<char, 4096> buffer;
  bool open = true;
  while (open && !done_ && !interrupted()) {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    if (poll(&input, 1, kPollMilliseconds) <= 0) continue;
    const ssize_t size = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    open = size > 0;
    for (ssize_t i = 0; i < size; ++i) {
      const char c = buffer[static_cast<std::size_t>(i)];
      if (c != '\n') {
        too_long = too_long || line.size() >= kLongestLine;
        if (!too_long) line += c;
        continue;
      }
      if (!too_long) take(std::move(line));
      line.clear();
      too_long = false;
    }
  }
  if (!line.empty() && !too_long) take(std::move(line));
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    ready_.notify_one();
  }
  // The last line's search may end in peace, but not go on for ever when nobody listens.
  auto end = std::chrono::steady_clock::now() + grace_;
  while (!done_ && !interrupted() && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(kPollMilliseconds));
    const std::lock_guard lock(mutex_);
    if (!lines_.empty()) end = std::chrono::steady_clock::now() + grace_;
  }
  const std::lock_guard lock(mutex_);
  ++urgent_;  // the signal stays
  stop_ = true;
}

}  // namespace trilith::tools
