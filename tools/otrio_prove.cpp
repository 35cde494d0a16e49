// `trilith otrio prove` and `verify`: certificates of who wins from the start.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "engines/error.hpp"
#include "engines/otrio/rules.hpp"
#include "tools/certificate/prove.hpp"
#include "tools/certificate/verify.hpp"
#include "tools/common.hpp"
#include "tools/memory.hpp"
#include "tools/otrio.hpp"
#include "tools/otrio_rules.hpp"
#include "tools/progress.hpp"

namespace trilith::tools {
namespace {

const char* winner(certificate::Verdict verdict) {
  switch (verdict) {
    case certificate::Verdict::first:
      return "first";
    case certificate::Verdict::second:
      return "second";
    default:
      return "draw";
  }
}

std::string in_words(const certificate::Header& header) {
  if (header.verdict == certificate::Verdict::draw) return "a draw";
  return fmt::format("the {} player wins in {} plies", winner(header.verdict), header.plies);
}

struct ProveOptions {
  std::string rules = "nested,none,pairs";
  std::string out;
  int hash_mb = kDefaultOtrioHashMb;
};

void prove(const ProveOptions& options, const Common& common) {
  const otrio::Rules rules = otrio::parse_rules(options.rules);
  const Stopwatch watch;
  Progress progress(common.quiet);
  const auto file = certificate::prove(
      rules, checked_hash_bytes(options.hash_mb), interrupted(),
      [&](const std::string& step, const certificate::WalkCounts& counts) {
        progress.show(fmt::format("{}: {}, {} positions, {} answers, {:.0f} s",
                                  otrio::rules_text(rules), step, counts.positions, counts.answers,
                                  watch.seconds()));
      });
  progress.clear();
  if (!file) throw Interrupted{"interrupted; nothing was written, the same command starts again"};
  const std::string bytes = certificate::certificate_bytes(*file);
  write_file(options.out, bytes);
  const certificate::Header& header = file->header;
  if (common.json) {
    print_json({{"rules", header.rules},
                {"value", winner(header.verdict)},
                {"plies", header.plies},
                {"positions", header.counts[0].positions + header.counts[1].positions},
                {"bytes", bytes.size()},
                {"seconds", watch.seconds()}});
  } else {
    fmt::print("{}: {}; {} positions, {} bytes in '{}', {}\n", header.rules, in_words(header),
               header.counts[0].positions + header.counts[1].positions, bytes.size(), options.out,
               duration_text(watch.seconds()));
  }
}

struct VerifyOptions {
  std::string file;
  std::string rules;
};

void verify(const VerifyOptions& options, const Common& common) {
  const Stopwatch watch;
  const std::string name = options.file;
  const certificate::CertificateFile file =
      certificate::parse_certificate(read_file(options.file), name);
  const certificate::Header& header = file.header;
  if (!options.rules.empty()) {
    const std::string wanted = otrio::rules_text(otrio::parse_rules(options.rules));
    if (wanted != header.rules) {
      throw CheckFailed(fmt::format("certificate '{}', byte 8: is for rules '{}', not '{}'", name,
                                    header.rules, wanted));
    }
  }
  Progress progress(common.quiet);
  const auto answers = static_cast<double>(file.answers.size());
  const certificate::Verified verified = certificate::verify(file, name, [&](std::uint64_t used) {
    progress.show(header.rules + ": checking", static_cast<double>(used), answers, "answers");
    return !interrupted();
  });
  progress.clear();
  if (interrupted()) throw Interrupted{"interrupted; nothing is verified"};
  const auto claims = certificate::claims_of(header.verdict, header.plies);
  const std::uint64_t positions = verified.claims[0].positions + verified.claims[1].positions;
  const std::uint64_t replies = verified.claims[0].replies + verified.claims[1].replies;
  if (common.json) {
    print_json(
        {{"rules", header.rules},
         {"value", winner(header.verdict)},
         {"plies", header.plies},
         {"proved", {certificate::claim_text(claims[0]), certificate::claim_text(claims[1])}},
         {"positions", positions},
         {"replies", replies},
         {"seconds", watch.seconds()}});
    return;
  }
  fmt::print("{}: {} is proved\n", header.rules, in_words(header));
  for (std::size_t i = 0; i < 2; ++i) {
    fmt::print("  {}: {} positions, {} answers, {} replies checked\n",
               certificate::claim_text(claims[i]), verified.claims[i].positions,
               verified.claims[i].answers, verified.claims[i].replies);
  }
  fmt::print("  {} positions in {:.2f} s\n", positions, watch.seconds());
}

}  // namespace

void add_otrio_prove(CLI::App& otrio) {
  CLI::App* prover = otrio.add_subcommand(
      "prove", "Writes a certificate of who wins from the start, on one thread");
  const auto prove_common = add_common(*prover);
  const auto prove_options = std::make_shared<ProveOptions>();
  prover->add_option("--rules", prove_options->rules, kOtrioRulesHelp)->capture_default_str();
  prover->add_option("--out", prove_options->out, "The certificate")->required();
  prover
      ->add_option("--hash-mb", prove_options->hash_mb,
                   "Memory of the transposition table in MiB; other sizes give other proofs")
      ->check(CLI::Range(1, 1 << 20))
      ->capture_default_str();
  prover->callback([prove_common, prove_options] { prove(*prove_options, *prove_common); });

  CLI::App* verifier = otrio.add_subcommand(
      "verify", "Checks a certificate move by move, with rules of its own and no search");
  const auto verify_common = add_common(*verifier);
  const auto verify_options = std::make_shared<VerifyOptions>();
  verifier->add_option("file", verify_options->file, "The certificate")->required();
  verifier->add_option("--rules", verify_options->rules,
                       "Refuse a certificate for any other rule set");
  verifier->callback([verify_common, verify_options] { verify(*verify_options, *verify_common); });
}

}  // namespace trilith::tools
