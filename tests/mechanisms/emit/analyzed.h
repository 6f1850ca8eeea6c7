// SPDX-License-Identifier: Apache-2.0
//===- tests/mechanisms/emit/analyzed.h - Programs without proof -*- C++ -*-===//

#ifndef PLUMB_TESTS_MECHANISMS_EMIT_ANALYZED_H
#define PLUMB_TESTS_MECHANISMS_EMIT_ANALYZED_H

#include "frontend/parse/parser.h"
#include "frontend/sema/analyze.h"

#include <stdexcept>
#include <string>

namespace plumb::test {

/// One mechanism in good order, provable or not, for the parts of emission that need no certificate.
class Analyzed {
public:
  explicit Analyzed(const std::string &text, const std::string &path = "test.plumb") : file(path, text) {
    DiagnosticSink sink;
    program = analyze(parse(file, sink), file, sink);
    std::string problems;
    for (const Diagnostic &diagnostic : sink.diagnostics())
      problems += render(diagnostic, file);
    if (sink.hasErrors() || program.mechanisms.size() != 1)
      throw std::runtime_error("the test's program is not in order:\n" + problems + text);
  }

  const ir::Mechanism &operator*() const { return *program.mechanisms.front(); }
  /// For whoever fills in what it leaves out.
  ir::Mechanism &mechanism() { return *program.mechanisms.front(); }
  std::string_view text(SourceRange range) const { return file.text(range); }

  const ir::Variable &variable(const std::string &name) const {
    for (const auto &candidate : (**this).variables)
      if (candidate->name == name)
        return *candidate;
    throw std::runtime_error("no variable " + name);
  }

private:
  SourceFile file;
  ir::Program program;
};

} // namespace plumb::test

#endif // PLUMB_TESTS_MECHANISMS_EMIT_ANALYZED_H
