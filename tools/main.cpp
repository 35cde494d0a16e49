// The program `trilith`: dispatches to the subcommands and turns errors into one line and an exit
// status.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <string_view>
#include <system_error>

#include "engines/error.hpp"
#include "tools/commands.hpp"
#include "tools/common.hpp"

namespace {

// CLI11 spreads some messages over several lines, and others quote input that has line ends; the
// promise is one.
std::string one_line(std::string text) {
  for (char& c : text) {
    if (c == '\n' || c == '\r') c = ' ';
  }
  return text;
}

int report(const std::string& message, int status) {
  std::cout.flush();
  fmt::print(stderr, "trilith: {}\n", one_line(message));
  return status;
}

// "trilith otrio settle" for the subcommand that was reached, so that the hint names the right
// help.
std::string called(const CLI::App& app) {
  const auto reached = app.get_subcommands();
  return app.get_name() + (reached.empty() ? "" : " " + called(*reached.front()));
}

// What was wrong on the command line, in one line that ends with where the right form is found.
std::string usage_fault(const CLI::App& app, const CLI::ParseError& error) {
  const auto rest = app.remaining(true);
  std::string message;
  const bool named_by_rest = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr ||
                             dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
  if (rest.empty() || !named_by_rest) message = error.what();
  if (!rest.empty()) {
    // An option's value, if it has one, is listed before the option.
    const auto option = std::find_if(rest.begin(), rest.end(),
                                     [](const std::string& word) { return word.starts_with('-'); });
    message += (message.empty() ? "" : "; ") + std::string("'") +
               (option != rest.end() ? *option : rest.front()) + "' is not known here";
  }
  return message + "; see " + called(app) + " --help";
}

// A board may begin with empty squares, which would look like an option: `.` is an empty square
// too.
void protect_boards(int argc, char** argv) {
  constexpr std::string_view kBoardLetters = "XO-.*xo";
  constexpr std::size_t kBoardSize = 64;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument.size() >= kBoardSize && argument[0] == '-' &&
        argument.substr(0, kBoardSize).find_first_not_of(kBoardLetters) == std::string_view::npos) {
      argv[i][0] = '.';
    }
  }
}

// CLI11 takes nan for a number, and -1 for a large one where no sign is allowed.
std::string number_fault(const std::string& type, const std::string& text) {
  if (type.starts_with("FLOAT")) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (end != text.c_str() && !std::isfinite(value)) return text + " is not a finite number";
  } else if (type.starts_with("UINT")) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) {
      return text + " is not a whole number from 0 to 18446744073709551615";
    }
  } else if (type.starts_with("INT")) {
    std::int64_t value = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
    if (parsed.ec == std::errc::result_out_of_range) return text + " is far out of range";
  }
  return {};
}

void guard_numbers(CLI::App& app) {
  for (CLI::Option* option : app.get_options()) {
    const std::string type = option->get_type_name();
    if (!type.starts_with("FLOAT") && !type.starts_with("UINT") && !type.starts_with("INT")) {
      continue;
    }
    option->check([type](const std::string& text) { return number_fault(type, text); }, "");
  }
  for (CLI::App* command : app.get_subcommands({})) guard_numbers(*command);
}

// Everything printed must have arrived; a full disk or a closed stream is told.
int finish(int status) {
  const bool whole =
      static_cast<bool>(std::cout.flush()) && std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  return whole ? status : report("standard output: not all of it could be written", 2);
}

}  // namespace

int main(int argc, char** argv) {
  using namespace trilith;

  CLI::App app{"Solves and studies the games Otrio, Othello and Trio", "trilith"};
  app.set_version_flag("--version", "trilith " TRILITH_VERSION);
  app.require_subcommand(1);
  tools::add_bench(app);
  tools::add_dataset(app);
  tools::add_merge(app);
  tools::add_othello(app);
  tools::add_otrio(app);
  tools::add_ratings(app);
  tools::add_selfplay(app);
  tools::add_tournament(app);
  tools::add_trio(app);

  guard_numbers(app);
  protect_boards(argc, argv);
  tools::catch_interrupts();
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {  // --help and --version
    return finish(app.exit(success));
  } catch (const CLI::ParseError& error) {
    return report(usage_fault(app, error), 2);
  } catch (const UserError& error) {
    return report(error.what(), 2);
  } catch (const CheckFailed& failure) {
    return report(failure.what(), 1);
  } catch (const tools::Interrupted& interruption) {
    return report(interruption.message, 130);
  } catch (const tools::ExitStatus& exit) {
    return finish(exit.status);
  } catch (const std::bad_alloc&) {
    return report("out of memory; try a smaller --hash-mb or fewer --threads", 2);
  } catch (const std::system_error& error) {  // a folder that cannot be made, a closed stream
    return report(error.what(), 2);
  } catch (const std::exception& error) {
    return report(std::string("internal error: ") + error.what(), 3);
  }
  return finish(0);
}
