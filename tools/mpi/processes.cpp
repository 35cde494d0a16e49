// Processes over MPI: only the thread that made the object calls MPI (MPI_THREAD_FUNNELED).
//
// Messages, all between a helper and process 0:
//   ask     helper -> leader   a thread of mine has nothing to do
//   unit    leader -> helper   a unit's number
//   over    leader -> helper   there are no more
//   result  helper -> leader   a unit's number (8 bytes), then its text
//   alive   helper -> leader   once a second
#include "tools/processes.hpp"

#include <mpi.h>

#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace trilith::tools {
namespace {

using Clock = std::chrono::steady_clock;

enum Tag { kAsk = 1, kUnit, kOver, kResult, kAlive };

constexpr int kLeader = 0;
constexpr std::chrono::seconds kHeartbeat{1};
constexpr std::chrono::seconds kLostAfter{30};
constexpr std::chrono::microseconds kPause{500};  // between two looks for messages

void send(int to, Tag tag, const void* data = nullptr, std::size_t size = 0) {
  MPI_Send(data, static_cast<int>(size), MPI_BYTE, to, tag, MPI_COMM_WORLD);
}

struct Message {
  int from = 0;
  int tag = 0;
  std::vector<char> data;

  std::uint64_t unit() const {
    std::uint64_t value = 0;
    if (data.size() >= sizeof value) std::memcpy(&value, data.data(), sizeof value);
    return value;
  }
};

std::optional<Message> receive() {
  int there = 0;
  MPI_Status status;
  if (MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status) != MPI_SUCCESS ||
      there == 0) {
    return std::nullopt;
  }
  int size = 0;
  MPI_Get_count(&status, MPI_BYTE, &size);
  Message message{status.MPI_SOURCE, status.MPI_TAG,
                  std::vector<char>(static_cast<std::size_t>(size))};
  MPI_Recv(message.data.data(), size, MPI_BYTE, message.from, message.tag, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
  return message;
}

// What the leader knows of a helper.
struct Helper {
  Clock::time_point heard = Clock::now();
  int asking = 0;
  std::set<std::uint64_t> units;  // in flight
  bool lost = false;
};

// Units and results between the threads of a helper and the one that speaks MPI.
class Desk {
 public:
  std::optional<std::uint64_t> take() {
    std::unique_lock lock(mutex_);
    ++idle_;
    changed_.wait(lock, [this] { return over_ || !units_.empty(); });
    if (units_.empty()) return std::nullopt;
    --idle_;
    const std::uint64_t unit = units_.front();
    units_.pop_front();
    return unit;
  }
  void put_result(std::uint64_t unit, const std::string& text) {
    std::string data(sizeof unit, '\0');
    std::memcpy(data.data(), &unit, sizeof unit);
    const std::lock_guard lock(mutex_);
    results_.push_back(data + text);
  }
  void fail(std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    if (error_ == nullptr) error_ = std::move(error);
  }

  void put_unit(std::uint64_t unit) {
    const std::lock_guard lock(mutex_);
    units_.push_back(unit);
    changed_.notify_one();
  }
  void close() {
    const std::lock_guard lock(mutex_);
    over_ = true;
    changed_.notify_all();
  }
  std::deque<std::string> results() {
    const std::lock_guard lock(mutex_);
    if (error_ != nullptr) std::rethrow_exception(error_);
    return std::exchange(results_, {});
  }
  // Threads with nothing to do, beyond the units that wait for one.
  int idle() const {
    const std::lock_guard lock(mutex_);
    return idle_ - static_cast<int>(units_.size());
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::uint64_t> units_;
  std::deque<std::string> results_;
  int idle_ = 0;
  bool over_ = false;
  std::exception_ptr error_;
};

}  // namespace

struct Processes::State {
  int own_rank = 0;
  int count = 1;
  std::vector<Helper> helpers;  // by rank; that of the leader is not used
  bool lost_any = false;

