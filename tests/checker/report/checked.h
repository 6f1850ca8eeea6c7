// SPDX-License-Identifier: Apache-2.0
//===- tests/checker/report/checked.h - From text to a result ---*- C++ -*-===//

#ifndef PLUMB_TESTS_CHECKER_REPORT_CHECKED_H
#define PLUMB_TESTS_CHECKER_REPORT_CHECKED_H

#include "checker/report/result.h"
#include "frontend/parse/parser.h"
#include "frontend/sema/analyze.h"

#include <catch2/catch.hpp>

namespace plumb::test {

inline proof::EngineMaker z3(std::uint32_t resourceUnits = 5'000'000) {
  return [=](smt::TermStore &) { return smt::makeZ3Engine({resourceUnits, std::chrono::seconds(20)}); };
}

/// A mechanism with everything around it that its result needs.
struct Checked {
  explicit Checked(std::string text, const proof::EngineMaker &makeEngine = z3(),
                   std::string path = "some/folder/test.plumb")
      : file(std::move(path), std::move(text)), program(analyzed(file)),
        result(report::check(*program.mechanisms.at(0), makeEngine)) {}

  static ir::Program analyzed(const SourceFile &file) {
    DiagnosticSink sink;
    syntax::Program written = parse(file, sink);
    REQUIRE_FALSE(sink.hasErrors());
    ir::Program program = analyze(written, file, sink);
    for (const Diagnostic &diagnostic : sink.diagnostics())
      FAIL(render(diagnostic, file));
    return program;
  }

  SourceFile file;
  ir::Program program;
  report::Result result;
};

/// One noisy answer; private exactly if \p direction is "decreasing" and \p scale at least 1 / eps.
inline std::string noisyAnswer(const std::string &direction = "decreasing",
                               const std::string &scale = "1 / eps") {
  return "mechanism noisy(eps: real, f: query)\n"
         "  requires eps > 0\n"
         "  adjacency f " +
         direction +
         " by 1\n"
         "  guarantees private(eps)\n"
         "{ lam ~ exponential(" +
         scale + ") align lam' = lam + f - f'\n  output f + lam }\n";
}

} // namespace plumb::test

#endif // PLUMB_TESTS_CHECKER_REPORT_CHECKED_H
