// The checker: a walk whose answers come from the file.
#include "tools/certificate/verify.hpp"

#include "engines/error.hpp"

namespace trilith::certificate {
namespace {

struct GivenUp {};

class FileSource {
 public:
  // `before` answers of the file belong to earlier claims.
  FileSource(std::string_view answers, std::size_t before, const GoOn& go_on)
      : answers_(answers), before_(before), go_on_(go_on) {}

  std::size_t used() const { return used_; }

  int answer(const State& s, Mask, int) {
    if (used_ == answers_.size()) throw Refuted{s, "an answer is missing"};
    return static_cast<unsigned char>(answers_[used_++]);
  }

  void progress(const WalkCounts& counts) {
    if ((counts.positions & 0xfff) != 0 || !go_on_) return;
    if (!go_on_(before_ + used_)) throw GivenUp{};
  }

 private:
  std::string_view answers_;
  std::size_t before_;
  const GoOn& go_on_;
  std::size_t used_ = 0;
};

}  // namespace

Verified verify(const CertificateFile& file, const std::string& name, const GoOn& go_on) {
  const RuleSet rules = parse_rule_set(file.header.rules).value();
  const std::array<Claim, 2> claims = claims_of(file.header.verdict, file.header.plies);
  Verified verified;
  std::string_view rest = file.answers;
  for (std::size_t i = 0; i < 2; ++i) {
    const Header::Counts& promised = file.header.counts[i];
    FileSource source(rest.substr(0, promised.answers), file.answers.size() - rest.size(), go_on);
    const auto failed = [&](const std::string& why) {
      return CheckFailed("certificate '" + name + "', claim " + std::to_string(i + 1) + " (" +
                         claim_text(claims[i]) + "), answer " + std::to_string(source.used()) +
                         ": " + why);
    };
    try {
      verified.claims[i] = Walk(rules, claims[i], promised.positions, source).run();
    } catch (const Refuted& refuted) {
      throw failed("position '" + text(refuted.position) + "': " + refuted.why);
    } catch (const GivenUp&) {
      return verified;
    }
    if (source.used() != promised.answers) throw failed("the proof ends here, more answers follow");
    if (verified.claims[i].positions != promised.positions) {
      throw failed("the proof has " + std::to_string(verified.claims[i].positions) +
                   " positions, " + std::to_string(promised.positions) + " are promised");
    }
    rest.remove_prefix(promised.answers);
  }
  return verified;
}

}  // namespace trilith::certificate
