// Handing out of work units and keeping of their results.
#include "tools/unit_run.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <thread>
#include <utility>
#include <vector>

#include "engines/error.hpp"

namespace trilith::tools {

UnitRange parse_unit_range(const std::string& text) {
  UnitRange range;
  const char* const end = text.data() + text.size();
  const auto [colon, error] = std::from_chars(text.data(), end, range.first);
  if (error == std::errc() && colon != end && *colon == ':') {
    const auto [stop, second] = std::from_chars(colon + 1, end, range.last);
    if (second == std::errc() && stop == end && range.first < range.last) return range;
  }
  throw UserError(
      fmt::format("range '{}': a:b with a < b is right, for the units a, ..., b - 1", text));
}

UnitRun::UnitRun(UnitRange range, UnitHooks hooks)
    : range_(range), hooks_(std::move(hooks)), next_(range.first), fresh_(range.first) {}

void UnitRun::open_journal(const std::string& path, const Json& run) {
  const std::lock_guard lock(mutex_);
  journal_.emplace(path, run, [this](std::uint64_t unit, std::string_view result) {
    if (unit < range_.first || unit >= range_.last) {
      throw UserError(fmt::format("unit {} is outside the units {}:{} of this run", unit,
                                  range_.first, range_.last));
    }
    accept(unit, result);
  });
}

RunEnd UnitRun::work(int threads, const Work& work, const std::function<void()>& meanwhile) {
  // Threads of our own instead of an OpenMP team: an exception must end the run, not the program.
  std::vector<std::jthread> pool;
  for (int thread = 0; thread < threads; ++thread) {
    pool.emplace_back([this, thread, &work] {
      while (const std::optional<std::uint64_t> unit = take()) {
        try {
          finish(*unit, work(thread, *unit));
        } catch (...) {
          fail(std::current_exception());
          give_back(*unit);
        }
      }
    });
  }
  if (meanwhile) meanwhile();
  pool.clear();
  return end();
}

void UnitRun::finish_journal() {
  const std::lock_guard lock(mutex_);
  if (journal_) journal_->finish(decided_ ? decided_end_ : range_.last);
}

std::uint64_t UnitRun::done() const {
  const std::lock_guard lock(mutex_);
  return next_ - range_.first + ahead_.size();
}

double UnitRun::keeping_seconds() const {
  const std::lock_guard lock(mutex_);
  return keeping_seconds_;
}

std::optional<std::uint64_t> UnitRun::take_locked() {
  if (stopping()) return std::nullopt;
  std::optional<std::uint64_t> unit;
  if (!returned_.empty()) {
    unit = *returned_.begin();
    returned_.erase(returned_.begin());
  } else {
    fresh_ = std::max(fresh_, next_);
    while (fresh_ < range_.last && has(fresh_)) ++fresh_;
    if (fresh_ < range_.last) unit = fresh_++;
  }
  if (unit) in_flight_.insert(*unit);
  return unit;
}

std::optional<std::uint64_t> UnitRun::try_take() {
  const std::lock_guard lock(mutex_);
  return take_locked();
}

std::optional<std::uint64_t> UnitRun::take() {
  std::unique_lock lock(mutex_);
  for (;;) {
    if (std::optional<std::uint64_t> unit = take_locked()) return unit;
    if (stopping() || over_locked()) return std::nullopt;
    // A signal handler cannot notify: look again from time to time.
    changed_.wait_for(lock, std::chrono::milliseconds(100));
  }
}

void UnitRun::give_back(std::uint64_t unit) {
  const std::lock_guard lock(mutex_);
  if (in_flight_.erase(unit) > 0) returned_.insert(unit);
  changed_.notify_all();
}

void UnitRun::finish(std::uint64_t unit, std::string_view result) {
  const std::lock_guard lock(mutex_);
  in_flight_.erase(unit);
  returned_.erase(unit);
  if (!has(unit)) {
    const auto start = std::chrono::steady_clock::now();
    if (journal_) journal_->add(unit, result);
    accept(unit, result);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    keeping_seconds_ += seconds.count();
  }
  changed_.notify_all();
}

void UnitRun::accept(std::uint64_t unit, std::string_view result) {
  if (hooks_.finished) hooks_.finished(unit, result);
  ahead_.emplace(unit, hooks_.in_order ? result : std::string_view{});
  for (auto first = ahead_.begin(); first != ahead_.end() && first->first == next_;
       first = ahead_.erase(first)) {
    if (hooks_.in_order && !decided_ && !hooks_.in_order(first->first, first->second)) {
      decided_ = true;
      decided_end_ = first->first + 1;
    }
    ++next_;
  }
}

void UnitRun::fail(std::exception_ptr error) {
  const std::lock_guard lock(mutex_);
  if (error_ == nullptr) error_ = std::move(error);
  changed_.notify_all();
}

bool UnitRun::over_locked() const {
  return in_flight_.empty() && (stopping() || next_ == range_.last);
}

bool UnitRun::over() const {
  const std::lock_guard lock(mutex_);
  return over_locked();
}

RunEnd UnitRun::end() const {
  const std::lock_guard lock(mutex_);
  if (error_ != nullptr) std::rethrow_exception(error_);
  if (decided_) return RunEnd::decided;
  return next_ == range_.last ? RunEnd::complete : RunEnd::interrupted;
}

}  // namespace trilith::tools
