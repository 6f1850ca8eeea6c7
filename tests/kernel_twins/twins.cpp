// SPDX-License-Identifier: Apache-2.0
// Usage: twins FILE...
// What the kernel asks, held against what the prover says. Each mechanism is proved; what was found is
// written into its text; the kernel makes its obligations anew from that. Of a mechanism that is proved none
// may be false; one that is not proved is never correct. A text that the kernel does not read has to be
// outside of what it knows, and is counted.
#include "checker/derivation/certificate_text.h"
#include "checker/derivation/mechanism_evidence.h"
#include "checker/proof/proof.h"
#include "frontend/parse/parser.h"
#include "frontend/sema/analyze.h"
#include "kernel/certificate.h"

#include <fstream>
#include <iostream>
#include <sstream>

using namespace plumb;

namespace {

struct Count {
  std::size_t correct = 0, incomplete = 0, outside = 0, rejected = 0, disagreements = 0;
};

/// The verdict of `plumb-recheck`.
bool isCorrect(const std::string &program, const derivation::MechanismEvidence &evidence) {
  std::string text(derivation::certificateHead);
  text += derivation::textEntry("program", program) + evidence.certified.text;
  text += derivation::certificateEnd;
  try {
    return kernel::readCertificate(text).at(0).subjects.at(0).isCorrect();
  } catch (const kernel::NotShown &) {
    return false;
  }
}

void compare(const ir::Mechanism &mechanism, const std::string &program, Count &count) {
  const proof::Proof proof =
      proof::prove(mechanism, [](smt::TermStore &) { return smt::makeZ3Engine(smt::Budget{}); });
  const bool isProved = proof.verdict() == proof::Verdict::Proved;
  const derivation::MechanismEvidence evidence =
      derivation::certifyMechanism(proof::provedText(mechanism, proof), program, smt::Budget{});
  std::string said = "outside: " + evidence.outside;
  bool agree = true;
  if (evidence.certified.text.empty()) {
    ++count.outside;
  } else if (isCorrect(program, evidence)) {
    agree = isProved;
    said = "correct";
    ++count.correct;
  } else {
    agree = !isProved || evidence.refuted.empty() || !proof::isWholeInText(proof);
    said = "not correct: " + evidence.refuted + evidence.outside;
    ++(isProved ? count.incomplete : count.rejected);
  }
  count.disagreements += agree ? 0 : 1;
  std::cout << mechanism.name << ": " << (isProved ? "proved" : "open") << ", " << said
            << (agree ? "" : ": DISAGREE") << "\n";
}

} // namespace

int main(int argc, char **argv) {
  Count count;
  for (int i = 1; i < argc; ++i) {
    const std::string path = argv[i];
    std::ifstream in(path);
    std::stringstream text;
    text << in.rdbuf();
    const SourceFile file(path, text.str());
    DiagnosticSink sink;
    auto tree = parse(file, sink);
    ir::Program program;
    if (!sink.hasErrors())
      program = analyze(tree, file, sink);
    if (sink.hasErrors()) {
      std::cout << path << ": is no program\n";
      return 1;
    }
    for (const auto &mechanism : program.mechanisms)
      compare(*mechanism, ir::print(program), count);
  }
  std::cout << count.correct << " correct, " << count.incomplete << " proved and not shown in full, "
            << count.rejected << " neither proved nor correct, " << count.outside << " outside, "
            << count.disagreements << " disagreements\n";
  return count.disagreements == 0 && count.correct > 0 ? 0 : 1;
}
