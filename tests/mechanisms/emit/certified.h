// SPDX-License-Identifier: Apache-2.0
//===- tests/mechanisms/emit/certified.h - From text to proof ---*- C++ -*-===//

#ifndef PLUMB_TESTS_MECHANISMS_EMIT_CERTIFIED_H
#define PLUMB_TESTS_MECHANISMS_EMIT_CERTIFIED_H

#include "analyzed.h"
#include "checker/report/result.h"
#include "mechanisms/emit/emit.h"

#include <memory>

namespace plumb::test {

/// One mechanism that was really proved, with everything that its certificate points to.
class Certified {
public:
  /// Throws what a user would read if \p text is not one mechanism that can be proved.
  explicit Certified(const std::string &text, const std::string &path = "test.plumb")
      : file(path, text), program(text, path) {
    result = std::make_unique<report::Result>(report::check(
        program.mechanism(), [](smt::TermStore &) { return smt::makeZ3Engine({}); },
        [](const ir::Mechanism &) { return true; }));
    certified = report::certify(*result, file);
    std::string problems;
    for (const proof::Evidence &evidence : result->proof.obligations())
      if (evidence.status != smt::Outcome::Proved)
        problems += evidence.name + ": " + evidence.text() + "\n";
    if (!certified)
      throw std::runtime_error("the test's program is not proved:\n" + problems + text);
  }

  const report::Certificate &operator*() const { return *certified; }
  std::string_view text(SourceRange range) const { return file.text(range); }

private:
  SourceFile file;
  Analyzed program;
  std::unique_ptr<report::Result> result;
  std::optional<report::Certificate> certified;
};

} // namespace plumb::test

#endif // PLUMB_TESTS_MECHANISMS_EMIT_CERTIFIED_H