  void serve(UnitRun& run);
  void take_in(UnitRun& run, const Message& message);
};

Processes::Processes() {
  // Set by Open MPI's, MPICH's and Slurm's starters; without them nothing of MPI is touched.
  const char* const size = std::getenv("OMPI_COMM_WORLD_SIZE");
  const char* const other_size = std::getenv("PMI_SIZE");
  if (size == nullptr && other_size == nullptr && std::getenv("PMIX_RANK") == nullptr) return;
  state_ = std::make_unique<State>();
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_rank(MPI_COMM_WORLD, &state_->own_rank);
  MPI_Comm_size(MPI_COMM_WORLD, &state_->count);
}

Processes::~Processes() {
  if (state_ == nullptr) return;
  // Finalising waits for every process; one that is lost would be waited for for ever. An error
  // that is under way must not wait for the others either.
  if (state_->lost_any) MPI_Abort(MPI_COMM_WORLD, 0);
  if (std::uncaught_exceptions() > 0 && !interrupted()) return;
  MPI_Finalize();
}

bool Processes::leads() const { return state_ == nullptr || state_->own_rank == kLeader; }
int Processes::count() const { return state_ == nullptr ? 1 : state_->count; }

RunEnd Processes::work(UnitRun& run, int threads, const UnitRun::Work& work) {
  if (count() == 1) return run.work(threads, work);
  state_->helpers.assign(static_cast<std::size_t>(count()), {});
  return run.work(threads, work, [&] { state_->serve(run); });
}

void Processes::State::take_in(UnitRun& run, const Message& message) {
  Helper& helper = helpers[static_cast<std::size_t>(message.from)];
  helper.heard = Clock::now();
  if (message.tag == kAsk) ++helper.asking;
  if (message.tag != kResult) return;
  helper.units.erase(message.unit());
  const std::size_t head = sizeof(std::uint64_t);
  run.finish(message.unit(),
             std::string_view(message.data.data() + head, message.data.size() - head));
}

void Processes::State::serve(UnitRun& run) {
  while (!run.over()) {
    bool busy = false;
    while (const std::optional<Message> message = receive()) {
      take_in(run, *message);
      busy = true;
    }
    for (int rank = 1; rank < count; ++rank) {
      Helper& helper = helpers[static_cast<std::size_t>(rank)];
      if (helper.lost) continue;
      while (helper.asking > 0) {
        const std::optional<std::uint64_t> unit = run.try_take();
        if (!unit) break;
        --helper.asking;
        helper.units.insert(*unit);
        send(rank, kUnit, &*unit, sizeof *unit);
      }
      if (Clock::now() - helper.heard > kLostAfter) {
        helper.lost = lost_any = true;
        for (const std::uint64_t unit : std::exchange(helper.units, {})) run.give_back(unit);
      }
    }
    if (!busy) std::this_thread::sleep_for(kPause);
  }
  for (int rank = 1; rank < count; ++rank) {
    if (!helpers[static_cast<std::size_t>(rank)].lost) send(rank, kOver);
  }
}

void Processes::help(int threads, const UnitRun::Work& work) {
  Desk desk;
  std::vector<std::jthread> pool;
  for (int thread = 0; thread < threads; ++thread) {
    pool.emplace_back([&desk, &work, thread] {
      while (const std::optional<std::uint64_t> unit = desk.take()) {
        try {
          desk.put_result(*unit, work(thread, *unit));
        } catch (...) {
          desk.fail(std::current_exception());
        }
      }
    });
  }
  // The threads must end before the desk goes, whatever happens.
  struct Closing {
    Desk& desk;
    ~Closing() { desk.close(); }
  } closing{desk};
  int asked = 0;
  Clock::time_point spoken = Clock::now();
  for (bool over = false; !over;) {
    for (; asked < desk.idle(); ++asked) send(kLeader, kAsk);
    for (const std::string& result : desk.results()) {
      send(kLeader, kResult, result.data(), result.size());
    }
    bool busy = false;
    while (const std::optional<Message> message = receive()) {
      busy = true;
      over |= message->tag == kOver;
      if (message->tag != kUnit) continue;
      desk.put_unit(message->unit());
      --asked;
    }
    if (Clock::now() - spoken > kHeartbeat) {
      send(kLeader, kAlive);
      spoken = Clock::now();
    }
    if (!busy) std::this_thread::sleep_for(kPause);
  }
}

}  // namespace trilith::tools
