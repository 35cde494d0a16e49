// Runs the program with arguments as a shell reads them, for tests.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

namespace trilith {

struct ProgramOutcome {
  int status = -1;
  std::string out;
  std::string err;
};

inline std::string file_content(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The program's input comes from the file `input`.
inline ProgramOutcome run_program(const std::string& arguments,
                                  const std::string& input = "/dev/null") {
  const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
  const std::string base =
      ::testing::TempDir() + "trilith-" + test->test_suite_name() + "-" + test->name();
  const std::string command = std::string(TRILITH_PROGRAM) + " " + arguments + " <" + input + " >" +
                              base + ".out 2>" + base + ".err";
  const int status = std::system(command.c_str());
  ProgramOutcome outcome{WIFEXITED(status) ? WEXITSTATUS(status) : -1, file_content(base + ".out"),
                         file_content(base + ".err")};
  std::remove((base + ".out").c_str());
  std::remove((base + ".err").c_str());
  return outcome;
}

}  // namespace trilith
