// Shared parts of the subcommands.
#include "tools/common.hpp"

#include <fmt/core.h>
#include <omp.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "engines/error.hpp"

namespace trilith::tools {
namespace {

std::atomic<bool> g_interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void on_signal(int) { g_interrupted.store(true, std::memory_order_relaxed); }

}  // namespace

std::shared_ptr<Common> add_common(CLI::App& command) {
  auto common = std::make_shared<Common>();
  common->threads = omp_get_num_procs();
  command.add_flag("--json", common->json, "One JSON object per result line");
  command.add_flag("--quiet", common->quiet, "No progress and no messages");
  command.add_option("--threads", common->threads, "Worker threads (default: all cores)")
      ->check(CLI::Range(1, 1024));
  command.add_option("--seed", common->seed, "Seed of every random choice")->capture_default_str();
  return common;
}

void print_json(const Json& object) {
  std::cout << object.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n' << std::flush;
}

std::string json_fault(const Json::exception& error) {
  const std::string_view text = error.what();
  const std::size_t name = text.find("] ");
  return std::string(name == std::string_view::npos ? text : text.substr(name + 2));
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file || std::filesystem::is_directory(path)) {
    const int error = file ? EISDIR : errno;
    throw UserError(fmt::format("file '{}': cannot be read: {}", path, std::strerror(error)));
  }
  std::ostringstream content;
  content << file.rdbuf();
  if (file.bad()) throw UserError(fmt::format("file '{}': reading failed", path));
  return std::move(content).str();
}

std::vector<std::string> read_lines(const std::string& path) {
  std::istringstream content(read_file(path));
  std::vector<std::string> lines;
  for (std::string line; std::getline(content, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    lines.push_back(std::move(line));
  }
  return lines;
}

WholeFile::WholeFile(const std::string& path) : path_(path), target_(path) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (fs::is_symlink(path, error)) {
    const fs::path end = fs::canonical(path, error);
    if (!error) target_ = end.string();
  }
  const fs::file_status status = fs::status(target_, error);
  const bool in_place = fs::exists(status) && !fs::is_regular_file(status);
  if (!in_place) temporary_ = target_ + ".tmp";
  errno = 0;
  file_.open(in_place ? target_ : temporary_, std::ios::binary | std::ios::trunc);
  if (!file_) {
    const std::string why = std::strerror(errno);
    temporary_.clear();
    fail(why);
  }
}

WholeFile::~WholeFile() {
  if (temporary_.empty()) return;
  file_.close();
  std::remove(temporary_.c_str());
}

void WholeFile::commit() {
  file_.close();
  if (!file_) fail(std::strerror(errno));
  if (temporary_.empty()) return;
  std::error_code error;
  std::filesystem::rename(temporary_, target_, error);
  if (error) fail(error.message());
  temporary_.clear();
}

void WholeFile::fail(const std::string& why) {
  throw UserError(fmt::format("file '{}': cannot be written: {}", path_, why));
}

void write_file(const std::string& path, const std::string& content) {
  WholeFile file(path);
  file.stream() << content;
  file.commit();
}

bool is_terminal(int descriptor) { return isatty(descriptor) != 0; }

const std::atomic<bool>& interrupted() { return g_interrupted; }

void catch_interrupts() {
  struct sigaction action = {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);  // a second Ctrl-C ends at once
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

}  // namespace trilith::tools
