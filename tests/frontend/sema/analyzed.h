// SPDX-License-Identifier: Apache-2.0
//===- tests/frontend/sema/analyzed.h - From text to IR in tests -*- C++ -*-===//

#ifndef PLUMB_TESTS_FRONTEND_SEMA_ANALYZED_H
#define PLUMB_TESTS_FRONTEND_SEMA_ANALYZED_H

#include "frontend/parse/parser.h"
#include "frontend/sema/analyze.h"

#include <string>
#include <vector>

namespace plumb::test {

/// A text with everything that was made of it.
struct Analyzed {
  explicit Analyzed(std::string text) : file("test.plumb", std::move(text)), sink(1000) {
    syntax::Program written = parse(file, sink);
    if (!sink.hasErrors())
      program = analyze(written, file, sink);
  }

  /// Each mistake as "Kind `words`", in the order in which they are told.
  std::vector<std::string> mistakes() const {
    std::vector<std::string> told;
    for (const Diagnostic &diagnostic : sink.diagnostics())
      told.push_back(std::string(info(diagnostic.kind).name) + " `" +
                     std::string(file.text(diagnostic.range)) + "`");
    return told;
  }
  const ir::Mechanism &only() const { return *program.mechanisms.at(0); }

  SourceFile file;
  DiagnosticSink sink;
  ir::Program program;
};

/// A mechanism around \p body, with parameters of every kind: eps, x real; n size; k int; b bool;
/// T, M, R public arrays; f, g integer data; h, q real data.
inline std::string around(const std::string &body, const std::string &clauses = "") {
  return "mechanism m(eps: real, x: real, n: size, k: int, b: bool, T: int[n], M: int[n][k], R: real[n],\n"
         "            f: query[n], g: query, h: query real[n], q: query real)\n"
         "  requires eps > 0\n"
         "  adjacency f decreasing by 1, g decreasing by k, h changes by 1, q changes by x\n"
         "  guarantees private(eps)\n" +
         clauses + "\n{\n" + body + "\n}\n";
}

using Told = std::vector<std::string>;

inline Told mistakesIn(const std::string &body, const std::string &clauses = "") {
  return Analyzed(around(body, clauses)).mistakes();
}

} // namespace plumb::test

#endif // PLUMB_TESTS_FRONTEND_SEMA_ANALYZED_H
