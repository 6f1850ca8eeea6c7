// SPDX-License-Identifier: Apache-2.0
//===- tests/checker/interpreter/program_text.h - Mechanisms from text --*- C++ -*-===//

#ifndef PLUMB_TESTS_CHECKER_INTERPRETER_PROGRAM_TEXT_H
#define PLUMB_TESTS_CHECKER_INTERPRETER_PROGRAM_TEXT_H

#include "frontend/parse/parser.h"
#include "frontend/sema/analyze.h"

#include <stdexcept>
#include <string>
#include <string_view>

namespace plumb::test {

/// One mechanism and the text that it was made from.
class ProgramText {
public:
  /// Throws what a user would read if \p text is not one mechanism in good order.
  explicit ProgramText(const std::string &text) : file("test.plumb", text) {
    DiagnosticSink sink;
    program = analyze(parse(file, sink), file, sink);
    std::string problems;
    for (const Diagnostic &diagnostic : sink.diagnostics())
      problems += render(diagnostic, file);
    if (sink.hasErrors() || program.mechanisms.size() != 1)
      throw std::runtime_error("the test's program is not in order:\n" + problems + text);
  }

  const ir::Mechanism &operator*() const { return *program.mechanisms.front(); }
  std::string_view text(SourceRange range) const { return file.text(range); }

private:
  SourceFile file;
  ir::Program program;
};

/// A mechanism with the usual head: eps, n and f[n] with 0 <= f[i] - f'[i] <= 1.
inline std::string withHead(const std::string &body, const std::string &adjacency = "f decreasing by 1") {
  return "mechanism m(eps: real, n: int, f: query[n])\n"
         "  requires eps > 0, n >= 0\n"
         "  adjacency " +
         adjacency + "\n  guarantees private(eps)\n{\n" + body + "\n}\n";
}

} // namespace plumb::test

#endif // PLUMB_TESTS_CHECKER_INTERPRETER_PROGRAM_TEXT_H
