// SPDX-License-Identifier: Apache-2.0
// From a text to the verdicts on it; a solver may do little, and what is proved has to be proved by the
// kernel or to be outside of it.
#include "checker/derivation/mechanism_evidence.h"
#include "checker/proof/proof.h"
#include "frontend/ir/program.h"
#include "frontend/parse/parser.h"
#include "frontend/sema/analyze.h"
#include "tests/libfuzzer/input.h"

using namespace plumb;

int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t size) {
  const SourceFile file("", textOf(bytes, size));
  DiagnosticSink sink;
  syntax::Program written = parse(file, sink);
  if (sink.hasErrors())
    return 0;
  const ir::Program program = analyze(written, file, sink);
  if (sink.hasErrors())
    return 0;
  const smt::Budget little{50'000, std::chrono::seconds(5)};
  for (const auto &mechanism : program.mechanisms) {
    const proof::Proof proof =
        proof::prove(*mechanism, [&](smt::TermStore &) { return smt::makeZ3Engine(little); });
    if (proof.verdict() == proof::Verdict::Proved && proof::isWholeInText(proof) &&
        !derivation::certifyMechanism(proof::provedText(*mechanism, proof), ir::print(program), little)
             .refuted.empty())
      __builtin_trap();
  }
  return 0;
}
