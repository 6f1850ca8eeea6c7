// SPDX-License-Identifier: Apache-2.0
//===- tests/mechanisms/emit/certified.h - From text to proof ---*- C++ -*-===//

#ifndef PLUMB_TESTS_MECHANISMS_EMIT_CERTIFIED_H
#define PLUMB_TESTS_MECHANISMS_EMIT_CERTIFIED_H

#include "frontend/parse/parser.h"
#include "frontend/sema/analyze.h"
#include "mechanisms/emit/emit.h"

#include <fstream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>

namespace plumb::test {

/// One mechanism that was really proved, with everything that its certificate points to.
class Certified {
public:
  /// Throws what a user would read if \p text is not one mechanism that can be proved.
  explicit Certified(const std::string &text, const std::string &path = "test.plumb") : file(path, text) {
    DiagnosticSink sink;
    program = analyze(parse(file, sink), file, sink);
    std::string problems;
    for (const Diagnostic &diagnostic : sink.diagnostics())
      problems += render(diagnostic, file);
    if (sink.hasErrors() || program.mechanisms.size() != 1)
      throw std::runtime_error("the test's program is not in order:\n" + problems + text);
    result = std::make_unique<report::Result>(
        report::check(*program.mechanisms.front(), [](smt::TermStore &) { return smt::makeZ3Engine({}); }));
    certified = report::certify(*result, file);
    for (const proof::Evidence &evidence : result->proof.obligations())
      if (evidence.status != proof::Status::Proved)
        problems += evidence.name + ": " + evidence.text() + "\n";
    if (!certified)
      throw std::runtime_error("the test's program is not proved:\n" + problems + text);
  }

  const report::Certificate &operator*() const { return *certified; }
  const ir::Mechanism &mechanism() const { return *program.mechanisms.front(); }
  std::string_view text(SourceRange range) const { return file.text(range); }

private:
  SourceFile file;
  ir::Program program;
  std::unique_ptr<report::Result> result;
  std::optional<report::Certificate> certified;
};

inline std::string readFile(const std::string &path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream)
    throw std::runtime_error("cannot read " + path);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

} // namespace plumb::test

#endif // PLUMB_TESTS_MECHANISMS_EMIT_CERTIFIED_H
