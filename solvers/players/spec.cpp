// Parsing of players.
#include "solvers/players/spec.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <utility>

#include "engines/error.hpp"

namespace trilith::players {
namespace {

bool is_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  });
}

[[noreturn]] void fail(std::string_view text, const std::string& why) {
  throw UserError("player '" + std::string(text) + "': " + why +
                  "; a player is a kind, or kind:option=value,option=value");
}

void add_option(Spec& spec, std::string_view part, std::string_view whole) {
  const std::size_t equals = part.find('=');
  if (equals == std::string_view::npos) {
    fail(whole, "option '" + std::string(part) + "' has no '='");
  }
  const std::string_view name = part.substr(0, equals);
  const std::string_view value = part.substr(equals + 1);
  if (!is_name(name)) fail(whole, "'" + std::string(name) + "' is not a name of an option");
  if (value.empty()) fail(whole, "option '" + std::string(name) + "' has no value");
  for (const auto& [known, unused] : spec.options) {
    if (known == name) fail(whole, "option '" + std::string(name) + "' is given twice");
  }
  spec.options.emplace_back(name, value);
}

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> parts;
  for (std::size_t start = 0;;) {
    const std::size_t comma = text.find(',', start);
    parts.push_back(text.substr(start, comma - start));
    if (comma == std::string_view::npos) return parts;
    start = comma + 1;
  }
}

std::string number_text(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

}  // namespace

std::string Spec::text() const {
  std::string result = kind;
  for (std::size_t i = 0; i < options.size(); ++i) {
    result += (i == 0 ? ':' : ',') + options[i].first + '=' + options[i].second;
  }
  return result;
}

Spec parse_spec(std::string_view text) {
  const std::vector<Spec> specs = parse_specs(text);
  if (specs.size() != 1) fail(text, "these are " + std::to_string(specs.size()) + " players");
  return specs[0];
}

std::vector<Spec> parse_specs(std::string_view list) {
  std::vector<Spec> specs;
  for (const std::string_view part : split(list)) {
    const std::size_t mark = part.find_first_of(":=");
    if (mark != std::string_view::npos && part[mark] == '=' && !specs.empty()) {
      add_option(specs.back(), part, list);
      continue;
    }
    Spec spec;
    spec.kind = part.substr(0, mark);
    if (!is_name(spec.kind) || (mark != std::string_view::npos && part[mark] == '=')) {
      fail(list, part.empty() ? "a player is empty"
                              : "'" + std::string(part) + "' does not start with a kind");
    }
    if (mark != std::string_view::npos) add_option(spec, part.substr(mark + 1), list);
    specs.push_back(std::move(spec));
  }
  return specs;
}

const std::string* OptionReader::take(std::string_view name) {
  known_ += (known_.empty() ? "" : ", ") + std::string(name);
  for (std::size_t i = 0; i < spec_.options.size(); ++i) {
    if (spec_.options[i].first != name) continue;
    taken_[i] = true;
    return &spec_.options[i].second;
  }
  return nullptr;
}

bool OptionReader::given(std::string_view name) const {
  return std::any_of(spec_.options.begin(), spec_.options.end(),
                     [&](const auto& option) { return option.first == name; });
}

std::uint64_t OptionReader::whole(std::string_view name, std::uint64_t fallback,
                                  std::uint64_t least, std::uint64_t most) {
  const std::string* text = take(name);
  if (text == nullptr) return fallback;
  std::uint64_t value = 0;
  const char* end = text->data() + text->size();
  const auto [stop, error] = std::from_chars(text->data(), end, value);
  if (error != std::errc() || stop != end || value < least || value > most) {
    throw UserError("player '" + spec_.text() + "': " + std::string(name) + "=" + *text +
                    " is not a whole number from " + std::to_string(least) + " to " +
                    std::to_string(most));
  }
  return value;
}

double OptionReader::real(std::string_view name, double fallback, double least, double most) {
  const std::string* text = take(name);
  if (text == nullptr) return fallback;
  double value = 0;
  const char* end = text->data() + text->size();
  const auto [stop, error] = std::from_chars(text->data(), end, value);
  if (error != std::errc() || stop != end || !(value >= least && value <= most)) {
    throw UserError("player '" + spec_.text() + "': " + std::string(name) + "=" + *text +
                    " is not a number from " + number_text(least) + " to " + number_text(most));
  }
  return value;
}

std::size_t OptionReader::choice(std::string_view name, std::size_t fallback,
                                 const std::vector<std::string_view>& choices) {
  const std::string* text = take(name);
  if (text == nullptr) return fallback;
  const auto found = std::find(choices.begin(), choices.end(), *text);
  if (found == choices.end()) {
    std::string all;
    for (const std::string_view choice : choices) {
      all += (all.empty() ? "" : ", ") + std::string(choice);
    }
    throw UserError("player '" + spec_.text() + "': " + std::string(name) + "=" + *text +
                    " is not one of " + all);
  }
  return static_cast<std::size_t>(found - choices.begin());
}

std::string OptionReader::text(std::string_view name, const std::string& fallback) {
  const std::string* value = take(name);
  return value == nullptr ? fallback : *value;
}

void OptionReader::finish() const {
  for (std::size_t i = 0; i < taken_.size(); ++i) {
    if (taken_[i]) continue;
    throw UserError("player '" + spec_.text() + "': no option '" + spec_.options[i].first + "'; " +
                    (known_.empty() ? spec_.kind + " has none" : spec_.kind + " knows " + known_));
  }
}

}  // namespace trilith::players
