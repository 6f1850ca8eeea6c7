// SPDX-License-Identifier: Apache-2.0
//===- tests/checker/proof/checked_program.h - Text to IR, in a test -*- C++ -*-===//

#ifndef PLUMB_TESTS_CHECKER_PROOF_CHECKED_PROGRAM_H
#define PLUMB_TESTS_CHECKER_PROOF_CHECKED_PROGRAM_H

#include "checker/proof/proof.h"
#include "frontend/parse/parser.h"
#include "frontend/sema/analyze.h"

#include <catch2/catch.hpp>
#include <string>

namespace plumb::test {

/// A text with exactly one mechanism that is in order; the test fails otherwise.
struct CheckedProgram {
  explicit CheckedProgram(const std::string &text) : file("test.plumb", text) {
    DiagnosticSink sink;
    auto tree = parse(file, sink);
    if (!sink.hasErrors())
      program = analyze(tree, file, sink);
    std::string messages;
    for (const Diagnostic &diagnostic : sink.diagnostics())
      messages += render(diagnostic, file);
    INFO(messages);
    REQUIRE(program.mechanisms.size() == 1);
  }
  const ir::Mechanism &mechanism() const { return *program.mechanisms.front(); }

  SourceFile file;
  ir::Program program;
};

inline proof::Proof proveWithZ3(const CheckedProgram &checked) {
  return proof::prove(checked.mechanism(), [](smt::TermStore &) { return smt::makeZ3Engine(smt::Budget{}); });
}

/// The conditions that are open or failed, by short name, each once, in order.
inline std::vector<std::string> openConditions(const proof::Proof &proof) {
  std::vector<std::string> open;
  for (const proof::Evidence &evidence : proof.obligations()) {
    std::string name(info(evidence.condition).shortName);
    if (evidence.status != smt::Outcome::Proved && std::find(open.begin(), open.end(), name) == open.end())
      open.push_back(name);
  }
  return open;
}

} // namespace plumb::test

#endif // PLUMB_TESTS_CHECKER_PROOF_CHECKED_PROGRAM_H
