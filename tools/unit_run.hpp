// Runs work units on threads: each id is given out once, each result lands in the journal once.
//
//   UnitRun run({0, pairs}, {.in_order = [&](std::uint64_t unit, std::string_view result) {...}});
//   run.open_journal(folder + "/journal.jsonl", settings);
//   const RunEnd end = run.work(threads, [&](int thread, std::uint64_t unit) { return json_text;
//   });
//
// A unit's result is a pure function of the run's settings and the unit's number, so it does not
// matter who makes it or when. After an interruption no unit is begun any more; those in flight
// are finished and journaled.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "tools/common.hpp"
#include "tools/journal.hpp"

namespace trilith::tools {

// Units first, ..., last - 1.
struct UnitRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;

  std::uint64_t size() const { return last - first; }
  bool operator==(const UnitRange&) const = default;
};

// `a:b`, units a to b - 1; throws UserError.
UnitRange parse_unit_range(const std::string& text);

// Both may be empty. They are called by one thread at a time, also for what the journal holds.
struct UnitHooks {
  // Every unit as it is finished.
  std::function<void(std::uint64_t unit, std::string_view result)> finished;
  // The units in rising order without gaps, so that what comes of them cannot depend on the timing
  // of threads. False ends the run: this unit is the last that counts.
  std::function<bool(std::uint64_t unit, std::string_view result)> in_order;
};

enum class RunEnd {
  complete,     // every unit of the range is there
  decided,      // in_order said so
  interrupted,  // by a signal
};

class UnitRun {
 public:
  // Makes a unit; `thread` (0..threads-1) may choose players or scratch memory, nothing else.
  using Work = std::function<std::string(int thread, std::uint64_t unit)>;

  UnitRun(UnitRange range, UnitHooks hooks);

  // Takes over what the file holds and appends to it from now on; without it nothing is kept.
  // Throws UserError (see Journal), also for units outside the range.
  void open_journal(const std::string& path, const Json& run);

  // Makes all units that are missing; what `work` throws ends the run and is thrown again.
  // `meanwhile` may serve others on this thread; it is called once.
  RunEnd work(int threads, const Work& work, const std::function<void()>& meanwhile = {});

  // Sorts the journal and cuts what does not count. Call it after `complete` and `decided`.
  void finish_journal();

  // Units done, of the journal or new ones.
  std::uint64_t done() const;
  // How long results were written and handed to the hooks, in seconds.
  double keeping_seconds() const;
  UnitRange range() const { return range_; }

  // --- For who hands units to other processes; all of it may be called from any thread. ---

  // A unit to make; nothing when there is none to begin (now).
  std::optional<std::uint64_t> try_take();
  // The same, but waits while a unit that is in flight elsewhere may come back; nothing at the end.
  std::optional<std::uint64_t> take();
  // A unit that was taken will not be finished by who took it.
  void give_back(std::uint64_t unit);
  // A unit's result; a second one for the same unit is ignored.
  void finish(std::uint64_t unit, std::string_view result);
  // Ends the run; `end` throws the first of these.
  void fail(std::exception_ptr error);
  // No unit is in flight and none will be begun.
  bool over() const;
  // How it ended, once it is over.
  RunEnd end() const;

 private:
  bool has(std::uint64_t unit) const { return unit < next_ || ahead_.contains(unit); }
  bool stopping() const { return decided_ || error_ != nullptr || interrupted(); }
  bool over_locked() const;
  std::optional<std::uint64_t> take_locked();
  void accept(std::uint64_t unit, std::string_view result);

  const UnitRange range_;
  const UnitHooks hooks_;

  // Guards all below.
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<Journal> journal_;
  std::uint64_t next_;                          // all units below are finished
  std::map<std::uint64_t, std::string> ahead_;  // finished units above, kept for in_order
  std::uint64_t fresh_;                         // the first unit that was never given out
  std::set<std::uint64_t> in_flight_;
  std::set<std::uint64_t> returned_;
  std::uint64_t decided_end_ = 0;
  bool decided_ = false;
  double keeping_seconds_ = 0;
  std::exception_ptr error_;
};

}  // namespace trilith::tools
