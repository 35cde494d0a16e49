// The program `trilith`: dispatches to the subcommands and turns errors into one line and an exit
// status.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <string_view>

#include "engines/error.hpp"
#include "tools/commands.hpp"
#include "tools/common.hpp"

namespace {

int report(const std::string& message, int status) {
  std::cout.flush();
  fmt::print(stderr, "trilith: {}\n", message);
  return status;
}

// CLI11 spreads some messages over several lines; the promise is one.
std::string one_line(std::string text) {
  for (char& c : text) {
    if (c == '\n' || c == '\r') c = ' ';
  }
  return text;
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
  if (rest.empty() || !named_by_rest) message = one_line(error.what());
  if (!rest.empty()) {
    // An option's value, if it has one, is listed before the option.
    const auto option = std::find_if(rest.begin(), rest.end(),
                                     [](const std::string& word) { return word.starts_with('-'); });
    message += (message.empty() ? "" : "; ") + std::string("'") +
               one_line(option != rest.end() ? *option : rest.front()) + "' is not known here";
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

  protect_boards(argc, argv);
  tools::catch_interrupts();
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {  // --help and --version
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    return report(usage_fault(app, error), 2);
  } catch (const UserError& error) {
    return report(error.what(), 2);
  } catch (const CheckFailed& failure) {
    return report(failure.what(), 1);
  } catch (const tools::Interrupted& interruption) {
    return report(interruption.message, 130);
  } catch (const tools::ExitStatus& exit) {
    return exit.status;
  } catch (const std::bad_alloc&) {
    return report("out of memory; try a smaller --hash-mb or fewer --threads", 2);
  } catch (const std::exception& error) {
    return report(std::string("internal error: ") + error.what(), 3);
  }
  return 0;
}
