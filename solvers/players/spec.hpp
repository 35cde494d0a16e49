// The one-line grammar of players: `kind` or `kind:option=value,option=value`, in lists by commas.
//
//   human   random   mcts:playouts=20000,c=0.8   alphabeta:depth=6   perfect
//   list:   human,mcts:playouts=20000,c=0.8,random
//
// A part of a list that has a '=' before any ':' goes on with the options of the player before it.
// Play, self-play and tournaments share it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trilith::players {

struct Spec {
  std::string kind;
  std::vector<std::pair<std::string, std::string>> options;  // in the order given

  std::string text() const;
  bool operator==(const Spec&) const = default;
};

// Throw UserError that names the fault.
Spec parse_spec(std::string_view text);
std::vector<Spec> parse_specs(std::string_view list);

// Takes options out of a spec one by one; whatever is left at `finish` is an error that lists what
// the kind knows.
class OptionReader {
 public:
  explicit OptionReader(const Spec& spec) : spec_(spec), taken_(spec.options.size(), false) {}

  // The value, or `fallback` when the option is not given. Throw UserError for a value that is no
  // number or lies outside [least, most].
  std::uint64_t whole(std::string_view name, std::uint64_t fallback, std::uint64_t least,
                      std::uint64_t most);
  double real(std::string_view name, double fallback, double least, double most);
  // Index into `choices`.
  std::size_t choice(std::string_view name, std::size_t fallback,
                     const std::vector<std::string_view>& choices);
  std::string text(std::string_view name, const std::string& fallback);
  bool given(std::string_view name) const;

  void finish() const;

 private:
  const std::string* take(std::string_view name);

  const Spec& spec_;
  std::vector<bool> taken_;
  std::string known_;
};

}  // namespace trilith::players
