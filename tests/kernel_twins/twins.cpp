// SPDX-License-Identifier: Apache-2.0
// Usage: twins FILE...
// What the kernel asks, held against what the prover says. Each mechanism is proved; what was found is
// written into its text; the kernel makes its obligations anew from that. Of a mechanism that is proved none
// may be false; one that is not proved is never correct. A text that the kernel does not read has to be
// outside of what it knows, and is counted. Likewise compositions; of these the kernel may ask more than the
// prover, as it knows fewer ways from D to D', and less of powers of e.
#include "checker/composition/composed.h"
#include "checker/derivation/certificate_text.h"
#include "checker/derivation/mechanism_evidence.h"
#include "checker/proof/proof.h"
#include "frontend/ir/stated_neighbours.h"
#include "frontend/parse/parser.h"
#include "frontend/sema/analyze.h"
#include "kernel/certificate.h"

#include <fstream>
#include <iostream>
#include <map>
#include <sstream>

using namespace plumb;

namespace {

struct Count {
  std::size_t correct = 0, incomplete = 0, outside = 0, rejected = 0, disagreements = 0;
};

std::unique_ptr<smt::Engine> engine(smt::TermStore &) {
  return smt::makeZ3Engine(smt::Budget{});
}

/// One program, and of its mechanisms what is said of compositions that they are parts of.
class Comparison {
public:
  Comparison(const ir::Program &program, Count &count)
      : text(ir::print(program)), program(program), count(count) {}

  void compareAll() {
    for (const auto &mechanism : program.mechanisms)
      compare(*mechanism);
    for (const auto &composition : program.compositions)
      compare(*composition);
  }

private:
  /// The verdict of `plumb-recheck`, behind what \p parts are.
  bool isCorrect(const std::string &parts, const derivation::MechanismEvidence &evidence) const {
    std::string all(derivation::certificateHead);
    all += derivation::textEntry("program", text) + parts + evidence.certified.text;
    all += derivation::certificateEnd;
    try {
      return kernel::readCertificate(all).at(0).subjects.back().isCorrect();
    } catch (const kernel::NotShown &) {
      return false;
    }
  }

  void compare(const ir::Mechanism &mechanism) {
    const proof::Proof &proof = proofs.emplace(&mechanism, proof::prove(mechanism, engine)).first->second;
    const std::string proved = proof::provedText(mechanism, proof);
    const derivation::MechanismEvidence evidence = derivation::certifyMechanism(proved, text, smt::Budget{});
    if (tell(mechanism.name, evidence, "", proof.verdict() == proof::Verdict::Proved,
             proof::isWholeInText(proof))) {
      correctTexts.push_back(proved);
      correctEvidence += evidence.certified.text;
    }
  }

  void compare(const ir::Composition &composition) {
    std::vector<const proof::Proof *> ofParts;
    for (const ir::Part &part : composition.parts)
      ofParts.push_back(&proofs.at(part.mechanism));
    const auto composed =
        composition::compose(composition, ofParts, engine, [](const proof::RecordWitness &) { return true; });
    const bool isProved = composed.verdict() == verdict::Verdict::Proved;
    for (const std::string &way : ways(composition)) {
      const derivation::MechanismEvidence evidence = derivation::certifyComposition(
          ir::print(composition, std::vector<std::string>(composition.parts.size(), way)), text, correctTexts,
          smt::Budget{});
      const bool isOfParts =
          evidence.refuted.starts_with("requires") || evidence.refuted.starts_with("times");
      tell(composition.head.name + way, evidence, correctEvidence, isProved,
           isOfParts && composition.definitions.empty());
    }
  }

  /// Also forged ones: that answers stay, that nobody is known, that a step costs nothing.
  static std::vector<std::string> ways(const ir::Composition &composition) {
    const auto &stated = composition.head.recordAdjacency;
    if (!ir::statesNeighbours(composition) || stated->kind != ir::RecordAdjacency::Kind::Replace)
      return {""};
    std::string all = "{ ", first;
    for (const auto &field : stated->record->fields) {
      all += (all == "{ " ? "" : ", ") + field->name;
      first = first.empty() ? "{ " + field->name + " }" : first;
    }
    all += " }";
    return {"",
            " through same " + all,
            " through nobody, " + all,
            " through same nobody, " + all,
            " through nobody, same " + all,
            " through same nobody, same " + all,
            " through " + first + ", same " + all,
            " through same " + first + ", " + all,
            " through nobody, same " + all + " or same nobody, " + all + " or same " + all,
            " through nobody, same " + all + " or same nobody, same " + all};
  }

  /// \returns whether it is correct.
  bool tell(const std::string &name, const derivation::MechanismEvidence &evidence, const std::string &parts,
            bool isProved, bool isWholeInText) {
    std::string said = "outside: " + evidence.outside;
    bool agree = true;
    const bool isShown = !evidence.certified.text.empty() && isCorrect(parts, evidence);
    if (evidence.certified.text.empty()) {
      ++count.outside;
    } else if (isShown) {
      agree = isProved;
      said = "correct";
      ++count.correct;
    } else {
      agree = !isProved || evidence.refuted.empty() || !isWholeInText;
      said = "not correct: " + evidence.refuted + evidence.outside;
      ++(isProved ? count.incomplete : count.rejected);
    }
    count.disagreements += agree ? 0 : 1;
    std::cout << name << ": " << (isProved ? "proved" : "open") << ", " << said << (agree ? "" : ": DISAGREE")
              << "\n";
    return isShown;
  }

  std::string text;
  const ir::Program &program;
  Count &count;
  std::map<const ir::Mechanism *, proof::Proof> proofs;
  std::vector<std::string> correctTexts;
  std::string correctEvidence;
};

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
    Comparison(program, count).compareAll();
  }
  std::cout << count.correct << " correct, " << count.incomplete << " proved and not shown in full, "
            << count.rejected << " neither proved nor correct, " << count.outside << " outside, "
            << count.disagreements << " disagreements\n";
  return count.disagreements == 0 && count.correct > 0 ? 0 : 1;
}
